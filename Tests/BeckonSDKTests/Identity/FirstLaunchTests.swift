import BeckonContract
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) struct FirstLaunchTests {
  let app = TestApp()
  let ana = PersonID(Identifier(high: 1, low: 1))

  init() {
    app.server.match([
      "type": "unique", "deep_link": "myapp://invite",
      "link": .id(LinkID(Identifier(high: 2, low: 2))),
      "referrer": .id(ana), "decision": .id(DecisionID(Identifier(high: 3, low: 3))),
      "reason": "click_id", "utm": ["source": "letter", "campaign": "spring", "other": 1],
    ])
  }

  @Test func theInstallIsRegisteredOnceAndTheAnswerStays() async throws {
    let first = try app.launch()
    async let one = first.start()
    async let two = first.start()
    let matches = try await [one, two, first.start()]
    await first.close()
    let second = try app.launch()
    let later = try await second.start()

    #expect(Set(matches + [later]).count == 1)
    #expect(later.deepLink?.absoluteString == "myapp://invite")
    #expect(later.utm == ["source": "letter", "campaign": "spring"])
    #expect(app.server.requests.count == 1)
  }

  @Test(arguments: [
    ("token+/=", "token+/="), (nil, nil), ("", nil), (String(repeating: "t", count: 10_000), nil),
  ])
  func applesTokenGoesWithTheInstall(token: String?, sent: String?) async throws {
    try await app.launch(appleAdsToken: token).start()
    let body = try JSONReader.read(try #require(app.server.requests.first).body)
    #expect(body["adservices_token"]?.string == sent)
    #expect(body["install_id"]?.string?.isEmpty == false)
  }

  @Test func aReinstallIsANewInstall() async throws {
    let first = try app.launch()
    try await first.start()
    await first.close()
    try FileManager.default.removeItem(at: app.directory)
    try await app.launch().start()
    let installs = try app.server.requests.map { try JSONReader.read($0.body)["install_id"] }
    #expect(installs.count == 2)
    #expect(Set(installs).count == 2)
  }

  @Test func offlineItSaysSoAndFindsOutLaterByItself() async throws {
    let client = try app.launch()
    app.server.decide { _ in .notSent }
    await #expect(throws: BeckonError.offline("there is no network", mayHaveArrived: false)) {
      try await client.start()
    }
    let match = Task { await client.installMatch() }
    app.server.decide { _ in .usual }
    await app.clock.untilSomeoneSleeps()
    app.clock.advance(milliseconds: 600_000)
    #expect(await match.value?.certainty == .unique)
    #expect(app.server.requests.count == 1)
  }

  @Test func whoeverWaitsForTheMatchIsLetGo() async throws {
    let client = try app.launch()
    let cancelled = Task { await client.installMatch() }
    cancelled.cancel()
    #expect(await cancelled.value == nil)
    await client.close()
    #expect(await client.installMatch() == nil)
  }

  @Test func anAnswerThatGotLostIsAskedForAgainWithTheSameKeyAndBody() async throws {
    let first = try app.launch()
    app.server.decide { _ in .lost }
    let clock = app.clock
    let time = Task {
      while !Task.isCancelled {
        await clock.advanceToNextWake()
      }
    }
    await #expect(throws: BeckonError.self) { try await first.start() }
    time.cancel()
    await first.close()
    app.server.decide { _ in .usual }
    let second = try app.launch()
    try await second.start()

    let requests = app.server.requests
    #expect(requests.count > 3)
    #expect(Set(requests.map { $0.headers["Idempotency-Key"] }).count == 1)
    #expect(Set(requests.map(\.body)).count == 1)
  }

  @Test func aLinkOpenedBeforeTheRegistrationGoesAlongWithIt() async throws {
    let client = try app.launch()
    let url = try #require(URL(string: "https://go.example.com/x?beckon_click=clk_1"))
    let opened = try await client.handle(url: url)

    #expect(opened.isFirstLaunch)
    #expect(opened.deepLink?.absoluteString == "myapp://invite")
    #expect(app.server.requests.count == 1)
    let body = try JSONReader.read(app.server.requests[0].body)
    #expect(body["link"] == .string(url.absoluteString))
    #expect(body["click_id"] == "clk_1")
  }

  @Test func aLinkOpenedOfflineGoesAlongWhenTheNetworkIsBack() async throws {
    let client = try app.launch()
    app.server.decide { _ in .notSent }
    await #expect(throws: BeckonError.self) { try await client.start() }
    let url = try #require(URL(string: "https://go.example.com/x"))
    await #expect(throws: BeckonError.self) { try await client.handle(url: url) }
    await client.close()
    app.server.decide { _ in .usual }
    try await app.launch().start()
    let body = try JSONReader.read(app.server.requests[0].body)
    #expect(body["link"] == .string(url.absoluteString))
  }

  @Test func aLinkOpenedAfterTheFirstTryLeftIsOpenedWhenTheRegistrationIsAnswered() async throws {
    let gate = Gate()
    let client = try app.launch(
      transport: Transport { [app] request in
        await gate.pass()
        return try app.server.respond(request)
      })
    let start = Task { try await client.start() }
    await gate.untilSomebodyWaits()
    let url = try #require(URL(string: "https://go.example.com/x"))
    let handled = Task { try await client.handle(url: url) }
    try await eventually {
      try String(decoding: app.content("state.json"), as: UTF8.self).contains("opened_link")
    }
    await gate.open()
    _ = try await start.value
    #expect(try await handled.value.isFirstLaunch == false)
    let opened = try app.server.requests.dropFirst().map { try JSONReader.read($0.body)["url"] }
    #expect(opened == [.string(url.absoluteString)])
  }

  /// An app that asks for a log-in in the browser is opened with a link of that, too.
  @Test func eachLinkOpenedBeforeTheRegistrationIsFollowed() async throws {
    let invite = try #require(URL(string: "https://go.example.com/x"))
    let login = try #require(URL(string: "myapp://oauth?code=1"))
    let first = try app.launch()
    app.server.decide { _ in .notSent }
    for link in [invite, login] {
      await #expect(throws: BeckonError.self) { try await first.handle(url: link) }
    }
    await first.close()
    app.server.decide { _ in .usual }
    try await app.launch().start()
    let bodies = try app.server.requests.map { try JSONReader.read($0.body) }
    #expect(bodies.map { $0["link"] } == [.string(invite.absoluteString), nil])
    #expect(bodies.map { $0["url"] } == [nil, .string(login.absoluteString)])
  }

  @Test(arguments: [ErrorCode.tokenRequired, .unauthorized])
  func whoeverWaitsForTheMatchIsLetGoWhenTheServerRefusesForGood(code: ErrorCode) async throws {
    let client = try app.launch()
    app.server.decide { _ in .problem(code) }
    let waiting = Task { await client.installMatch() }
    await #expect(throws: BeckonError.self) { try await client.start() }
    #expect(await waiting.value == nil)
    #expect(await client.installMatch() == nil)
    app.server.decide { _ in .usual }
    try await client.start()
    #expect(await client.installMatch()?.certainty == .unique)
  }

  @Test func aLinkThatNobodyWaitsForIsOpenedThoughTheInstallIsAVendors() async throws {
    let first = try app.launch()
    app.server.decide { _ in .status(503, headers: ["Retry-After": "60"]) }
    let url = try #require(URL(string: "https://go.example.com/x"))
    await #expect(throws: BeckonError.self) { try await first.handle(url: url) }
    await first.close()
    app.server.decide { request in
      request.url.hasSuffix("/v1/installs") ? .problem(.tokenRequired) : .usual
    }
    await #expect(throws: BeckonError.self) { try await app.launch().start() }
    let last = try #require(app.server.requests.last)
    #expect(last.url.hasSuffix("/v1/opens"))
    #expect(try JSONReader.read(last.body)["url"] == .string(url.absoluteString))
  }

  @Test func whatWaitsOfEarlierRunsIsSentAfterTheStart() async throws {
    let first = try app.launch()
    first.track("earlier")
    await first.close()
    try await app.launch().start()
    let clock = app.clock
    let time = Task { while !Task.isCancelled { await clock.advanceToNextWake() } }
    try await eventually { app.arrived == ["earlier"] }
    time.cancel()
  }

  @Test func aLinkThatNobodyWaitsForIsOpenedAfterARestart() async throws {
    let first = try app.launch()
    app.server.decide { _ in .status(503, headers: ["Retry-After": "60"]) }
    await #expect(throws: BeckonError.self) { try await first.start() }
    let url = try #require(URL(string: "https://go.example.com/x"))
    await #expect(throws: BeckonError.self) { try await first.handle(url: url) }
    await first.close()
    app.server.decide { _ in .usual }
    try await app.launch().start()
    let last = try #require(app.server.requests.last)
    #expect(last.url.hasSuffix("/v1/opens"))
    #expect(try JSONReader.read(last.body)["url"] == .string(url.absoluteString))
  }

  @Test func aLinkOpenedLaterIsRecordedAsOpened() async throws {
    let client = try app.launch()
    try await client.start()
    let url = try #require(URL(string: "https://go.example.com/x"))
    let opened = try await client.handle(url: url)
    #expect(!opened.isFirstLaunch)
    #expect(opened.deepLink == nil)
    #expect(app.server.requests.last?.url == "https://go.example.com/v1/opens")
    #expect(app.server.requests.last?.headers["Beckon-Token"] == "token-of-install")
  }

  /// The server knows the install's match and how sure it is; a name would count as certain.
  @Test func theReferrerOfTheFirstLaunchIsLeftToTheServer() async throws {
    let client = try app.launch()
    try await client.start()
    _ = try await client.identify(userID: "ben")
    try client.reset()
    _ = try await client.identify(userID: "cem")
    let bodies = try app.server.requests.dropFirst().map { try JSONReader.read($0.body) }
    #expect(bodies.map { $0["referrer"] } == [nil, nil])
    #expect(bodies[0]["install_id"] == bodies[1]["install_id"])
  }

  @Test func aReferrerThatTheAppNamesGoesBeforeTheMatch() async throws {
    let client = try app.launch()
    try await client.start()
    _ = try await client.identify(userID: "ben") { $0.referralCode = "CODE" }
    let body = try JSONReader.read(app.server.requests[1].body)
    #expect(body["referrer"] == "CODE")
  }
}
