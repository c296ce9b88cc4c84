import BeckonContract
import BeckonContractReferralHero
import BeckonEngine
import BeckonModel
import BeckonStore

/// Members for the app's server: all of them in an order, or those of whom it knows something.
enum FindSubscribers {
  /// `GET …/subscribers?page=&sort_by=`.
  static func all(_ call: Call) throws -> Work {
    let (order, isDown) = try order(call)
    let page = try SubscriberPage(call, by: "sort_by")
    return try list(call, page, order, isDown: isDown, named: nil)
  }

  /// `GET …/subscribers/search_by_name?name=`.
  static func byName(_ call: Call) throws -> Work {
    guard let name = try call.subscriberFields().text("name", max: Limits.nameBytes) else {
      throw Problem(ReferralHeroFailure(.noName, "Send 'name', a part of what they are called."))
    }
    let page = try SubscriberPage(call, by: "name")
    return try list(call, page, .registration, isDown: true, named: name)
  }

  private static func list(
    _ call: Call, _ page: SubscriberPage, _ order: MemberLists.Order, isDown: Bool,
    named name: String?
  ) throws -> Work {
    let campaign = try call.list()
    return .read { scope in
      let lists = MemberLists(scope, of: campaign.id)
      let members = try lists.page(order, isDown: isDown, named: name, page.window)
      return try call.answered(
        members, page, of: lists.count(named: name), in: campaign, scope)
    }
  }

  /// `sort_by`: a column, with `_asc` or `_desc` behind it. Without that, `registration` begins
  /// with the newest, and the others with the least.
  private static func order(_ call: Call) throws -> (MemberLists.Order, isDown: Bool) {
    guard let word = call.query("sort_by"), !word.isEmpty else { return (.registration, true) }
    let ends: [(end: String, isDown: Bool?)] = [("_desc", true), ("_asc", false), ("", nil)]
    for (end, isDown) in ends where word.hasSuffix(end) {
      let column = word.prefix(bytes: word.utf8.count - end.utf8.count)
      guard let order = MemberLists.Order(word: column) else { continue }
      return (order, isDown ?? (order == .registration))
    }
    let known = MemberLists.Order.allCases.map(\.rawValue).joined(separator: ", ")
    throw FieldError("sort_by", "must be one of \(known), with _asc or _desc behind it")
  }

  /// `GET …/subscribers/retrieve_by_email?email=`, or by another identifier.
  static func byIdentity(_ call: Call) throws -> Work {
    let campaign = try call.list()
    let request = try SubscriberRequest(call, campaign)
    try request.requireIdentity()
    return .read { scope in
      try call.answered(call.subscriber(request, in: campaign, scope), .retrieved)
    }
  }

  /// `GET …/subscribers/retrieve_by_mwr?mwr=`: by the referral code, or a link with it.
  static func byCode(_ call: Call) throws -> Work {
    let campaign = try call.list()
    let request = try SubscriberRequest(call, campaign)
    guard request.referrer != nil else {
      throw FieldError("mwr", "is missing: a member's referral code, or a link with it")
    }
    return .read { scope in
      guard case .code(let code)? = request.referrer,
        let person = try Links(scope).find(code: code)?.referrer.flatMap(People(scope).present),
        let member = try Members(scope).find(person.id, in: campaign.id), member.leftAt == nil
      else { throw Problem(ReferralHeroFailure.noSubscriber) }
      return try call.answered(Subscriber(member, in: campaign, call, scope), .retrieved)
    }
  }
}

/// Whom a member has referred, whom these have, and whom these have: `GET …/level_1_referrals` and
/// the like.
enum ListLevel {
  static func prepare(_ call: Call, _ level: Int, areConfirmed: Bool) throws -> Work {
    let campaign = try call.list()
    let page = try SubscriberPage(call)
    return .read { scope in
      let person = try call.subscriber(in: campaign, scope).member.referral.person
      let lists = MemberLists(scope, of: campaign.id)
      let members = try lists.referred(
        by: person, level: level, areConfirmed: areConfirmed, page.window)
      let total = try lists.count(referredBy: person, level: level, areConfirmed: areConfirmed)
      return try call.answered(members, page, of: total, in: campaign, scope)
    }
  }
}

extension Call {
  /// A page of members.
  fileprivate func answered(
    _ members: [CampaignMember], _ page: SubscriberPage, of total: Int64, in campaign: Campaign,
    _ scope: Scope
  ) throws -> Reply {
    let rows = try members.map { try $0.listed(in: campaign, self, scope) }
    return answered(
      [
        JSON.Member("subscribers", .array(rows)),
        JSON.Member("pagination", page.json(of: total)),
      ], .listed)
  }
}
