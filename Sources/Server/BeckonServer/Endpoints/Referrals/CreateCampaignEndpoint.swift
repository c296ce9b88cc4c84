import BeckonBasics
import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `POST /v1/campaigns`.
enum CreateCampaignEndpoint {
  static func prepare(_ call: Call) throws -> Work {
    let body = try CreateCampaign.Request(try call.fields())
    try checkTarget(body.url)
    if body.asksForOptIn { try call.requireMail() }
    let id: CampaignID = call.ambient.id()
    let campaign = Campaign(
      id: id, listUUID: body.listUUID ?? id.identifier.text, name: body.name, goal: body.goal,
      kind: body.kind, url: body.url, exclusiveGroup: body.exclusiveGroup,
      rules: body.rules.map { CampaignRule(id: call.ambient.id(), rule: $0.rule) },
      schedule: CampaignSchedule(
        state: body.state, closedAt: body.state == .active ? nil : call.now,
        startsAt: body.dates.start, endsAt: body.dates.end, paysAfterEnd: body.paysAfterEnd),
      terms: body.terms, referrerChoice: body.referrerChoice, asksForOptIn: body.asksForOptIn)
    return .reconfigure { scope in
      guard try Campaigns(scope).insert(campaign) else {
        throw FieldError("list_uuid", "is another campaign's of this app")
      }
      let app = try Accounts.context(of: scope.app.number, scope.connection) ?? scope.app
      let warnings =
        ReadCampaign.warnings(ofEnd: body.dates.end, at: call.now)
        + ReadCampaign.warnings(of: body.rules.map(\.rule), app.settings)
      return .json(
        ReadCampaign.describe(campaign, of: app, to: call).warning(of: warnings), status: 201)
    }
  }

  static func checkTarget(_ url: String) throws {
    do {
      try Target.check(url, schemes: TargetSchemes(allowsHTTP: true, allowsApp: true))
    } catch {
      throw FieldError("url", error.remedy)
    }
  }
}
