import BeckonEngine
import BeckonModel
import TestMail
import Testing

@testable import BeckonServer

/// What tests of reminders have in common: a shop with two products, and Ana, who has said yes to
/// mails and whose address the shop knows.
struct ReminderShop {
  let server: TestServer
  let mails: MailServer
  let texts: TextLog
  let ana: TestPerson

  var app: TestApp { server.app }

  /// A phone of whom nobody knows.
  static let browser = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1"

  static let basket: JSON = [
    "name": "Basket", "cause": "abandoned_basket", "channels": ["mail"], "delay_minutes": 60,
    "texts": [
      "en": [
        "subject": "{product} is waiting", "text": "Hi {name},\n\n{product} costs {price}.",
        "sms": "{product} is waiting: {link}",
      ]
    ],
  ]
  static let drop: JSON = [
    "name": "Drop", "cause": "price_drop", "channels": ["mail"],
    "smallest_drop": ["percent": 10],
    "texts": [
      "en": [
        "subject": "{product}: {old_price}, now {price}", "text": "Only {price}",
        "sms": "Now {price}",
      ]
    ],
  ]

  /// Runs `body` in such a shop, at nine in the morning.
  static func run(
    _ settings: JSON = [:], runsLoops: Bool = false,
    _ body: (ReminderShop) async throws -> Void
  ) async throws {
    let (mails, log) = (try MailServer(), TextLog())
    let gateways = try [MailGateway(mails.url)]
    try await TestServer.run(
      runsLoops: runsLoops, mailGateways: gateways, smsGateways: [.log], log: log.note
    ) { server in
      let app = server.app
      let own: JSON = [
        "mail": ["from": "shop@example.com"], "cart_url": "https://shop.example/cart",
        "currency": "EUR",
      ]
      try await app.set(.object((own.members ?? []) + (settings.members ?? [])))
      try await app.setTexts()
      for (id, title, price) in [("shoe", "Red shoe", "20.00"), ("boot", "Boot", "50.00")] {
        let told: JSON = [
          "title": .string(title), "price": .string(price), "currency": "EUR",
          "url": .string("https://shop.example/p/" + id),
        ]
        #expect(try await app.send("PUT", "/v1/products/" + id, told).status == 201)
      }
      let ana = try await app.person("ana")
      try await body(ReminderShop(server: server, mails: mails, texts: log, ana: ana))
    }
  }

  /// Makes a reminder, and gives its path.
  func reminder(_ body: JSON = basket, _ more: JSON = [:]) async throws -> String {
    let names = Set(texts: (more.members ?? []).map(\.name))
    let kept = (body.members ?? []).filter { !names.contains(TextKey($0.name)) }
    let made = try await app.post("/v1/reminders", .object(kept + (more.members ?? [])))
    #expect(made.status == 201, "\(made.text)")
    return "/v1/reminders/" + (try #require(made.string("id")))
  }

  /// The app's server tells that somebody put a product into their basket.
  func add(_ product: String, by person: TestPerson, id: String) async throws {
    let receipt = try await app.event(
      "basket_changed", id: id, of: person, ["step": "add", "product_id": .string(product)])
    #expect(receipt["status"] == "accepted", "\(receipt)")
  }

  /// The same of a look at a product.
  func view(_ product: String, by person: TestPerson, id: String) async throws {
    let receipt = try await app.event(
      "product_viewed", id: id, of: person, ["product_id": .string(product)])
    #expect(receipt["status"] == "accepted", "\(receipt)")
  }

  /// The same of a purchase.
  func buy(_ product: String, by person: TestPerson, order: String) async throws {
    let receipt = try await app.event(
      "purchase", id: "buy " + order, of: person,
      [
        "order_id": .string(order), "total": "20.00", "currency": "EUR",
        "products": [["product_id": .string(product), "price": "20.00"]],
      ])
    #expect(receipt["status"] == "accepted", "\(receipt)")
  }

  /// The app's server tells a product's price.
  func price(_ product: String, _ price: String) async throws {
    let told = try await app.patch("/v1/products/" + product, ["price": .string(price)])
    #expect(told.status == 200, "\(told.text)")
  }

  /// What was decided, the last first: states, or reasons where there are any.
  func decisions(_ path: String, _ query: String = "") async throws -> [String] {
    let answer = try await app.get(path + "/decisions" + query)
    #expect(answer.status == 200, "\(answer.text)")
    return answer.list("decisions").map { decision in
      let state = decision["state"]?.string ?? ""
      return decision["reason"]?.string.map { state + " " + $0 } ?? state
    }
  }

  /// Somebody follows a link.
  func follow(_ link: String, address: String = "203.0.113.9") async throws -> HTTPAnswer {
    let code = link.split(separator: "/").last.map(String.init) ?? ""
    return try await app.call(
      "GET", "/" + code, as: .none,
      headers: [("User-Agent", Self.browser), ("X-Forwarded-For", address)])
  }
}

extension TestApp {
  /// Somebody whom the shop's server knows with a mail address and a number, and who has said yes.
  func person(
    _ name: String, consent: JSON = ["mail": true], phone: String? = nil
  ) async throws -> TestPerson {
    var more: JSON = [
      "email": .string(name + "@example.org"), "attributes": ["name": .string(name)],
    ]
    if let phone { more = .object((more.members ?? []) + [JSON.Member("phone", .string(phone))]) }
    let person = try await signUp(name, more: more)
    let said = try await patch(person.path, ["contact_consent": consent])
    #expect(said.status == 200, "\(said.text)")
    return person
  }

  /// Makes a reminder that goes to the app's own server, and gives its id.
  func silentReminder() async throws -> String {
    try await set(["cart_url": "https://shop.example/cart"])
    let made = try await post(
      "/v1/reminders",
      ["name": "Basket", "cause": "abandoned_basket", "channels": ["webhook"]])
    return try #require(made.string("id"), "\(made.text)")
  }
}
