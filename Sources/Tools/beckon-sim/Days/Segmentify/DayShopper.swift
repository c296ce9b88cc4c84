import BeckonContractSegmentify
import BeckonModel

/// Somebody in the shop, with what is true of each of their devices.
final class DayShopper {
  /// Which client a device has.
  enum Client: CaseIterable, Sendable {
    /// The vendor's for iOS: one event a request, none of which has a key.
    case vendor
    /// A page: events in arrays, the key in a header.
    case page
    /// Beckon's face, whose queue has a key for each request.
    case face
  }

  /// A device, and what was done on it.
  final class Device {
    let client: Client
    let address: String
    fileprivate(set) var visitor = ""
    fileprivate var session = ""
    /// How many visitors were meant by its id: who comes after a log-out is another.
    fileprivate(set) var visitors = 1
    /// Names of facts, of all visitors.
    fileprivate(set) var facts: [String: Int] = [:]
    /// Products that were looked at and more, with the number of the session.
    fileprivate(set) var actions: [String] = []
    fileprivate(set) var sessions = 0
    fileprivate(set) var isSignedIn = false
    /// Products at which the visitor of now looked, the last first.
    fileprivate(set) var seen: [String] = []
    /// What was bought, with what is known of it.
    fileprivate(set) var orders: [ShopperPlan.Buy: (at: Instant, isConfirmed: Bool)] = [:]

    init(_ client: Client, _ address: String) { (self.client, self.address) = (client, address) }

    fileprivate func note(_ fact: String) { facts[fact, default: 0] += 1 }
  }

  let plan: ShopperPlan
  let devices: [Device]
  private let shop: ShopperShop
  private let network: LossyNetwork
  private let server: FraudServer
  private var requests = 0

  init(
    _ plan: ShopperPlan, _ shop: ShopperShop, _ network: LossyNetwork, _ server: FraudServer
  ) {
    (self.plan, self.shop, self.network, self.server) = (plan, shop, network, server)
    devices = plan.clients.enumerated().map { Device($1, plan.address($0)) }
  }

  /// Does a step.
  func take(_ step: ShopperPlan.Step) throws {
    let device = devices[step.device]
    switch step.kind {
    case .open: try open(device)
    case .look(let product): try look(product, device)
    case .search: try tell(device, "SEARCH", "search", ["query": "shoe", "type": "instant"])
    case .add(let product): try change("add", product, device)
    case .remove(let product): try change("remove", product, device)
    case .checkOut:
      try tell(device, "CHECKOUT", "checkout_step", ["step": "customer"])
    case .buy(let buy): try self.buy(buy, device)
    case .confirm(let buy): try confirm(buy, device)
    case .signIn:
      let user: JSON = ["step": "signin", "externalId": .string(plan.userID)]
      try tell(device, "USER_OPERATIONS", "shop_user_login", user)
      device.isSignedIn = true
    case .signOut:
      try tell(device, "USER_OPERATIONS", "shop_user_logout", ["step": "signout"])
      device.visitors += 1
      (device.isSignedIn, device.seen) = (false, [])
    }
  }

  // MARK: Steps

  private func open(_ device: Device) throws {
    if device.visitor.isEmpty {
      let ids = try ids(2, device)
      (device.visitor, device.session) = (ids.first ?? "", ids.last ?? "")
    } else if device.client != .vendor {
      // The vendor's asks too, and then goes on with the session that it had.
      device.session = try ids(1, device).first ?? ""
    }
    device.sessions += 1
    try tell(device, "PAGE_VIEW", "page_viewed", ["category": "Home Page"])
  }

  private func ids(_ count: Int, _ device: Device) throws -> [String] {
    let path = "/get/key" + (device.client == .page ? "/v1.json" : "") + "?count=\(count)"
    let answer = try network.send(
      "new ids", SimulatedRequest(method: "GET", path: path, headers: headers(device)))
    let ids = (answer.json?.elements ?? []).compactMap(\.string)
    network.expect("how many ids come", "\(count)", "\(ids.count)")
    return ids
  }

  private func look(_ product: Int, _ device: Device) throws {
    let id = ShopperShop.id(product)
    let view = event(
      device, "PRODUCT_VIEW",
      [
        "productId": .string(id), "title": .string("Seen \(product)"),
        "price": .string(ShopperShop.decimal(ShopperShop.price(product))),
        "currency": .string(ShopperShop.currency), "url": .string("https://shop.example/" + id),
      ])
    // A page tells of itself and of what it shows at once.
    let page = event(device, "PAGE_VIEW", ["category": "Product Page"])
    try send(device.client == .page ? [page, view] : [view], about: "PRODUCT_VIEW", device)
    device.note("product_viewed")
    if device.client == .page { device.note("page_viewed") }
    note("view", id, device)
    device.seen.removeAll { $0 == id }
    device.seen.insert(id, at: 0)
  }

