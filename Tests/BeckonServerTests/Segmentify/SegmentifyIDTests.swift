import BeckonModel
import Testing

@testable import BeckonServer

/// Ids of visitors and sessions: as many as were asked for, as signed numbers in text.
@Suite struct SegmentifyIDTests {
  @Test(arguments: ["/get/key", "/get/key/v1.json", "/get/key/"])
  func asManyAsAskedFor(_ path: String) async throws {
    try await TestServer.run { server in
      for (query, count) in [("", 1), ("?count=1", 1), ("?count=2", 2), ("?count=100", 100)] {
        let answer = try await server.app.get(path + query, as: .none)
        let ids = answer.json.elements ?? []
        #expect(answer.status == 200 && ids.count == count, "\(query): \(answer.text)")
        #expect(ids.allSatisfy { $0.string.flatMap { Int64($0) } != nil }, "\(answer.text)")
        #expect(Set(texts: ids.compactMap(\.string)).count == count)
      }
    }
  }

  @Test(arguments: ["0", "-1", "101", "two", "1e1", "99999999999999999999", "%F0%9F%8D%8F"])
  func otherCountsAreRefused(_ count: String) async throws {
    try await TestServer.run { server in
      let answer = try await server.app.get("/get/key?count=" + count, as: .none)
      #expect(answer.status == 200 && answer.string("statusCode") == "BAD_INPUT", "\(answer.text)")
    }
  }

  @Test func aPageOfAnyOriginMayAsk() async throws {
    try await TestServer.run { server in
      let answer = try await server.app.get(
        "/get/key/v1.json?count=2", as: .none, headers: [("Origin", "https://shop.example")])
      #expect(answer["Access-Control-Allow-Origin"] == "*")
      #expect(answer["Cache-Control"] == "no-store")
      let question = try await server.app.call(
        "OPTIONS", "/add/events/v1.json", as: .none,
        headers: [("Origin", "https://shop.example"), ("Access-Control-Request-Method", "PUT")])
      #expect(question["Access-Control-Allow-Headers"]?.contains("X-Sfy-Api-Key") == true)
      #expect(question["Access-Control-Allow-Methods"]?.contains("PUT") == true)
    }
  }
}
