import BeckonBasics
import BeckonContract
import BeckonContractLinkrunner
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import Testing

@testable import BeckonCompatLinkrunner

/// What the vendor's names do in an app that has the SDK beside them.
@Suite(.timeLimit(.minutes(2))) struct BesideTheSDKTests {
  let app = LinkrunnerApp()
  let fake = LinkrunnerFake()
  let server: InMemoryServer
  let clock = ManualClock()
  let beckon: BeckonClient
  let session: LinkrunnerSession
  let face: LinkrunnerClient

  init() throws {
    server = InMemoryServer(ambient: clock.ambient)
    let url = try #require(URL(string: "https://go.example.com"))
    var options = BeckonOptions.testing(server, clock: clock, directory: app.directory)
    options.transport = Transport { [fake, server] request in
      try request.url.contains("/api/client/")
        ? fake.respond(request) : server.respond(request)
    }
    beckon = try Beckon.configure(url: url, key: "pk_test", options: options)
    session = app.session(app.surroundings(ambient: clock.ambient))
    face = LinkrunnerClient(session)
  }

  private func configure() throws {
    face.configure(
      token: "token_1", server: try #require(URL(string: "https://go.example.com")))
  }

  /// An app that keeps the SDK's files elsewhere, and configures it after the face.
  @Test func aFaceFollowsTheAppsClientToItsDirectory() async throws {
    let place = Locked(app.directory.appendingPathExtension("usual"))
    var surroundings = app.surroundings(
      transport: Transport { _ in throw TransportError.notSent("no network") })
    surroundings.directory = { place.withLock { $0 } }
    let url = try #require(URL(string: "https://go.example.com"))
    let session = app.session(surroundings)
    let face = LinkrunnerClient(session)
    face.configure(token: "token_1", server: url)
    try await face.trackEvent("before")
    place.withLock { $0 = app.directory }
    try await face.trackEvent("after")
    #expect(try await session.client() === beckon)
    #expect(fake.stored(.captureEvent).map { $0["event_name"] } == ["before", "after"])
    await beckon.close()
  }

  @Test func whoLoggedOutIsNamedNoMore() async throws {
    try configure()
    let sdk = LinkrunnerSDK(session)
    try await beckon.identify(userID: "ana")
    await sdk.setCustomerUserId("ana")
    try beckon.reset()
    await sdk.trackEvent(eventName: "logged out")
    await sdk.setCustomerUserId("ana")
    await sdk.trackEvent(eventName: "logged in")
    #expect(fake.stored(.captureEvent).map { $0["user_id"] } == [nil, "ana"])
    #expect(fake.stored(.customerUserID).count == 2)
    await beckon.close()
  }

  @Test func factsWaitUntilTheInstallIsRegisteredByTheSDK() async throws {
    server.decide { _ in .notSent }
    try configure()
    let answer = try await face.trackEvent("bought")
    #expect(answer["queued"] as? Bool == true)
    await #expect(throws: LinkrunnerError.self) { try await face.initialize() }
    #expect(fake.requests.isEmpty)
    server.decide { _ in .usual }
    let time = Task { [clock] in
      while !Task.isCancelled { await clock.advanceToNextWake() }
    }
    try await eventually { fake.stored(.captureEvent).count == 1 }
    time.cancel()
    #expect(fake.requests.map { $0.header("beckon-token") } == ["token-of-install"])
    await beckon.close()
  }

  @Test func theFirstFactIsAnsweredAfterTheRegistration() async throws {
    try configure()
    let answer = try await face.trackEvent("bought")
    #expect(answer["msg"] as? String == "received")
    #expect(fake.requests.map { $0.header("beckon-token") } == ["token-of-install"])
    await beckon.close()
  }

  @Test func anInstallOfTheVendorsGoesOnWithoutAToken() async throws {
    server.decide { _ in .problem(.tokenRequired) }
    try configure()
    try await face.trackEvent("bought")
    _ = try await face.initialize()
    #expect(fake.requests.map { $0.header("beckon-token") } == [nil, nil])
    #expect(fake.stored(.captureEvent).count == 1)
    await beckon.close()
  }
}
