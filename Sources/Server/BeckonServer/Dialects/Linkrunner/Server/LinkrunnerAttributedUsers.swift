import BeckonBasics
import BeckonContract
import BeckonContractLinkrunner
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /api/v1/attributed-users`: who signed up after a campaign's link; as soon as they did.
enum LinkrunnerAttributedUsers {
  static func prepare(_ call: Call) throws -> Work {
    try LinkrunnerUnprocessable.answered {
      guard let name = call.query("display_id"), !name.isEmpty else {
        throw LinkrunnerUnprocessable(FieldError("display_id", "is missing"))
      }
      let page = try LinkrunnerPage(call, limit: 50, max: 1_000)
      let days = try days(call)
      let period = ReportPeriod(
        start: try instant("start_timestamp", days, call),
        end: try instant("end_timestamp", days, call))
      return .read { scope in
        let link = try LinkrunnerCampaigns.find(call, Links(scope), named: name)
        let entries = try AttributedInstalls(scope).page(
          of: link.id, in: period, after: page.offset, limit: page.limit)
        let users = try entries.compactMap { try describe($0, link, scope, call) }
        let total = try AttributedInstalls(scope).count(of: link.id, in: period)
        return .linkrunner(
          "Attributed users fetched successfully!",
          data: [
            "total_users": .integer(users.count), "users": .array(users),
            "pagination": page.json(total: total),
          ])
      }
    }
  }

  /// Times without a zone are of the zone that `timezone` names, else UTC.
  private static func days(_ call: Call) throws -> LocalDays {
    guard let zone = call.query("timezone"), !zone.isEmpty else { return .utc }
    guard let days = LocalDays(zone: zone) else {
      throw FieldError("timezone", "is no time zone such as Europe/Istanbul")
    }
    return days
  }

  private static func instant(
    _ name: String, _ days: LocalDays, _ call: Call
  ) throws -> Instant? {
    guard let text = call.query(name), !text.isEmpty else { return nil }
    if let instant = Instant(text) { return instant }
    guard let start = days.start(of: text.prefix(bytes: 10)),
      let midnight = Instant(text.prefix(bytes: 10) + "T00:00:00Z"), let utc = Instant(text + "Z")
    else { throw FieldError(name, "must be a time such as 2026-11-21T09:30:00") }
    return start.adding(milliseconds: utc.milliseconds(since: midnight))
  }

  private static func describe(
    _ entry: AttributedInstalls.Entry, _ link: Link, _ scope: Scope, _ call: Call
  ) throws -> JSON? {
    guard let person = try People(scope).present(entry.person) else { return nil }
    let origin = try LinkrunnerCampaign(
      entry.install, entry.decision, device: entry.device, scope)
    let campaign = origin?.campaign
    let advertised = entry.device[AdParameters.metaMember]
    func detail(_ detail: Linkrunner.Campaign.Detail) -> JSON {
      .orNull(campaign?.details[detail])
    }
    return [
      "attributed_at": .instant(entry.decision.at), "ad_channel": .orNull(channel(origin)),
      "campaign_display_id": .string(link.code), "campaign_name": .orNull(campaign?.name),
      "link": .string(call.shortURL(link)), "installed_at": .instant(entry.install.createdAt),
      "store_click_at": campaign?.storeClickAt.map(JSON.instant) ?? .null,
      "meta_ad_id": campaign?.adNetwork == .meta ? detail(.adCreativeID) : .null,
      "ad_creative_id": detail(.adCreativeID), "ad_creative_name": detail(.adCreativeName),
      "ad_set_id": detail(.adSetID), "ad_set_name": detail(.adSetName),
      "publisher_platform": advertised?["publisher_platform"] ?? .null,
      "platform_position": advertised?["platform_position"] ?? .null,
      "user_data": try user(person, entry.device, scope),
    ]
  }

  /// The networks that the vendor names here.
  private static func channel(_ origin: LinkrunnerCampaign?) -> String? {
    origin?.network.flatMap { ["GOOGLE", "META", "TIKTOK"].contains($0) ? $0 : nil }
  }

  private static func user(_ person: Person, _ device: JSON, _ scope: Scope) throws -> JSON {
    let identities = try People(scope).identities(of: person.id)
    // What was hashed by the app is kept beside the identities.
    func known(_ kind: IdentityKind) -> JSON {
      identities.first { $0.kind == kind }.map { .string($0.value) }
        ?? person.attributes[kind.rawValue] ?? .null
    }
    return [
      "id": known(.userID), "name": person.attributes["name"] ?? .null, "email": known(.email),
      "phone": known(.phone), "device_data": LinkrunnerDeviceData.json(device),
      "additional_data": person.attributes["additional_data"] ?? .null,
    ]
  }
}
