import BeckonBasics
import BeckonContract
import BeckonModel
import BeckonStore

/// `GET /api/v1/attributed-users`: who signed up after a campaign's link; as soon as they did.
enum LinkrunnerAttributedUsers {
  static func prepare(_ call: Call) throws -> Work {
    guard let name = call.query("display_id"), !name.isEmpty else {
      throw FieldError("display_id", "is missing")
    }
    let page = try LinkrunnerPage(call, limit: 10, max: 1_000)
    let period = ReportPeriod(
      start: try instant("start_timestamp", call), end: try instant("end_timestamp", call))
    return .read { scope in
      let link = try LinkrunnerCampaigns.find(call, Links(scope), named: name)
      let entries = try AttributedInstalls(scope).page(
        of: link.id, in: period, signedUp: true, after: page.offset, limit: page.limit)
      let total = try Performance(scope).installs(of: link.id, in: period).signedUp
      return .linkrunner(
        "Attributed users fetched successfully!",
        data: [
          "users": .array(try entries.compactMap { try describe($0, link, scope, call) }),
          "pagination": page.json(total: total),
        ])
    }
  }

  /// Times without a zone are of the zone that `timezone` names, or the app's.
  private static func instant(_ name: String, _ call: Call) throws -> Instant? {
    guard let text = call.query(name), !text.isEmpty else { return nil }
    if let instant = Instant(text) { return instant }
    let days = call.query("timezone").flatMap(LocalDays.init(zone:)) ?? call.app.days
    guard let start = days.start(of: String(text.prefix(10))),
      let midnight = Instant(text.prefix(10) + "T00:00:00Z"), let utc = Instant(text + "Z")
    else { throw FieldError(name, "must be a time such as 2026-11-21T09:30:00") }
    return start.adding(milliseconds: utc.milliseconds(since: midnight))
  }

  static func describe(
    _ entry: AttributedInstalls.Entry, _ link: Link, _ scope: Scope, _ call: Call
  ) throws -> JSON? {
    guard let id = entry.install.person, let person = try People(scope).present(id) else {
      return nil
    }
    let campaign = try LinkrunnerCampaign(
      entry.install, entry.decision, device: entry.device, scope)?.campaign.json
    let identities = try People(scope).identities(of: person.id)
    func identity(_ kind: IdentityKind) -> JSON {
      identities.first { $0.kind == kind }.map { .string($0.value) } ?? .null
    }
    return [
      "attributed_at": .instant(entry.decision.at), "campaign_display_id": .string(link.code),
      "campaign_name": campaign?["name"] ?? .null, "link": .string(call.shortURL(link)),
      "installed_at": .instant(entry.install.createdAt),
      "store_click_at": campaign?["store_click_at"] ?? .null,
      "ad_set_id": campaign?["ad_set_id"] ?? .null,
      "user_data": [
        "id": identity(.userID), "name": person.attributes["name"] ?? .null,
        "email": identity(.email), "phone": identity(.phone),
      ],
      "additional_data": person.attributes["additional_data"] ?? .null,
      "device_data": entry.device,
    ]
  }
}

/// `GET /api/v1/get-attribution-result?user_id=…` or `install_instance_id=…`: 204 when nothing led
/// to the install.
enum LinkrunnerAttributionResult {
  static func prepare(_ call: Call) throws -> Work {
    let userID = call.query("user_id")
    let installID = call.query("install_instance_id")
    guard userID != nil || installID != nil else {
      throw FieldError("user_id", "or install_instance_id is missing")
    }
    return .read { scope in
      guard let install = try install(userID, installID, scope),
        let campaign = try LinkrunnerCampaign(
          install, Decisions(scope).find(install.id),
          device: Installs(scope).device(of: install.id) ?? .object([]), scope)
      else { return Reply(status: 204) }
      return .linkrunner(
        "Attribution result fetched successfully!",
        data: [
          "attribution_source": .string(campaign.source), "campaign_data": campaign.campaign.json,
        ])
    }
  }

  private static func install(
    _ userID: String?, _ installID: String?, _ scope: Scope
  ) throws -> Install? {
    let installs = Installs(scope)
    if let installID { return try installs.find(client: installID) }
    let identity = userID.map { Identity(kind: .userID, value: $0) }
    return try identity.flatMap(People(scope).find).flatMap(installs.first(of:))
  }
}
