import BeckonBasics
import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `PATCH /v1/campaigns/{campaign}`: name, target, group, when it runs, or the whole list of rules.
/// What was changed, when and by which key stays readable. A rule with
/// the id of an earlier one edits it and keeps what it has paid; one that is left out pays no more.
enum UpdateCampaign {
  static func prepare(_ call: Call) throws -> Work {
    let known = try call.campaign()
    let fields = try call.fields()
    try fields.allow(only: [
      "name", "goal", "kind", "url", "list_uuid", "exclusive_group", "rules", "state",
      "starts_at", "ends_at", "pays_after_end", "double_opt_in", "terms", "referrer_choice",
    ])
    for name in ["goal", "kind", "list_uuid"] where fields.value(name) != nil {
      throw fields.error(name, "cannot be changed; make a new campaign")
    }
    if try fields.bool("double_opt_in") == true { try call.requireMail() }
    return .reconfigure { scope in
      // As it is in the database now: another change may have come in between.
      func current() throws -> AppContext {
        try Accounts.context(of: scope.app.number, scope.connection) ?? scope.app
      }
      let old = try current().campaign(known.id) ?? known
      let new = try changed(old, by: fields, call)
      try keepRules(of: old, before: new, scope)
      try Campaigns(scope).update(new)
      try Changes(scope).note(
        new.id.identifier, from: ReadCampaign.configuration(of: old, to: .secret),
        to: ReadCampaign.configuration(of: new, to: .secret), by: call.changedBy)
      let end = fields.has("ends_at") ? new.schedule.endsAt : nil
      let (app, rules) = (try current(), fields.has("rules") ? new.rules.map(\.rule) : [])
      let warnings =
        ReadCampaign.warnings(ofEnd: end, at: call.now)
        + ReadCampaign.warnings(of: rules, app.settings)
      return .json(ReadCampaign.describe(new, of: app, to: call).warning(of: warnings))
    }
  }

  private static func changed(
    _ old: Campaign, by fields: Fields, _ call: Call
  ) throws -> Campaign {
    let url = try fields.string("url", max: Limits.urlBytes) ?? old.url
    try CreateCampaignEndpoint.checkTarget(url)
    let group = try fields.string("exclusive_group", max: Limits.wordBytes)
    return Campaign(
      id: old.id, listUUID: old.listUUID,
      name: try fields.string("name", max: Limits.nameBytes) ?? old.name, goal: old.goal,
      kind: old.kind, url: url,
      exclusiveGroup: fields.has("exclusive_group") ? group : old.exclusiveGroup,
      rules: try rules(fields, old, call) ?? old.rules,
      schedule: try schedule(fields, old.schedule, call),
      terms: try fields.choice("terms", RewardTerms.self) ?? old.terms, past: old.past,
      referrerChoice: try fields.choice("referrer_choice", ReferrerChoice.self)
        ?? old.referrerChoice,
      asksForOptIn: try fields.bool("double_opt_in") ?? old.asksForOptIn)
  }

  /// Where referrals are paid by the rules of their time, those that are replaced are kept.
  private static func keepRules(of old: Campaign, before new: Campaign, _ scope: Scope) throws {
    let isAsked = [old.terms, new.terms].contains(.atReferral)
    guard isAsked, old.rules != new.rules else { return }
    guard try PastCampaignRules(scope).keep(old) else {
      throw FieldError(
        "rules",
        "were changed \(PastRules.versionsMax) times, and each version is kept for its referrals; "
          + "make a new campaign, or set terms to current")
    }
  }

  private static func schedule(
    _ fields: Fields, _ old: CampaignSchedule, _ call: Call
  ) throws -> CampaignSchedule {
    var new = old
    let dates = try CreateCampaign.Dates(fields, start: old.startsAt, end: old.endsAt)
    (new.startsAt, new.endsAt) = (dates.start, dates.end)
    new.paysAfterEnd = try fields.bool("pays_after_end") ?? old.paysAfterEnd
    guard let state = try fields.choice("state", CampaignState.self) else { return new }
    new.change(to: state, at: call.now)
    if state == .active, new.standing(at: call.now) == .ended {
      throw fields.error(
        "state",
        "would leave the campaign ended, by its ends_at; set ends_at to null or to a later time too"
      )
    }
    return new
  }

  private static func rules(
    _ fields: Fields, _ old: Campaign, _ call: Call
  ) throws -> [CampaignRule]? {
    let given = try CreateCampaign.Rule.list(fields, goal: old.goal)
    let ids = given?.compactMap(\.id) ?? []
    guard Set(ids).count == ids.count else { throw FieldError("rules", "name one rule twice") }
    return try given?.map { rule in
      if let id = rule.id, !old.rules.contains(where: { $0.id == id }) {
        throw FieldError("rules", "name a rule \(id.text) that this campaign does not have")
      }
      return CampaignRule(id: rule.id ?? call.ambient.id(), rule: rule.rule)
    }
  }
}
