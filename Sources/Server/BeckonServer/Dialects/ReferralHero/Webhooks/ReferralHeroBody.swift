import BeckonContractReferralHero
import BeckonEngine
import BeckonModel
import BeckonStore

/// Bodies as ReferralHero's webhooks have them: six types, which the member `response` tells.
struct ReferralHeroBody {
  private let scope: Scope

  /// Works in this scope.
  init(_ scope: Scope) {
    self.scope = scope
  }

  /// The bodies of a fact; none when it is of no member of a campaign, or no reward.
  /// - Throws: `DatabaseError`.
  func make(_ payload: WebhookPayload) throws -> [JSON] {
    let data = payload.content["data"] ?? [:]
    switch payload.topic {
    case .ping: return [["response": "ping"]]
    case .member:
      guard let change = data["change"]?.string.flatMap(Members.Change.init(word:)),
        let (member, campaign) = try member(payload.content, data)
      else { return [] }
      return [.object(try described(member, in: campaign, as: Self.type(of: change)))]
    case .reward, .rewardHeld:
      guard data["kind"] == .string(Transfer.Kind.reward.rawValue),
        let (member, campaign) = try member(payload.content, data)
      else { return [] }
      let reward = JSON.Member("reward", Self.reward(data, in: campaign))
      return try Self.types(of: payload.topic, data).map { type in
        .object(try described(member, in: campaign, as: type) + [reward])
      }
    default: return []
    }
  }

  /// The vendor's types of event.
  private enum EventType: String {
    case registration = "new_registration"
    case promoted = "subscriber_promoted"
    case updated = "subscriber_updated"
    case deleted = "subscriber_deleted"
    case unlocked = "reward_unlocked"
    case sent = "reward_sent"
  }

  private static func type(of change: Members.Change) -> EventType {
    switch change {
    case .joined: .registration
    case .updated: .updated
    case .promoted: .promoted
    case .left: .deleted
    }
  }

  /// A reward that is held is unlocked; one that is posted is sent, and unlocked by the same where
  /// it was never held.
  private static func types(of topic: WebhookTopic, _ transfer: JSON) -> [EventType] {
    guard topic == .reward else { return [.unlocked] }
    let settled = transfer["settled_at"].map { $0 != transfer["created_at"] } ?? false
    let wasHeld = settled || transfer["due_at"] != nil || transfer["reasons"] != nil
    return wasHeld ? [.sent] : [.unlocked, .sent]
  }

  private func member(
    _ content: JSON, _ data: JSON
  ) throws -> (CampaignMember, Campaign)? {
    guard let person = content["person"]?.string.flatMap({ PersonID($0) }),
      let campaign = data["campaign"]?.string.flatMap({ CampaignID($0) })
        .flatMap(scope.app.campaign),
      let present = try People(scope).present(person),
      let member = try Members(scope).find(present.id, in: campaign.id)
    else { return nil }
    return (member, campaign)
  }

  // MARK: The member

  private func described(
    _ member: CampaignMember, in campaign: Campaign, as type: EventType
  ) throws -> [JSON.Member] {
    let referral = member.referral
    let (name, email) = try who(referral.person)
    let code = try self.code(of: referral)
    let parts = name.split(on: " ", maxSplits: 1)
    let ahead = try peopleAhead(of: referral.person, in: campaign)
    let fields: KeyValuePairs<String, JSON?> = [
      "list_uuid": .string(campaign.listUUID), "subscriber_id": .string(referral.id.subscriber),
      "response": .string(type.rawValue), "name": .string(name),
      "first_name": .string(parts.first ?? ""),
      "last_name": .string(parts.count == 2 ? parts[1] : ""), "email": .string(email),
      "extra_field": .string(member.detail("extra_field") ?? ""),
      "extra_field_2": .string(member.detail("extra_field_2") ?? ""), "code": .string(code),
      "source": .string(member.detail("source") ?? "direct_visit"),
      "referred": .bool(referral.referrer != nil), "referral": try referrer(of: referral),
      "referral_link": .string(member.referralLink(in: campaign, code: code)),
      "people_ahead": ahead.map(JSON.integer),
      "created_at": .integer(referral.joinedAt.seconds),
    ]
    return fields.compactMap { field in field.value.map { JSON.Member(field.key, $0) } }
  }

  private func who(_ person: PersonID) throws -> (name: String, email: String) {
    let people = People(scope)
    let known = try people.present(person)
    let email = try people.identities(of: person).first { $0.kind == .email }
    return (known?.attributes["name"]?.string ?? "", email?.value ?? "")
  }

  private func code(of referral: Referral) throws -> String {
    try referral.link.flatMap(Links(scope).find)?.code ?? ""
  }

  /// Whoever referred the member: an empty text, an object, or that they are there no more.
  private func referrer(of referral: Referral) throws -> JSON {
    guard let person = referral.referrer else { return "" }
    guard try People(scope).present(person) != nil,
      let member = try Members(scope).find(person, in: referral.campaign), member.leftAt == nil
    else { return "subscriber_deleted" }
    let (name, email) = try who(person)
    let referred = try Leaders(scope, of: referral.campaign).place(of: person)?.confirmed
    return [
      "name": .string(name), "email": .string(email),
      "code": .string(try code(of: member.referral)), "people_referred": .integer(referred ?? 0),
      "points": .integer(try Points(scope).of(person, in: referral.campaign)),
    ]
  }

  /// How many are before the member in a waiting list; `nil` in other campaigns.
  private func peopleAhead(of person: PersonID, in campaign: Campaign) throws -> Int64? {
    try QueuePlaces(scope).standing(of: person, in: campaign)?.peopleAhead
  }

  // MARK: The reward

  private static func reward(_ transfer: JSON, in campaign: Campaign) -> JSON {
    let rule = campaign.rules.first { .id($0.id) == transfer["rule"] }
    let created = transfer["created_at"]?.string.flatMap { Instant($0) }
    return .object([
      "id": transfer["id"], "name": .string(rule?.rule.name ?? ""),
      "status": .string(transfer["state"] == "posted" ? "sent" : "pending"),
      "value": transfer["amount"], "unit": transfer["unit"],
      "coupon_code": transfer["coupon"] ?? "", "created_at": created.map { .integer($0.seconds) },
    ])
  }
}
