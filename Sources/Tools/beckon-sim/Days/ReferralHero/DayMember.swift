import BeckonContractReferralHero
import BeckonModel

/// Somebody in the campaign, with what the server has given them.
final class DayMember {
  /// How far they have come.
  enum State: String { case unknown, pending, unconfirmed, confirmed }

  let plan: MemberPlan
  private let shop: MemberShop
  private let network: LossyNetwork
  private let referrer: DayMember?
  private var cookie: String?
  private(set) var id = ""
  private(set) var code = ""
  private(set) var link = ""

  // What is true of them.
  private(set) var state = State.unknown
  private(set) var hasLeft = false
  var wasReferred: Bool { referrer != nil }
  /// What their conversions were worth, as the answer has it.
  var amount: String {
    state == .unconfirmed || state == .confirmed ? value : "0.0"
  }

  /// What their conversion is worth, as decimal text.
  private var value: String {
    let cents = plan.cents % 100
    return "\(plan.cents / 100).\(cents < 10 ? "0" : "")\(cents)"
  }

  init(
    _ plan: MemberPlan, _ shop: MemberShop, _ network: LossyNetwork, referrer: DayMember?
  ) {
    (self.plan, self.shop, self.network, self.referrer) = (plan, shop, network, referrer)
  }

  /// Does a step.
  func take(_ kind: MemberPlan.Kind) throws {
    switch kind {
    case .visit: try visit()
    case .join: try join("subscriber_created")
    case .joinAgain: try join("subscriber_retrieved")
    case .track: try track()
    case .confirm: try confirm()
    case .share:
      try tell("shares", "POST", "/\(id)/click_capture", ["social": "x"], "subscriber_retrieved")
    case .rename:
      try tell("renames", "PATCH", "/\(id)", ["extra_field": "new"], "subscriber_updated")
    case .leave:
      try tell("leaves", "DELETE", "/\(id)", ["timestamp": "1"], "subscriber_deleted")
      hasLeft = true
    }
  }

  private func visit() throws {
    let request = SimulatedRequest(
      method: "GET", path: "/\(MemberShop.list)/universal_link?mwr=\(referrer?.code ?? "")",
      headers: [
        ("X-Forwarded-For", plan.address), ("Accept-Language", "de-DE"),
        (
          "User-Agent",
          "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 "
            + "(KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1"
        ),
      ])
    let answer = try network.send("a visit of member \(plan.number)", request, isOnce: true)
    network.expect("a visit of member \(plan.number)", "302", "\(answer.status)")
  }

  private func join(_ response: String) throws {
    let named: String? =
      switch plan.coming {
      case .byThemselves, .click: nil
      case .code: referrer?.code
      case .link: referrer?.link
      case .id: referrer?.id
      case .mail: referrer?.plan.mail
      }
    let phone: [JSON.Member] =
      plan.isByServer
      ? []
      : [
        JSON.Member("device", "iPhone"), JSON.Member("os_type", "IOS"),
        JSON.Member("screen_size", "393.0 x 852.0"),
      ]
    let body: JSON = .object([
      "email": .string(plan.mail), "name": .string("Member \(plan.number)"),
      "referrer": named.map(JSON.string),
    ])
    let data = try tell(
      "joins", "POST", "", .object((body.members ?? []) + phone), response)
    id = data?["id"]?.string ?? id
    code = data?["code"]?.string ?? code
    link = data?["referral_link"]?.string ?? link
    if state == .unknown { state = .pending }
    network.expect(
      "whether member \(plan.number), who came by \(plan.coming), was referred",
      "\(wasReferred)", "\(data?["referred"]?.bool ?? false)")
  }

  private func track() throws {
    let body: JSON = [
      "email": .string(plan.mail), "transaction_id": .string("order-\(plan.number)"),
      "conversion_value": .string(value),
      "conversion_category": "shoes",
    ]
    let call = wasReferred ? "/track_referral_conversion_event" : "/organic_track_referral"
    try tell("conversions", "POST", call, body, "custom_event_completed")
    state = .unconfirmed
  }

  private func confirm() throws {
    try tell("confirmations", "POST", "/\(id)/confirm", ["timestamp": "1"], "subscriber_confirmed")
    state = .confirmed
  }

  /// Sends a call and looks at its first answer: a step that comes again is refused.
  @discardableResult
  private func tell(
    _ what: String, _ method: String, _ path: String, _ body: JSON, _ response: String
  ) throws -> JSON? {
    var headers = [("X-Forwarded-For", plan.address), ("Content-Type", "application/json")]
    let key = plan.isByServer ? shop.app.secret : shop.app.publishable
    headers.append(("Authorization", key))
    if let cookie { headers.append(("Cookie", cookie)) }
    let request = SimulatedRequest(
      method: method, path: "/api/sdk/v1/lists/\(MemberShop.list)/subscribers\(path)",
      headers: headers, body: body.bytes)
    let about = "\(method) \(path) of member \(plan.number)"
    let answer = try network.send(
      about, request, isOnce: plan.leaves, givesFirst: true)
    network.count(what)
    if let set = answer.headers["set-cookie"] { cookie = String(set.prefix { $0 != ";" }) }
    let data = answer.json?["data"]
    network.expect(
      about, response,
      data?["response"]?.string ?? String(decoding: answer.body, as: UTF8.self))
    return data
  }
}
