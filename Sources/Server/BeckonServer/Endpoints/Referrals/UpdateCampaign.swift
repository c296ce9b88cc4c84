import BeckonBasics
import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `PATCH /v1/campaigns/{campaign}`: name, target, group, or the whole list of rules. A rule with
/// the id of an earlier one edits it and keeps what it has paid; one that is left out pays no more.
enum UpdateCampaign {
  static func prepare(_ call: Call) throws -> Work {
    let known = try call.campaign()
    let fields = try call.fields()
    try fields.allow(only: [
      "name", "goal", "kind", "url", "list_uuid", "exclusive_group", "rules",
    ])
    for name in ["goal", "kind", "list_uuid"] where fields.value(name) != nil {
      throw fields.error(name, "cannot be changed; make a new campaign")
    }
    return .reconfigure { scope in
      // As it is in the database now: another change may have come in between.
      let app = try Accounts.context(of: scope.app.number, scope.connection)
      let new = try changed(app?.campaign(known.id) ?? known, by: fields, call)
      try Campaigns(scope).update(new)
      return .json(ReadCampaign.describe(new, to: call.proof))
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
      rules: try rules(fields, old, call) ?? old.rules)
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
