import BeckonBasics
import BeckonModel
import Testing

@testable import BeckonServer

/// A shop of a test, whose own server tells of its visitors and products.
struct TestShop: Sendable {
  private let server: TestServer
  let app: TestApp

  init(_ server: TestServer, _ app: TestApp? = nil) {
    self.server = server
    self.app = app ?? server.app
  }

  /// The app is opened on a phone for the first time: what it tells of visits counts from then on.
  func open(on install: String) async throws {
    let answer = try await app.post(
      "/v1/installs", ["install_id": .string(install), "platform": "ios"], as: .publishable)
    #expect(answer.status == 201, "\(answer.text)")
  }

  /// A visitor looks at products, one after the other, in one session. Their ids are those of
  /// installs that nobody need have registered.
  func visit(
    _ visitor: String, _ products: [String], titled title: String? = nil,
    as key: TestApp.Key = .secret
  ) async throws {
    try await visit(["install_id": .string(visitor)], products, title, as: key)
  }

  /// A person does.
  func visit(of person: TestPerson, _ products: [String]) async throws {
    try await visit(["person": .string(person.id)], products)
  }

  /// Visitors, one for each session, look at products at these times.
  func visit(_ sessions: [[(product: String, at: Instant)]]) async throws {
    let events = sessions.enumerated().flatMap { visitor, session in
      session.enumerated().map { place, click -> JSON in
        [
          "id": .string("r\(visitor)-\(place)"), "name": "product_viewed",
          "install_id": .string("real-\(visitor)"), "at": .instant(click.at),
          "properties": ["product_id": .string(click.product)],
        ]
      }
    }
    for start in stride(from: 0, to: events.count, by: 500) {
      let batch = events[start..<min(start + 500, events.count)]
      let answer = try await app.post("/v1/events", ["events": .array(Array(batch))])
      #expect(answer.list("receipts").allSatisfy { $0["status"] == "accepted" })
    }
  }

  private func visit(
    _ subject: JSON, _ products: [String], _ title: String? = nil,
    as key: TestApp.Key = .secret
  ) async throws {
    let events = products.map { product in
      // Each a moment later, as the order of what happens at one time is told by nothing.
      server.clock.withLock { $0 = $0.adding(milliseconds: 100) }
      let event: JSON = [
        "id": .string("\(UInt64.random(in: .min ... .max))"), "name": "product_viewed",
        "properties": .object(
          ["product_id": .string(product), "title": title.map(JSON.string)]),
        "at": server.time(),
      ]
      return event.and(subject)
    }
    let answer = try await app.post("/v1/events", ["events": .array(events)], as: key)
    #expect(answer.list("receipts").allSatisfy { $0["status"] == "accepted" }, "\(answer.text)")
  }

  /// Says something of a product.
  func tell(_ product: String, _ words: JSON) async throws {
    let id: JSON = ["product": .string(product)]
    let answer = try await app.post("/v1/products", ["products": [id.and(words)]])
    #expect(answer.string("receipts.0.status") != "rejected", "\(answer.text)")
  }

  /// Asks what is recommended.
  func ask(_ query: String) async throws -> HTTPAnswer {
    let answer = try await app.get("/v1/recommendations?" + query)
    #expect(answer.status == 200, "\(answer.text)")
    return answer
  }

  /// The ids of the products that are recommended.
  func products(_ query: String) async throws -> [String] {
    try await ask(query).list("items").compactMap { $0["product"]?.string }
  }

  /// Asks until these are recommended.
  func expectSoon(_ products: [String], _ query: String) async throws {
    var last: [String] = []
    for _ in 0..<1_000 {
      last = try await self.products(query)
      if last == products { return }
      // Sleeps because: another server reads by itself what happened, and says nothing of it.
      try await Task.sleep(nanoseconds: 20_000_000)
    }
    Issue.record("\(query): \(last) in place of \(products)")
  }
}
