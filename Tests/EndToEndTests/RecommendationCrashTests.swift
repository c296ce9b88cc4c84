import BeckonModel
import Foundation
import TestPrograms
import Testing

/// What is recommended rests on what is stored, and on nothing that a process knew.
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
      let events = (0..<400).map { number -> JSON in
        let product = (number * number / 7 + number) % 12
        return [
          "id": .string("e\(number)"), "name": "product_viewed",
          "install_id": .string("v\(number / 5)"),
          "at": .instant(Instant(milliseconds: (start + Int64(number)) * 1_000)),
          "properties": ["product_id": .string("p\(product)")],
        ]
      }
      let viewed = try await server.ask(
        "POST", "/v1/events", key: key, ["events": .array(events)])
      #expect(viewed.status == 200, "\(viewed.text)")
      try await Self.expectRead(400, server)
    }
    #expect(before.allSatisfy { !$0.isEmpty }, "\(before)")
    let after = try await Self.lists(folder, key) { server in
      try await Self.expectRead(400, server)
    }
    #expect(before == after)
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
    for _ in 0..<1_000 {
      told = try await server.get("/health").json["recommendations"] ?? .null
      if told["warming"] == false, told["actions"]?.integer == actions { return }
      // Sleeps because: the server reads by itself, and says nothing of it.
      try await Task.sleep(nanoseconds: 20_000_000)
    }
    Issue.record("it has not read \(actions) actions: \(told.text)")
  }
}
