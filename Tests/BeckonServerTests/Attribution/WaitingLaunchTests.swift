import BeckonBasics
import BeckonContract
import BeckonDatabase
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore
import Testing

@testable import BeckonServer

/// First launches that come at the same time are recorded together.
@Suite struct WaitingLaunchTests {
  private struct Bad: Error {}

  /// A first launch as the endpoint makes it; a bad one fails after it has written something.
  private static func launch(
    _ number: Int, isBad: Bool, _ app: AppContext, _ server: TestServer
  ) throws -> WaitingLaunch {
    let device = DeviceDescription(platform: .ios)
    let address = ClientAddress(peer: "203.0.113.7", forwardedFor: "", trusted: [])
    let call = Call(
      request: try HTTPRequest(method: .post, target: "/v1/installs"),
      route: InstallRoute.register.route,
      vendor: nil, parameters: [],
      caller: Call.Caller(app: app, proof: Proof(key: .secret, token: nil)), address: address,
      now: server.ambient.now(), ambient: server.ambient, publicURL: "https://go.example",
      body: nil, install: nil, services: Services([]))
    let request = FirstLaunch.Request(
      installID: "phone\(number)", device: device, deviceJSON: ["platform": "ios"],
      network: address.text, networkClass: .ordinary, link: nil, clickID: nil,
      installReferrer: nil, pasteboard: nil)
    return WaitingLaunch(request: request, call: call, key: nil) { scope, outcome in
      try AppleAdsTokens(scope).add("token", for: outcome.install.id)
      if isBad { throw Bad() }
      return { Reply(status: outcome.token == nil ? 200 : 201) }
    }
  }

  @Test("A bad one among them leaves nothing, and harms none of the others")
  func bad() async throws {
    try await TestServer.run { server in
      let app = try await server.database.read { try TestServer.context($0) }
      let collector = WriteCollector<WaitingLaunch>(server.database)
      let statuses = await withTaskGroup(of: Int?.self) { group in
        for number in 0..<200 {
          group.addTask {
            try? await collector.record(
              try Self.launch(number, isBad: number % 10 == 0, app, server)
            ).status
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.filter { $0 == 201 }.count == 180)
      #expect(statuses.filter { $0 == nil }.count == 20)
      for sql: StaticString in [
        "SELECT COUNT(*) FROM installs", "SELECT COUNT(*) FROM decisions",
        "SELECT COUNT(*) FROM apple_ads_tokens",
      ] { #expect(try await server.number(sql) == 180, "\(sql)") }
    }
  }

  @Test("Together they are one write, in which one that throws takes all back")
  func together() async throws {
    try await TestServer.run { server in
      let app = try await server.database.read { try TestServer.context($0) }
      let launches = try (0..<20).map { try Self.launch($0, isBad: $0 == 7, app, server) }
      await #expect(throws: Bad.self) {
        try await server.database.write { _ = try WaitingLaunch.record(launches, in: $0) }
      }
      #expect(try await server.number("SELECT COUNT(*) FROM installs") == 0)
      let good = try (0..<20).map { try Self.launch($0 % 10, isBad: false, app, server) }
      let statuses = try await server.database.write { connection in
        try WaitingLaunch.record(good, in: connection).map { try $0.get()().status }
      }
      #expect(statuses == Array(repeating: 201, count: 10) + Array(repeating: 200, count: 10))
      #expect(try await server.number("SELECT COUNT(*) FROM installs") == 10)
    }
  }

  @Test("Sent at once under one key, an install gets one answer, its token in each")
  func keys() async throws {
    try await TestServer.run { server in
      let app = server.app
      @Sendable func send(_ number: Int, platform: String) async throws -> HTTPAnswer {
        try await app.post(
          "/v1/installs",
          ["install_id": .string("phone\(number)"), "platform": .string(platform)],
          headers: [("Idempotency-Key", "key\(number)")])
      }
      let answers = try await withThrowingTaskGroup(of: (Int, HTTPAnswer).self) { group in
        for number in 0..<60 {
          group.addTask { (number % 20, try await send(number % 20, platform: "ios")) }
        }
        return try await group.reduce(into: [Int: [HTTPAnswer]]()) {
          $0[$1.0, default: []].append($1.1)
        }
      }
      for number in 0..<20 {
        let answers = try #require(answers[number])
        #expect(answers.map(\.status) == [201, 201, 201])
        #expect(Set(answers.map(\.text)).count == 1)
        #expect(answers[0].string("token") != nil)
        #expect(answers.filter { $0["Idempotency-Replayed"] == "true" }.count == 2)
      }
      let other = try await send(0, platform: "android")
      #expect(other.code == "idempotency_conflict")
      #expect(try await server.number("SELECT COUNT(*) FROM installs") == 20)
    }
  }
}
