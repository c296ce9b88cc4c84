import BeckonModel
import BeckonTesting
import ChildProcess
import Foundation
import TestDatabases
import TestPrograms
import Testing

/// What strangers can make the real program compute. It is measured in the program's processor
/// time, beside requests of the same length that hold letters only.
@Suite(
  .serialized, .enabled(if: !TestDatabase.isPostgres, "what text costs is the same on any database")
)
struct TextCostTests {
  /// A request with a text of so many bytes in some place.
  struct Place: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var bytes = 30_000
    var count = 40
    let request: @Sendable (_ text: String, _ keys: AppKeys) -> String
  }

  static let places = [
    Place(testDescription: "a JSON name of 256 KB", bytes: 262_144, count: 5) {
      post("/api/client/init", "{\"\($0)\":1}", key: $1.publishable)
    },
    Place(testDescription: "names in one object", count: 5) { text, keys in
      let names = (0..<40).map { "\"\($0)\(text)\":1" }.joined(separator: ",")
      return post("/v1/events", "{\"events\":[],\(names)}", key: keys.publishable)
    },
    Place(testDescription: "the token in a body", bytes: 262_144, count: 5) {
      post("/api/client/init", "{\"token\":\"\($0)\"}", key: $1.publishable)
    },
    Place(testDescription: "Host") { text, _ in get("/code", host: text) },
    Place(testDescription: "a key") { get("/v1/app", "Authorization: Bearer \($0)", $1) },
    Place(testDescription: "a header that is a key") { text, _ in
      get("/api/v1/campaigns", "linkrunner-key: \(text)")
    },
    Place(testDescription: "any header") { get("/v1/links", "X-Any: \($0)", $1) },
    Place(testDescription: "many headers", bytes: 60) { text, keys in
      get("/v1/links", (0..<300).map { "X-\($0): \(text)" }.joined(separator: "\r\n"), keys)
    },
    Place(testDescription: "a user agent") { text, keys in
      get("/code", "User-Agent: Mozilla/5.0 \(text)", keys)
    },
    Place(testDescription: "languages, what is accepted, origin and addresses", bytes: 7_000) {
      get(
        "/code",
        "Accept-Language: \($0)\r\nAccept: \($0)\r\nOrigin: \($0)\r\nX-Forwarded-For: \($0)", $1)
    },
    Place(testDescription: "a person's token, and an Idempotency-Key", bytes: 14_000) {
      post(
        "/v1/people", "{\"user_id\":\"a\"}", key: $1.publishable,
        "Beckon-Token: \($0)\r\nIdempotency-Key: \($0)")
    },
    Place(testDescription: "a path", bytes: 2_400) { get("/\(encoded($0))", "", $1) },
    Place(testDescription: "a query", bytes: 2_400) { get("/code?c=\(encoded($0))", "", $1) },
    Place(testDescription: "many parameters", bytes: 20) { text, keys in
      get("/code?" + (0..<100).map { "\($0)\(encoded(text))=1" }.joined(separator: "&"), "", keys)
    },
    Place(testDescription: "1,000 events with names, ids and user ids", bytes: 88, count: 3) {
      let text = $0
      let events = (0..<1_000).map {
        "{\"id\":\"\($0)\(text)\",\"name\":\"\($0)\(text)\",\"user_id\":\"\($0)\(text)\"}"
      }
      return post(
        "/v1/events", "{\"events\":[\(events.joined(separator: ","))]}", key: $1.publishable)
    },
    Place(testDescription: "properties", count: 20) {
      post(
        "/v1/events",
        "{\"events\":[{\"id\":\"a\",\"name\":\"a\",\"properties\":{\"\($0)\":\"a\"}}]}",
        key: $1.publishable)
    },
    Place(testDescription: "attributes", bytes: 88, count: 10) { text, keys in
      let members = (0..<200).map { "\"\($0)\(text)\":\"\(text)\"" }.joined(separator: ",")
      return post(
        "/v1/people", "{\"user_id\":\"b\",\"attributes\":{\(members)}}", key: keys.publishable)
    },
    Place(testDescription: "identities and referrer", bytes: 300, count: 20) {
      post(
        "/v1/people",
        "{\"user_id\":\"\($0)\",\"email\":\"\($0)@x.example\",\"referrer\":{\"code\":\"\($0)\"}}",
        key: $1.publishable)
    },
    Place(testDescription: "an install", bytes: 88, count: 20) {
      post(
        "/v1/installs",
        "{\"install_id\":\"\($0)\",\"device\":{\"platform\":\"\($0)\",\"model\":\"\($0)\"}}",
        key: $1.publishable)
    },
    Place(testDescription: "what Linkrunner's clients send", bytes: 88, count: 20) { text, keys in
      let members = (0..<100).map { "\"\($0)\(text)\":\"\(text)\"" }.joined(separator: ",")
      return post(
        "/api/client/init",
        "{\"token\":\"\(keys.publishable)\",\"platform\":\"\(text)\",\"link\":\"\(text)\","
          + "\"install_instance_id\":\"\(text)\",\"device_data\":{\(members)}}",
        key: keys.publishable)
    },
  ]

  @Test("Marks cost the program what letters cost", arguments: places)
  func cost(_ place: Place) async throws {
    let folder = try TemporaryFolder()
    let keys = try await AppKeys(folder)
    let server = try await RunningServer(folder)
    let plain = place.request(CostlyText.plain(bytes: place.bytes), keys)
    let marks = place.request(CostlyText.marks(bytes: place.bytes), keys)
    #expect(plain.utf8.count == marks.utf8.count)
    // The first of each finds caches empty and memory not yet asked for.
    _ = try await Self.seconds(plain, 2, server)
    _ = try await Self.seconds(marks, 2, server)
    var least = (plain: Double.infinity, marks: Double.infinity)
    for _ in 0..<3 {
      least.plain = min(least.plain, try await Self.seconds(plain, place.count, server))
      least.marks = min(least.marks, try await Self.seconds(marks, place.count, server))
    }
    #expect(least.marks < 8 * least.plain, "\(least)")
    #expect(server.isRunning)
  }

  /// Processor seconds that the program takes for so many of a request.
  private static func seconds(
    _ request: String, _ count: Int, _ server: RunningServer
  ) async throws -> Double {
    let start = try processorSeconds(of: server)
    for _ in 0..<count {
      let socket = try TestSocket(port: server.port)
      await socket.send(request)
      let answer = await socket.everything()
      #expect(answer.hasPrefix("HTTP/1.1 ") && !answer.hasPrefix("HTTP/1.1 5"), "\(answer)")
    }
    return try processorSeconds(of: server) - start
  }

  private static func processorSeconds(of server: RunningServer) throws -> Double {
    try #require(ChildProcess.processorMicroseconds(of: server.processID)) / 1e6
  }

  private static func get(
    _ path: String, _ headers: String = "", host: String = "t", _ keys: AppKeys? = nil
  ) -> String {
    let hasKey = keys != nil && !headers.hasPrefix("Authorization")
    let lines =
      ["GET \(path) HTTP/1.1", "Host: \(host)", "Connection: close"]
      + (headers.isEmpty ? [] : [headers])
      + (hasKey ? ["Authorization: Bearer \(keys?.publishable ?? "")"] : [])
    return lines.joined(separator: "\r\n") + "\r\n\r\n"
  }

  private static func post(
    _ path: String, _ body: String, key: String, _ headers: String? = nil
  ) -> String {
    let lines =
      [
        "POST \(path) HTTP/1.1", "Host: t", "Connection: close", "Authorization: Bearer \(key)",
        "Content-Length: \(body.utf8.count)",
      ] + (headers.map { [$0] } ?? [])
    return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
  }

  /// Every byte in three.
  private static func encoded(_ text: String) -> String {
    text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
