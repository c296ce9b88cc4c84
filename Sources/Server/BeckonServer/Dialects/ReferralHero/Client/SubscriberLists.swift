import BeckonContract
import BeckonContractReferralHero
import BeckonEngine
import BeckonModel
import BeckonStore

/// A page of one of this vendor's lists: `?page=` from 1, 50 to a page.
struct SubscriberPage {
  static let rows = 50
  /// The last page that can be asked for; further on are too many rows to skip.
  static let last = 2_000

  let number: Int
  var offset: Int { (number - 1) * Self.rows }

  /// - Throws: `FieldError`.
  init(_ call: Call) throws {
    let number = call.query("page").map { Int($0) } ?? 1
    guard let number, (1...Self.last).contains(number) else {
      throw FieldError("page", "must be a whole number from 1 to \(Self.last)")
    }
    self.number = number
  }

  /// How much there is.
  func json(of total: Int64) -> JSON {
    let pages = max(1, (total + Int64(Self.rows) - 1) / Int64(Self.rows))
    return [
      "total_pages": .integer(pages), "current_page": .integer(number),
      "per_page": .integer(Self.rows), "total_objects": .integer(total),
    ]
  }
}

/// `GET …/subscribers/‹id›/referrals_data`: whom the member has referred, newest first, masked
/// unless the app's server asks.
enum ListSubscriberReferrals {
  static func prepare(_ call: Call) throws -> Work {
    let campaign = try call.list()
    let page = try SubscriberPage(call)
    return .read { scope in
      let subscriber = try call.subscriber(in: campaign, scope)
      try subscriber.requireOwn()
      let person = subscriber.member.referral.person
      let members = try Members(scope).referred(
        by: person, in: campaign.id, offset: page.offset, limit: SubscriberPage.rows)
      let rows = try members.map { try $0.listed(in: campaign, call, scope) }
      let total = try Members(scope).count(referredBy: person, in: campaign.id)
      return .json(
        ReferralHeroAnswer(
          [
            JSON.Member("subscribers", .array(rows)), JSON.Member("rewards", []),
            JSON.Member("pagination", page.json(of: total)),
          ], .listed, at: call.now
        ).json)
    }
  }
}

/// `GET …/leaderboard`: the members with most referrals, in a contest those with most points.
enum ListSubscriberLeaders {
  static func prepare(_ call: Call) throws -> Work {
    let campaign = try call.list()
    let count = call.query("count").map { Int($0) } ?? 10
    guard let count, (1...100).contains(count) else {
      throw FieldError("count", "must be a whole number from 1 to 100")
    }
    return .read { scope in
      let rows = try members(count, of: campaign, scope).map {
        try $0.listed(in: campaign, call, scope)
      }
      return .json(
        ReferralHeroAnswer(
          [JSON.Member("ranking", .array(rows)), JSON.Member("count", .integer(rows.count))],
          .listed, at: call.now
        ).json)
    }
  }

  /// Pages of the board that are looked at for members who have not left.
  private static let pagesMax = 10

  private static func members(
    _ count: Int, of campaign: Campaign, _ scope: Scope
  ) throws -> [CampaignMember] {
    let board = LeaderboardRows(
      scope: scope, campaign: campaign.id, order: campaign.kind.leaderboardOrder)
    var found: [CampaignMember] = []
    var page = try board.page(behind: nil, limit: count)
    for _ in 1...pagesMax where !page.isEmpty && found.count < count {
      found += try page.compactMap { leader in
        try Members(scope).find(leader.person, in: campaign.id)
      }.filter { $0.leftAt == nil }
      page = try board.page(behind: page.last?.cursor, limit: count)
    }
    return Array(found.prefix(count))
  }
}

/// `GET …/subscribers/‹id›/rewards`: what the campaign's rules have given the member.
enum ListSubscriberRewards {
  static func prepare(_ call: Call) throws -> Work {
    let campaign = try call.list()
    return .read { scope in
      let subscriber = try call.subscriber(in: campaign, scope)
      try subscriber.requireOwn()
      var filter = FoundTransfers.Filter()
      filter.person = subscriber.member.referral.person
      filter.campaign = campaign.id
      filter.kind = .reward
      let found = try FoundTransfers(scope).page(
        filter, behind: nil, limit: SubscriberPage.rows)
      let rules = Dictionary(
        campaign.rules.map { (TextKey($0.id.text), $0.rule.name) }
      ) { first, _ in first }
      let rows = found.rows.map { SubscriberReward($0.json, rules: rules).json }
      return .json(
        ReferralHeroAnswer(
          [
            JSON.Member("subscribers", []), JSON.Member("rewards", .array(rows)),
            JSON.Member(
              "pagination",
              [
                "total_pages": 1, "current_page": 1, "per_page": .integer(SubscriberPage.rows),
                "total_objects": .integer(rows.count),
              ]),
          ], .rewards, at: call.now
        ).json)
    }
  }
}

/// A reward as this vendor's clients read it, of a transfer as the native API has it.
private struct SubscriberReward {
  let json: JSON

  init(_ transfer: JSON, rules: [TextKey: String]) {
    let rule = transfer["rule"]?.string ?? ""
    let created = transfer["created_at"]?.string.flatMap { Instant($0) }
    json = .object([
      "id": transfer["id"], "name": .string(rules[TextKey(rule)] ?? ""),
      "status": .string(Self.status(transfer["state"]?.string ?? "")),
      "value": transfer["amount"], "unit": transfer["unit"],
      "coupon_code": transfer["coupon"] ?? "", "image_url": "",
      "created_at": created.map { .integer($0.seconds) },
    ])
  }

  /// The state in this vendor's words.
  private static func status(_ state: String) -> String {
    switch state {
    case "posted": "sent"
    case "voided": "canceled"
    default: "pending"
    }
  }
}

extension CampaignMember {
  /// The member in a list that others read.
  fileprivate func listed(
    in campaign: Campaign, _ call: Call, _ scope: Scope
  ) throws -> JSON {
    var answer = try Subscriber(self, in: campaign, call, scope).answer(call)
    if call.proof.key != .secret {
      // Lists show others, also to an app that lets its clients change members.
      let people = People(scope)
      let identities = try people.identities(of: referral.person)
      for name in SubscriberAnswer.textNames where !Self.shown.contains(name) {
        answer.texts[TextKey(name)] = nil
      }
      for identity in identities {
        answer.texts[TextKey(identity.kind.referralHeroName)] = identity.masked
      }
      answer.texts[TextKey("name")] =
        try people.present(referral.person)?.shownName(to: call.proof.key)
      answer.referredBy = nil
    }
    return .object(answer.members)
  }

  private static let shown = Set(texts: ["host", "referral_link", "universal_link"])
}
