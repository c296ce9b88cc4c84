import BeckonContract
import BeckonContractReferralHero
import BeckonEngine
import BeckonModel
import BeckonStore

/// Groups of coupons, each of which is a pool that rules name by the group's name, which is its id
/// too: `…/coupon_groups` and `…/coupons`.
enum CouponGroups {
  /// Coupons of one call.
  private static let couponsMax = 10_000

  /// `GET …/coupon_groups?page=`.
  static func list(_ call: Call) throws -> Work {
    let campaign = try call.list()
    let page = try SubscriberPage(call)
    return .read { scope in
      let pools = CouponPools(scope)
      let rows = try pools.page(of: campaign.id, page.window).map {
        JSON.object($0.members(coupons: try pools.coupons(in: $0.name, call, scope)))
      }
      return call.answered(
        [
          JSON.Member("coupon_groups", .array(rows)),
          JSON.Member("pagination", page.json(of: try pools.count(of: campaign.id))),
        ], .couponGroups)
    }
  }

  /// `POST …/coupon_groups` `{name, coupons?, active?}`.
  static func create(_ call: Call) throws -> Work {
    let campaign = try call.list()
    let fields = try call.subscriberFields()
    guard let name = try fields.text("name", max: Limits.wordBytes) else {
      throw Problem(ReferralHeroFailure(.noName, "Send 'name', what the group is called."))
    }
    let codes = try codes(fields) ?? []
    let isActive = try fields.bool("active") ?? true
    return .write { scope in
      let pools = CouponPools(scope)
      guard try pools.count(of: campaign.id) < CouponPools.poolsMax else {
        throw FieldError("", "would be more than \(CouponPools.poolsMax) groups of the campaign")
      }
      guard try pools.make(name, in: campaign.id, isActive: isActive) else {
        throw FieldError("name", "is the name of another pool of coupons of this app")
      }
      _ = try Coupons(scope).add(codes, to: name)
      return try answer(name, campaign, call, scope, .couponGroupCreated)
    }
  }

  /// `GET …/coupon_groups/‹id›`.
  static func read(_ call: Call) throws -> Work {
    let campaign = try call.list()
    return .read { scope in
      try answer(call.parameters[1], campaign, call, scope, .couponGroups)
    }
  }

  /// `POST …/coupon_groups/‹id›` `{active}`.
  static func update(_ call: Call) throws -> Work {
    let campaign = try call.list()
    let fields = try call.subscriberFields()
    guard let isActive = try fields.bool("active") else {
      throw FieldError("active", "must be true or false; a group's name cannot be changed")
    }
    return .write { scope in
      let pool = try find(call.parameters[1], campaign, scope)
      try CouponPools(scope).set(isActive: isActive, of: pool.name)
      return try answer(pool.name, campaign, call, scope, .couponGroupUpdated)
    }
  }

  /// `DELETE …/coupon_groups/‹id›`.
  static func delete(_ call: Call) throws -> Work {
    let campaign = try call.list()
    return .write { scope in
      let pool = try find(call.parameters[1], campaign, scope)
      try CouponPools(scope).remove(pool.name)
      return call.answered(pool.members(coupons: []), .couponGroupDeleted)
    }
  }

  /// `GET …/coupon_groups/‹id›/coupons?page=`.
  static func coupons(_ call: Call) throws -> Work {
    let campaign = try call.list()
    let page = try SubscriberPage(call)
    return .read { scope in
      let pool = try find(call.parameters[1], campaign, scope)
      let pools = CouponPools(scope)
      let rows = try pools.coupons(in: pool.name, call, scope, page.window)
      return call.answered(
        [
          JSON.Member("coupons", .array(rows)),
          JSON.Member("pagination", page.json(of: try pools.couponCount(in: pool.name))),
        ], .couponGroups)
    }
  }

  /// `POST …/coupons` `{coupon_group_id, coupons}`.
  static func add(_ call: Call) throws -> Work {
    try change(call) { pool, codes, call, scope in
      let added = try Coupons(scope).add(codes, to: pool.name)
      return call.answered([JSON.Member("added", .integer(added))], .couponsAdded)
    }
  }

  /// `DELETE …/coupons` `{coupon_group_id, coupons}`: those that nobody has.
  static func remove(_ call: Call) throws -> Work {
    try change(call) { pool, codes, call, scope in
      let removed = try CouponPools(scope).remove(codes, from: pool.name)
      return call.answered([JSON.Member("deleted", .integer(removed))], .couponsDeleted)
    }
  }

  private static func change(
    _ call: Call,
    _ body: @escaping @Sendable (CouponPools.Pool, [String], Call, Scope) throws -> Reply
  ) throws -> Work {
    let campaign = try call.list()
    let fields = try call.subscriberFields()
    let name = try fields.text("coupon_group_id", max: Limits.wordBytes) ?? ""
    guard let codes = try codes(fields), !codes.isEmpty else {
      throw FieldError("coupons", "must be a list of 1 to \(couponsMax) codes")
    }
    return .write { scope in try body(find(name, campaign, scope), codes, call, scope) }
  }

  private static func codes(_ fields: SubscriberFields) throws -> [String]? {
    try fields.texts("coupons", max: couponsMax, each: Limits.codeBytes)
  }

  private static func find(
    _ name: String, _ campaign: Campaign, _ scope: Scope
  ) throws -> CouponPools.Pool {
    guard let pool = try CouponPools(scope).find(name, in: campaign.id) else {
      throw Problem(
        ReferralHeroFailure(
          .couponGroupNotFound, "The campaign has no such group: GET …/coupon_groups lists them."))
    }
    return pool
  }

  private static func answer(
    _ name: String, _ campaign: Campaign, _ call: Call, _ scope: Scope,
    _ response: ReferralHero.Response
  ) throws -> Reply {
    let pool = try find(name, campaign, scope)
    let coupons = try CouponPools(scope).coupons(in: pool.name, call, scope)
    return call.answered(pool.members(coupons: coupons), response)
  }
}

extension CouponPools {
  /// Coupons of a group that are told with it; the others are on the pages of `…/coupons`.
  fileprivate static let shownMax = 100

  /// Coupons of a pool as the app's server reads them.
  fileprivate func coupons(
    in pool: String, _ call: Call, _ scope: Scope,
    _ window: ListWindow = ListWindow(offset: 0, limit: CouponPools.shownMax)
  ) throws -> [JSON] {
    try coupons(in: pool, window).map { coupon in
      [
        "code": .string(coupon.code), "available": .bool(coupon.reward == nil),
        "email_id": .string(
          try coupon.person.map { try People(scope).address(of: $0, to: call.proof.key) } ?? ""),
        "sent_at": coupon.sentAt.map { .integer($0.seconds) } ?? .null,
        "created_at": coupon.addedAt.map { .integer($0.seconds) } ?? .null,
      ]
    }
  }
}

extension CouponPools.Pool {
  /// The group as the app's server reads it.
  fileprivate func members(coupons: [JSON]) -> [JSON.Member] {
    let told: JSON = [
      "id": .string(name), "name": .string(name), "active": .bool(isActive),
      "created_at": .integer(madeAt.seconds), "coupons": .array(coupons),
    ]
    return told.members ?? []
  }
}
