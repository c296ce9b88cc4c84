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

  @Test("A server that was killed recommends the same as before, once it has read what is stored")
  func killed() async throws {
    let folder = try TemporaryFolder()
    let key = try await AppKeys(folder).secret
    let before = try await Self.lists(folder, key) { server in
      let products = (0..<12).map { number -> JSON in
        [
          "product": .string("p\(number)"), "title": .string("Thing \(number)"),
          "categories": [.string(number.isMultiple(of: 2) ? "Even" : "Odd")],
        ]
      }
      let told = try await server.ask(
        "POST", "/v1/products", key: key, ["products": .array(products)])
      #expect(told.status == 200, "\(told.text)")
      // A view of one product at one time is one view, so each has its own second.
      let start = Int64(Date().timeIntervalSince1970) - 400
      try await Self.view(400, since: start, server, key) { number in
        (visitor: number / 5, product: (number * number / 7 + number) % 12)
      }
      try await Self.expectRead(400, server)
    }
    #expect(before.allSatisfy { !$0.isEmpty }, "\(before)")
    let after = try await Self.lists(folder, key) { server in
      try await Self.expectRead(400, server)
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
