import BeckonModel
import Foundation
import TestPrograms
import Testing

/// What is recommended rests on what is stored, and on nothing that a process knew; and on as much
/// of it as there is room for.
@Suite(.serialized) struct RecommendationCrashTests {
  private static let queries = [
    "product=p1", "product=p7&method=also_viewed", "install_id=v3&count=10", "method=popular",
    "category=Even&product=p4",
  ]

  /// How large a shop is, and how much is done there.
  struct Size: Sendable {
    let products: Int
    let views: Int

    static let small = Size(products: 12, views: 400)
    /// `BECKON_TEST_ALL` is for the nights.
    static let large =
      ProcessInfo.processInfo.environment["BECKON_TEST_ALL"] == nil
      ? Size(products: 2_000, views: 20_000) : Size(products: 100_000, views: 1_000_000)
  }

  @Test(
    "A server that was killed recommends the same as before, once it has read what is stored",
    arguments: [Size.small, .large])
  func killed(_ size: Size) async throws {
    let folder = try TemporaryFolder()
    let key = try await AppKeys(folder).secret
    let before = try await Self.lists(folder, key) { server in
      try await Self.tell(size.products, server, key)
      // A view of one product at one time is one view, so each has its own second.
      let start = Int64(Date().timeIntervalSince1970) - Int64(size.views)
      try await Self.view(size.views, since: start, server, key) { number in
        // In a small shop a few products are looked at by many.
        let mixed =
          size.products < 100 ? number * number / 7 + number : number &* 2_654_435_761 >> 7
        return (visitor: number / 5, product: mixed % size.products)
      }
      try await Self.expectRead(Int64(size.views), server)
    }
    #expect(before.allSatisfy { !$0.isEmpty }, "\(before)")
    let after = try await Self.lists(folder, key) { server in
      try await Self.expectRead(Int64(size.views), server)
    }
    #expect(before == after)
  }

  @Test("A shop of which not all fits is answered by what does, and the answer says since when")
  func tooLarge() async throws {
    let folder = try TemporaryFolder()
    let key = try await AppKeys(folder).secret
    let server = try await RunningServer(folder, "--recommendation-megabytes", "1")
    let start = Int64(Date().timeIntervalSince1970) - 40_000
    try await Self.view(15_000, since: start, server, key) { number in
      (visitor: number / 2, product: number * 7 % 50)
    }
    var answer = try await server.get("/v1/recommendations?product=p1", key: key)
    for _ in 0..<6_000 where answer.json["held_since"] == nil {
      // Sleeps because: the server reads by itself, and says nothing of it.
      try await Task.sleep(nanoseconds: 20_000_000)
      answer = try await server.get("/v1/recommendations?product=p1", key: key)
    }
    #expect(answer.json["held_since"] != nil, "\(answer.text)")
    #expect(answer.json["items"]?.elements?.count == 20)
    let figures = try await server.get("/health").json["recommendations"]
    #expect(figures?["shops_too_large"] == 1)
    #expect((figures?["bytes"]?.integer ?? .max) <= 1 << 20)
  }

  /// Tells of products, each of one of two categories.
  private static func tell(_ count: Int, _ server: RunningServer, _ key: String) async throws {
    for first in stride(from: 0, to: count, by: 500) {
      let products = (first..<min(first + 500, count)).map { number -> JSON in
        [
          "product": .string("p\(number)"), "title": .string("Thing \(number)"),
          "categories": [.string(number.isMultiple(of: 2) ? "Even" : "Odd")],
        ]
      }
      let told = try await server.ask(
        "POST", "/v1/products", key: key, ["products": .array(products)])
      #expect(told.status == 200, "\(told.text)")
    }
  }

  /// Tells of views, one a second, in calls of a hundred: a busy machine answers those in time too.
  private static func view(
    _ count: Int, since start: Int64, _ server: RunningServer, _ key: String,
    _ what: (Int) -> (visitor: Int, product: Int)
  ) async throws {
    for first in stride(from: 0, to: count, by: 100) {
      let events = (first..<first + 100).map { number -> JSON in
        let (visitor, product) = what(number)
        return [
          "id": .string("e\(number)"), "name": "product_viewed",
          "install_id": .string("v\(visitor)"),
          "at": .instant(Instant(milliseconds: (start + Int64(number)) * 1_000)),
          "properties": ["product_id": .string("p\(product)")],
        ]
      }
      let told = try await server.ask("POST", "/v1/events", key: key, ["events": .array(events)])
      #expect(told.status == 200, "\(told.text)")
    }
  }

  /// What a server recommends after this, which is then killed.
  private static func lists(
    _ folder: TemporaryFolder, _ key: String, _ body: (RunningServer) async throws -> Void
  ) async throws -> [[String]] {
    let server = try await RunningServer(folder)
    try await body(server)
    var lists: [[String]] = []
    for query in queries {
      let answer = try await server.get("/v1/recommendations?" + query, key: key)
      #expect(answer.status == 200 && answer.json["warming"] == nil, "\(answer.text)")
      lists.append(
        (answer.json["items"]?.elements ?? []).map {
          "\($0["product"]?.string ?? "") \($0["reason"]?.string ?? "")"
        })
    }
    server.signal(SIGKILL)
    #expect(await server.ending() == -SIGKILL)
    return lists
  }

  /// Waits until the server has read so many actions, and all there are.
  private static func expectRead(_ actions: Int64, _ server: RunningServer) async throws {
    var told = JSON.null
    for _ in 0..<6_000 {
      told = try await server.get("/health").json["recommendations"] ?? .null
      if told["warming"] == false, told["actions"]?.integer == actions { return }
      // Sleeps because: the server reads by itself, and says nothing of it.
      try await Task.sleep(nanoseconds: 20_000_000)
    }
    Issue.record("it has not read \(actions) actions: \(told.text)")
  }
}
