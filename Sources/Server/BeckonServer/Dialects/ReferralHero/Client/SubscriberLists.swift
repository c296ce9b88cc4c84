import BeckonContract
import BeckonContractReferralHero
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// A page of one of this vendor's lists: `?page=` from 1, 50 to a page unless an app's server asks
/// for others by `?per_page=`.
struct SubscriberPage {
  static let rows = 50
  /// The last page that can be asked for; further on are too many rows to skip.
  static let last = 2_000

  let number: Int
  /// Rows of a page.
  let rows: Int
  var window: ListWindow { ListWindow(offset: (number - 1) * rows, limit: rows) }

  /// - Parameter names: by what else an app's server may ask this list.
  /// - Throws: `FieldError`.
  init(_ call: Call, by names: String..., rows: Int = SubscriberPage.rows) throws {
    self.rows = try call.isReferralHeroServer ? Self.rows(call, names) ?? rows : rows
    let number = call.query("page").map { Int($0) } ?? 1
    guard let number, (1...Self.last).contains(number) else {
      throw FieldError("page", "must be a whole number from 1 to \(Self.last)")
    }
    self.number = number
  }

  /// What is not understood is refused: a filter that is passed over shows other people's rows.
  private static func rows(_ call: Call, _ names: [String]) throws -> Int? {
    let known = Set(texts: ["page", "per_page", "api_token"] + names)
    if let name = call.request.query.first(where: { !known.contains(TextKey($0.name)) })?.name {
      throw FieldError(NameSuggestion.shown(name), "is nothing by which this list can be asked")
    }
    guard let text = call.query("per_page") else { return nil }
    guard let rows = Int(text), (1...100).contains(rows) else {
      throw FieldError("per_page", "must be a whole number from 1 to 100")
    }
    return rows
  }

  /// How much there is.
  func json(of total: Int64) -> JSON {
    let pages = max(1, (total + Int64(rows) - 1) / Int64(rows))
    return [
      "total_pages": .integer(pages), "current_page": .integer(number),
      "per_page": .integer(rows), "total_objects": .integer(total),
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
      let lists = MemberLists(scope, of: campaign.id)
      let members = try lists.referred(by: person, page.window)
      let rows = try members.map { try $0.listed(in: campaign, call, scope, ofReferrer: true) }
      let total = try lists.count(referredBy: person)
      return call.answered(
        [
          JSON.Member("subscribers", .array(rows)), JSON.Member("rewards", []),
          JSON.Member("pagination", page.json(of: total)),
        ], .listed)
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
      return call.answered(
        [JSON.Member("ranking", .array(rows)), JSON.Member("count", .integer(rows.count))],
        .listed)
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

extension CampaignMember {
  /// The member in a list that others read.
  /// - Parameter ofReferrer: whether it is the list of whom somebody has referred.
  func listed(
    in campaign: Campaign, _ call: Call, _ scope: Scope, ofReferrer: Bool = false
  ) throws -> JSON {
    var answer = try Subscriber(self, in: campaign, call, scope).answer(call)
    if call.proof.key != .secret {
      // Lists show others, also to an app that lets its clients change members.
      let people = People(scope)
      let identities = try people.identities(of: referral.person)
      for name in SubscriberAnswer.textNames where !Self.shown.contains(name) {
        answer.texts[TextKey(name)] = nil
      }
      // A match that is too weak to name the referrer is too weak to tell them of anybody.
      if !ofReferrer || referral.referrer(to: call.proof.key) != nil {
        for identity in identities {
          answer.texts[TextKey(identity.kind.referralHeroName)] = identity.masked
        }
        answer.texts[TextKey("name")] =
          try people.present(referral.person)?.shownName(to: call.proof.key)
      }
      answer.referredBy = nil
    }
    return .object(answer.members(isForServer: call.isReferralHeroServer))
  }

  private static let shown = Set(texts: ["host", "referral_link", "universal_link"])
}
