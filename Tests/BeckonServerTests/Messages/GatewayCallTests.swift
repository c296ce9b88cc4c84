import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonSDK
import BeckonStore
import BeckonTesting
import Testing

@testable import BeckonServer

/// A server with each of the gateways: a text goes out, its receipt comes back, and STOP comes in.
@Suite struct GatewayCallTests {
  private static let number = "+4915112345678"

  /// The path of a URL of ours.
  private static func path(_ url: String) -> String {
    "/web/" + (url.parts(around: "/web/")?.behind ?? "")
  }

  @Test("A gateway that failed is named by /health until it takes something")
  func health() async throws {
    let bench = try #require(GatewayBench.distant.first)
    let isBarred = Locked(true)
    let other = try Receiver { _ in
      bench.replies[isBarred.withLock { $0 } ? .bars : .takes] ?? .hangUp
    }
    defer { other.stop() }
    try await TestServer.run(texting: [:], gateways: [bench.address(other.url)]) { server, _ in
      func warnings() async throws -> [String] {
        try await server.app.get("/health", as: .none).list("warnings").compactMap(\.string)
      }
      #expect(try await warnings().isEmpty)
      _ = try await server.app.invite([Self.number], by: server.app.inviter())
      try await server.wait(minutes: 1)
      #expect(
        try await warnings() == [
          "gateway 1 for text messages failed when it was last asked; the log says why"
        ])
      isBarred.withLock { $0 = false }
      try await server.wait(hours: 1)
      #expect(try await warnings().isEmpty)
    }
  }

  @Test(
    "A text goes out, its receipts count in any order, and STOP ends it",
    arguments: GatewayBench.distant)
  func wholeWay(_ bench: GatewayBench) async throws {
    let other = try Receiver { _ in bench.replies[.takes] ?? .hangUp }
    defer { other.stop() }
    try await TestServer.run(texting: [:], gateways: [bench.address(other.url)]) { server, _ in
      let app = server.app
      let made = try await app.invite([Self.number], by: app.inviter())
      try await server.wait(minutes: 1)
      let request = try #require(other.received.first)
      let sent = bench.read(request)
      #expect(sent.count == 4 && sent[1] == Self.number && sent[2].has(text: "http"), "\(sent)")
      let told = sent.last ?? ""
      let path = Self.path(told)
      let message = try #require(try await app.recipients(of: made).first?["message"]?.string)
      // What delivers it comes first, what says less comes behind it.
      let calls =
        bench.receipts.filter { $0.stages.contains(.delivered) }
        + bench.receipts.filter { $0.stages == [.network] || $0.stages.isEmpty }
      for call in calls {
        let body = Array(call.body.replacing("MESSAGE", with: message).utf8)
        let query = call.query.isEmpty ? "" : "?" + call.query
        let answer = try await app.call(
          body.isEmpty ? "GET" : "POST", path + query, body: body, as: .none,
          headers: bench.sign(told + query, body))
        #expect(answer.status == 200, "\(answer.text)")
      }
      let ended = try await app.recipients(of: made).first
      #expect(ended?["status"] == "delivered" && ended?["state"] == "sent", "\(ended?.text ?? "")")
      #expect(other.received.count == 1)
      let forged = try await app.call("POST", path + "0", as: .none)
      #expect(forged.code == "not_found")

      let url = try #require(try await app.get("/v1/messages/replies").string("url"))
      let stop = Array(bench.stop.body.utf8)
      let query = bench.stop.query.isEmpty ? "" : "?" + bench.stop.query
      let said = try await app.call(
        stop.isEmpty ? "GET" : "POST", Self.path(url) + query, body: stop, as: .none,
        headers: bench.sign(url + query, stop))
      #expect(said.status == 200, "\(said.text)")
      let listed = try await app.get("/v1/suppressions/" + Self.number)
      #expect(listed.string("reason") == "unsubscribed", "\(listed.text)")
    }
  }

  @Test("Receipts of a gateway that the server has no more still count")
  func replaced() async throws {
    try await TestServer.run(texting: [:]) { server, _ in
      let app = server.app
      let made = try await app.invite([Self.number], by: app.inviter())
      try await server.wait(minutes: 1)
      let message = try #require(
        try await app.recipients(of: made).first?["message"]?.string.flatMap { MessageID($0) })
      let context = try await server.database.read { try TestServer.context($0) }
      let name = ReceiptURL(key: context.pepper).name(of: message)
      let path = "/web/sms/\(app.id)/kannel/\(name)?type=1"
      #expect(try await app.call("GET", path, as: .none).status == 200)
      #expect(try await app.recipients(of: made).first?["status"] == "delivered")
      let unknown = path.replacing("/kannel/", with: "/pigeon/")
      #expect(try await app.call("GET", unknown, as: .none).code == "not_found")
    }
  }

  @Test("A gateway that has no money left loses its turn to the next")
  func barred() async throws {
    let poor = try Receiver { _ in GatewayBench.twilio.replies[.bars] ?? .hangUp }
    let rich = try Receiver { _ in GatewayBench.infobip.replies[.takes] ?? .hangUp }
    defer {
      poor.stop()
      rich.stop()
    }
    let gateways = [
      GatewayBench.twilio.address(poor.url), GatewayBench.infobip.address(rich.url),
    ]
    try await TestServer.run(texting: [:], gateways: gateways) { server, _ in
      let app = server.app
      let made = try await app.invite([Self.number], by: app.inviter())
      for _ in 0..<4 { try await server.wait(minutes: 0.1) }
      #expect(try await app.recipients(of: made).first?["state"] == "sent")
      #expect(rich.received.count == 1 && poor.received.count >= 1)
    }
  }
}
