import BeckonBasics
import BeckonModel
import Foundation
import Testing

@testable import BeckonServer

/// Requests that the vendor's own clients have sent, in their order. They are not in the
/// repository: `BECKON_LINKRUNNER_REQUESTS` names the folder that has them.
@Suite(.enabled(if: LinkrunnerRecording.folder != nil, "BECKON_LINKRUNNER_REQUESTS is not set"))
struct LinkrunnerRecordedTests {
  private static func message(_ answer: HTTPAnswer) -> String {
    answer.string("data.message") ?? answer.string("data.attribution_source")
      ?? answer.integer("data.removed").map { "removed \($0)" }
      ?? answer.value("data.is_linkrunner")?.bool.map { $0 ? "ours" : "not ours" } ?? ""
  }

  @Test("The SDK for iOS, signed and unsigned")
  func iOS() async throws {
    try await TestServer.run { server in
      try await server.app.set(["request_signing": ["keys": ["kid-1": "secret"]]])
      let link: JSON = ["url": "https://shop.example/", "code": "SUMMER1"]
      _ = try await server.app.link(link)
      let answers = try await LinkrunnerRecording("ios-4.0.1").replay(to: server)
      let starts = [202, 200, 202, 200, 202, 200]
      let people = [200, 200, 200, 200]
      let payments = [201, 201, 201, 201, 201, 200, 200]
      let links = [200, 200, 200, 200, 200]
      let expected = starts + people + [200, 200, 200, 200] + payments + links + [200, 200]
      #expect(answers.map(\.status) == expected)
      let duplicate = "a duplicate: it is stored already"
      #expect(
        answers[10..<28].map(Self.message) == [
          "stored", "stored", "stored", duplicate, "stored", duplicate, "stored", "stored",
          "stored", "removed 1", "removed 0", "not ours", "ours", "ours", "not ours", "not ours",
          "", "INORGANIC",
        ])
      let revenue = try await server.app.get("/v1/revenue").list("revenue")
      #expect(revenue.map { $0["amount"] } == [1_999])
    }
  }

  @Test("The SDK for React Native")
  func reactNative() async throws {
    try await TestServer.run { server in
      let answers = try await LinkrunnerRecording("react-native-1.1.0").replay(to: server)
      let expected = [200, 200, 200, 200, 200, 200, 201, 201, 200, 200, 200, 200, 200]
      #expect(answers.map(\.status) == expected)
      // What the client looks at.
      #expect(answers.map { $0.integer("status") } == expected.map(Int64.init))
      let android = try await server.number(
        "SELECT COUNT(*) FROM installs WHERE device LIKE '%\"platform\":\"android\"%'")
      #expect(android == 2)
    }
  }

  @Test("The one-file client, whose app may write a number where a text is meant")
  func oneFile() async throws {
    try await TestServer.run { server in
      _ = try await server.app.link(["url": "https://shop.example/", "code": "SEED1"])
      let answers = try await LinkrunnerRecording("seed-client").replay(to: server)
      let starts = [200, 200, 202, 200, 200, 200, 200, 200]
      let facts = [200, 200, 200, 201, 201, 201]
      let more = [200, 200, 200, 200, 200, 200]
      #expect(answers.map(\.status) == starts + facts + more + [400, 400, 200, 202, 200])
      #expect(answers[17...19].map(Self.message) == ["not ours", "ours", "removed 1"])
      let numeric = try await server.number(
        "SELECT COUNT(*) FROM identities WHERE value = '12345'")
      #expect(numeric == 1)
    }
  }

  @Test("The web SDK in a browser, on pages that are listed and one that is not")
  func web() async throws {
    try await TestServer.run { server in
      let recording = try LinkrunnerRecording("web-0.1.14")
      let own = "http://" + LinkrunnerRecording.place(of: server)
      try await server.app.set(["origins": [.string(own), "http://shop.test:18500"]])
      let answers = try await recording.replay(to: server)
      let own8 = Array(repeating: 200, count: 8)
      let expected = [204] + own8 + [204, 200, 204, 200, 200, 200, 200, 204, 400, 401, 200, 400]
      #expect(answers.map(\.status) == expected)
      // No answer is one that the SDK cannot read, or sends to its vendor.
      for (place, answer) in answers.enumerated() {
        let allowed = answer["Access-Control-Allow-Origin"]
        let mayAnybody = [204, 401].contains(answer.status) || place == 17
        let origin = place == 10 ? "http://shop.test:18500" : own
        #expect(allowed == (mayAnybody ? "*" : origin), "answer \(place)")
      }
      let names = try await server.number("SELECT COUNT(DISTINCT name) FROM facts")
      #expect(names == 5)
    }
  }
}

/// A file of recorded requests, one JSON object a line.
struct LinkrunnerRecording {
  static let folder = ProcessInfo.processInfo.environment["BECKON_LINKRUNNER_REQUESTS"]
    .map { URL(fileURLWithPath: $0) }

  private let requests: [JSON]

  init(_ name: String) throws {
    let file = try #require(Self.folder).appendingPathComponent(name + ".jsonl")
    requests = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .map { try JSONReader.read(String($0)) }
  }

  /// What stands for the server's address in the recording.
  static func place(of server: TestServer) -> String {
    server.growth.url.replacingOccurrences(of: "http://", with: "")
  }

  /// Sends all of them, with the app's key, signed anew where they were signed.
  func replay(to server: TestServer) async throws -> [HTTPAnswer] {
    var answers: [HTTPAnswer] = []
    for request in requests {
      let body = Self.filled(request["body"]?.string ?? "", server)
      answers.append(
        try await server.app.call(
          request["method"]?.string ?? "", request["path"]?.string ?? "", body: Array(body.utf8),
          as: .none, headers: Self.headers(of: request, body, server)))
    }
    return answers
  }

  private static func filled(_ text: String, _ server: TestServer) -> String {
    var filled = text.replacingOccurrences(of: "SERVER", with: place(of: server))
    for token in ["\"TOKEN\"", "\"IOSPROJ\""] {
      filled = filled.replacingOccurrences(of: token, with: "\"\(server.app.publishable)\"")
    }
    return filled
  }

  private static func headers(
    of request: JSON, _ body: String, _ server: TestServer
  ) -> [(String, String)] {
    let sent = (request["headers"]?.members ?? []).compactMap { member in
      member.value.string.map { (member.name, filled($0, server)) }
    }
    let unsigned = sent.filter { !["x-signature", "x-timestamp"].contains($0.0.lowercased()) }
    guard unsigned.count < sent.count else { return sent }
    let now = "\(server.clock.withLock { $0.milliseconds })"
    let signature = LinkrunnerPhone.signature(body, now, "secret")
    return unsigned + [("X-Timestamp", now), ("X-Signature", signature)]
  }
}
