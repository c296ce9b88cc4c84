import BeckonDatabase
import BeckonModel
import BeckonSDK
import BeckonStore
import Testing

@testable import BeckonServer

/// A vendor is one value in the list: with nothing else changed, its clients are answered, its
/// links lead on, and its receivers are told. Read its files to see what a vendor's author writes.
@Suite struct PebbleTests {
  private static let vendors = VendorInterface.all + [.pebble]

  /// Runs `body` with a server that speaks Pebble's protocol too, and with an app that ships a key
  /// of Pebble's.
  private static func run(
    rates: RateLimits = RateLimits(), vendors: [VendorInterface] = vendors,
    _ body: (TestServer, TestApp) async throws -> Void
  ) async throws {
    try await TestServer.run(rates: rates, vendors: vendors) { server in
      _ = try await server.database.write { connection in
        try Accounts(connection).addAlias(
          "pond-key", .publishable, vendor: .pebble, app: server.app.id, ambient: server.ambient)
      }
      try await body(server, server.app)
    }
  }

  private static func toss(
    _ app: TestApp, _ jumps: Int64, by thrower: String = "phone-1", key: String = "pond-key",
    on path: String = "/pebble/ponds/blue%2Flake:record"
  ) async throws -> HTTPAnswer {
    try await app.post(
      path + "?appKey=" + key, ["thrower": .string(thrower), "jumps": .integer(jumps)],
      as: .none)
  }

  @Test("Its client is answered in its own form, and what it tells is a fact")
  func call() async throws {
    try await Self.run { server, app in
      let first = try await Self.toss(app, 7)
      #expect(first.status == 201 && first.json == ["splash": true], "\(first.text)")
      let again = try await Self.toss(app, 7, on: "/pebble//ponds/blue%2Flake:record")
      #expect(again.json == ["splash": false], "\(again.text)")
      let native = try await Self.toss(app, 8, key: app.publishable)
      #expect(native.json == ["splash": true], "the app's own keys serve too: \(native.text)")
      #expect(try await server.number("SELECT COUNT(*) FROM facts WHERE name = 'toss'") == 2)
    }
  }

  @Test("Its refusals are in its own form")
  func refusals() async throws {
    try await Self.run { _, app in
      let stranger = try await Self.toss(app, 7, key: "no-key")
      #expect(stranger.status == 401 && stranger.json["sunk"] != nil, "\(stranger.text)")
      let keyless = try await app.post("/pebble/ponds/blue:record", [:], as: .none)
      #expect(keyless.status == 401)
      #expect(keyless.json == ["sunk": "Send the app's key as '?appKey='."])
      let many = try await Self.toss(app, 89)
      #expect(many.status == 422 && many.json["sunk"] != nil, "\(many.text)")
      let other = try await Self.toss(app, 1, on: "/pebble/ponds/blue:forget")
      #expect(other.status == 404)
    }
  }

  @Test("Each of its installs is counted by itself")
  func rates() async throws {
    var rates = RateLimits()
    rates.perInstall = 3
    try await Self.run(rates: rates) { _, app in
      var statuses: [Int] = []
      for number in 1...5 { statuses.append(try await Self.toss(app, Int64(number)).status) }
      #expect(statuses == [201, 201, 201, 429, 429])
      #expect(try await Self.toss(app, 1, by: "phone-2").status == 201)
    }
  }

  @Test("Its links have their codes under a path")
  func links() async throws {
    try await Self.run { _, app in
      let link = try await app.link(["url": "https://shop.example/a"])
      let visit = try await app.get("/stones/\(link.code)", as: .none)
      #expect(visit.status == 302, "\(visit.text)")
      for code in ["pebble", "Stones"] {
        let taken = try await app.post(
          "/v1/links", ["url": "https://shop.example/a", "code": .string(code)])
        #expect(taken.code == "invalid_field" && taken.string("field") == "code")
      }
    }
  }

  @Test("Its receivers are told what its form can tell, as it tells it")
  func webhook() async throws {
    try await Self.run { server, app in
      let (receiver, secret) = (try Receiver.answering([500]), "deep-blue-water-0")
      let webhook = try await app.webhook(receiver.url, ["*"], form: "pebble", secret: secret)
      let refused = try await app.post(
        "/v1/webhooks", ["url": .string(receiver.url), "facts": ["install"], "form": "pebble"])
      #expect(refused.text.contains("must be event:toss or * in the form pebble"))
      _ = try await Self.toss(app, 7)
      _ = try await app.signUp("ana")
      for _ in 1...2 { try await server.wait() }
      #expect(receiver.bodies == [["plop": ["pond": "blue/lake", "jumps": 7]]])
      #expect(receiver.received.allSatisfy { $0.headers["x-pebble-password"] == secret })
      try await server.wait(minutes: 0.05)
      #expect(receiver.bodies.count == 1)
      try await server.wait(minutes: 0.05)
      #expect(receiver.bodies.count == 2)
      #expect(try await webhook.value("form") == "pebble")
      #expect(try await server.number("SELECT COUNT(*) FROM webhook_deliveries") == 1)
    }
  }
}