  private func note(_ kind: String, _ product: String, _ device: Device) {
    device.actions.append("\(kind) \(product) in \(device.sessions)")
  }

  private func change(_ step: String, _ product: Int, _ device: Device) throws {
    let id = ShopperShop.id(product)
    try tell(
      device, "BASKET_OPERATIONS", "basket_changed",
      ["step": .string(step), "productId": .string(id), "quantity": "2"])
    note("basket_" + step, id, device)
  }

  private func buy(_ buy: ShopperPlan.Buy, _ device: Device) throws {
    device.orders[buy] = (server.now, false)
    for again in 0..<(buy.isRepeated ? 2 : 1) {
      server.set(server.now.adding(milliseconds: Int64(again) * 20_000))
      try send([purchase(buy, device)], about: "a purchase", device)
    }
    note("purchase", ShopperShop.id(buy.product), device)
    network.count(buy.hasOrder ? "orders" : "orders without a number")
  }

  private func confirm(_ buy: ShopperPlan.Buy, _ device: Device) throws {
    let request = SimulatedRequest(
      path: "/add/events/v1.json?apiKey=" + shop.app.secret, body: purchase(buy, device).bytes)
    // When the server says that it was bought counts, whatever the client said.
    device.orders[buy] = (server.now, true)
    // Without a key the server's second word within half an hour is the same purchase.
    let answer = try network.send("a purchase by the server", request, isOnce: !buy.hasOrder)
    expectSuccess(answer, "a purchase by the server")
    network.count("confirmed orders")
  }

  private func purchase(_ buy: ShopperPlan.Buy, _ device: Device) -> JSON {
    let price = ShopperShop.price(buy.product)
    let order: JSON = [
      "step": "purchase", "totalPrice": .string(ShopperShop.decimal(price * Int64(buy.quantity))),
      "currency": .string(ShopperShop.currency),
      "productList": [
        ["productId": .string(ShopperShop.id(buy.product)), "quantity": .integer(buy.quantity)]
      ],
    ]
    // Numbers and texts are the same order.
    let number: JSON = device.client == .page ? .integer(buy.number) : .string("\(buy.number)")
    let members = buy.hasOrder ? [JSON.Member("orderNo", number)] : []
    return event(device, "CHECKOUT", .object((order.members ?? []) + members))
  }

  // MARK: Sending

  private func event(_ device: Device, _ name: String, _ more: JSON) -> JSON {
    let usual: JSON = [
      "name": .string(name), "userId": .string(device.visitor),
      "sessionId": .string(device.session), "os": "ios", "lang": "EN",
    ]
    return .object((usual.members ?? []) + (more.members ?? []))
  }

  private func tell(_ device: Device, _ name: String, _ fact: String, _ more: JSON) throws {
    try send([event(device, name, more)], about: name, device)
    device.note(fact)
  }

  private func headers(_ device: Device) -> [(name: String, value: String)] {
    [("X-Forwarded-For", device.address), ("Origin", "shop.example")]
  }

  private func send(_ events: [JSON], about: String, _ device: Device) throws {
    requests += 1
    var path = "/add/events/v1.json"
    var headers = headers(device) + [("Content-Type", "text/plain")]
    switch device.client {
    case .vendor: path += "?apiKey=" + shop.app.publishable
    case .page: headers.append((Segmentify.keyHeader, shop.app.publishable))
    case .face:
      path += "?apiKey=" + shop.app.publishable
      headers.append(("Idempotency-Key", "shopper-\(plan.number)-\(requests)"))
    }
    let request = SimulatedRequest(
      path: path, headers: headers,
      body: device.client == .page ? JSON.array(events).bytes : events[0].bytes)
    let answer = try network.send(about, request, isOnce: device.client != .face)
    expectSuccess(answer, about)
    network.count(about)
  }

  private func expectSuccess(_ answer: SimulatedAnswer, _ about: String) {
    network.expect(
      "the answer to \(about)", "SUCCESS",
      answer.json?["statusCode"]?.string ?? String(decoding: answer.body, as: UTF8.self))
  }
}
