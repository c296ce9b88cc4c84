import BeckonBasics
import BeckonContract
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import Testing

/// A phone that the person has not used before, and one whose token has ended.
@Suite(.timeLimit(.minutes(2))) struct SignInTests {
  let app = TestApp()
  /// For whom the app's own server was asked.
  let asked = Locked<[String]>([])

  /// Ana, as a server answers that knows her and has no proof that it is she.
  private static let known = InMemoryServer.Answer.status(
    200, body: Array(#"{"person":"\#(PersonID(Identifier(hashing: "ana")).text)"}"#.utf8))

  private func launch(giving tokens: String?...) throws -> BeckonClient {
    let left = Locked(tokens)
    return try app.launch(identityToken: { [asked] userID in
      asked.withLock { $0.append(userID) }
      return left.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    })
  }

  /// The identity token and the token of each call of `POST /v1/people`.
  private var calls: [String] {
    app.server.requests.filter { $0.url.hasSuffix("/v1/people") }.map { request in
      let body = try? JSONReader.read(request.body)
      return "\(body?["identity_token"]?.string ?? "-") \(request.headers["Beckon-Token"] ?? "-")"
    }
  }

  @Test func whoIsNewToThePhoneIsSignedInByTheAppsServer() async throws {
    let client = try launch(giving: "signed", "unused")
    try await client.start()
    let ana = try await client.identify(userID: "ana")
    #expect(ana.isSignedIn)
    _ = try await client.balances()
    #expect(calls == ["signed token-of-install"])
    #expect(app.server.requests.last?.headers["Beckon-Token"] == "token-of-ana")
    // With a token in hand nobody asks.
    _ = try await client.identify(userID: "ana")
    #expect(calls.last == "- token-of-ana")
    #expect(asked.withLock { $0 } == ["ana"])
  }

  @Test func ofWhomTheAppsServerSaysNothingThePhoneSpeaksItself() async throws {
    let client = try launch(giving: nil, "unused")
    app.server.play(Self.known)
    #expect(try await !client.identify(userID: "ana").isSignedIn)
    #expect(calls == ["- -"])
    #expect(asked.withLock { $0 } == ["ana"])
  }

  @Test func whoseTokenDoesNotCountIsSignedInAnew() async throws {
    let client = try launch(giving: "first", "second")
    try await client.start()
    _ = try await client.identify(userID: "ana")
    app.server.play(Self.known)
    #expect(try await client.identify(userID: "ana").isSignedIn)
    #expect(
      calls == ["first token-of-install", "- token-of-ana", "second token-of-install"])
  }

  @Test func anInstallThatTheServerHasNamedSignsInByItsOwnToken() async throws {
    let client = try app.launch()
    try await client.start()
    _ = try await client.identify(userID: "ana")
    // Another user of the same phone, without a log-out between.
    _ = try await client.identify(userID: "ben")
    app.server.play(Self.known)
    #expect(try await client.identify(userID: "ben").isSignedIn)
    #expect(
      calls == [
        "- token-of-install", "- token-of-install", "- token-of-ben", "- token-of-install",
      ])
  }

  @Test func whoIsKnownByAMailOnlyMayBeTheUser() async throws {
    let client = try launch(giving: "signed")
    try await client.start()
    _ = try await client.identify { $0.email = "ana@example.com" }
    _ = try await client.identify(userID: "ana") { $0.email = "ana@example.com" }
    #expect(calls == ["- token-of-install", "signed token-of-ana@example.com"])
  }

  @Test func aTokenInHandNeedsNoFurtherCall() async throws {
    let client = try launch(giving: "unused")
    _ = try await client.identify(userID: "ana") { $0.identityToken = "in-hand" }
    #expect(calls == ["in-hand -"])
    #expect(asked.withLock { $0 }.isEmpty)
  }

  @Test func aRefusedIdentityTokenIsReplacedOnceOnly() async throws {
    let client = try launch(giving: "second", "third")
    app.server.play(.problem(.identityTokenInvalid), .problem(.identityTokenInvalid, detail: "x"))
    await #expect(throws: BeckonError.refused(Problem(.identityTokenInvalid, "x"))) {
      try await client.identify(userID: "ana") { $0.identityToken = "first" }
    }
    #expect(calls.map { $0.prefix(5) } == ["first", "secon"])
    #expect(try client.person() == nil)
  }

  @Test func withoutWordOfTheAppsServerThePersonIsKnownWithoutToken() async throws {
    let client = try app.launch()
    app.server.play(Self.known)
    let ana = try await client.identify(userID: "ana")
    #expect(!ana.isSignedIn)
    app.server.play(.problem(.tokenRequired))
    let error = await #expect(throws: BeckonError.self) { try await client.balances() }
    #expect(error == .notSignedIn(nil))
    #expect(error?.localizedDescription.contains("Set BeckonOptions.identityToken") == true)
    await client.close()
    let next = try app.launch()
    #expect(try next.person() == ana)
  }

  @Test func whatTheAppsServerFailsWithIsTold() async throws {
    let isDown = Switch(true)
    let client = try app.launch(identityToken: { _ in
      if isDown.isOn { throw OutOfOrder() }
      return "signed"
    })
    let down = BeckonError.notSignedIn("status 500")
    await #expect(throws: down) { try await client.identify(userID: "ana") }
    // Nothing that is only claimed was sent meanwhile.
    #expect(calls.isEmpty)
    isDown.isOn = false
    #expect(try await client.identify(userID: "ana").isSignedIn)
    isDown.isOn = true
    app.server.play(.problem(.tokenRequired))
    await #expect(throws: down) { try await client.balances() }
    #expect(down.localizedDescription.contains("status 500"))
  }

  private struct OutOfOrder: Error, CustomStringConvertible {
    let description = "status 500"
  }

  @Test func anEndedTokenIsReplacedAndTheCallMadeOnceMore() async throws {
    let client = try launch(giving: "first", "signed", "again")
    try await client.start()
    _ = try await client.identify(userID: "ana")
    app.server.play(
      .problem(.tokenRequired), token("tok_2"), .status(200, body: Array("[]".utf8)))
    #expect(try await client.balances().isEmpty)
    #expect(calls.last == "signed token-of-install")
    #expect(app.server.requests.last?.headers["Beckon-Token"] == "tok_2")
    // If the new one is refused too, that is told: nobody asks in circles.
    app.server.play(
      .problem(.tokenRequired), token("tok_3"), .problem(.tokenRequired, detail: "no"))
    await #expect(throws: BeckonError.notSignedIn(nil)) { try await client.balances() }
    #expect(asked.withLock { $0 } == ["ana", "ana", "ana"])
  }

  @Test func whatWaitedWithAnEndedTokenArrivesWithANewOne() async throws {
    let client = try launch(giving: "signed")
    _ = try await client.identify(userID: "ana")
    app.server.decide { _ in .notSent }
    #expect(try await client.setAttributes(["level": 5]) == .queued)
    await client.close()
    app.server.decide { _ in .usual }

    // The user id is remembered, so the next run can ask too.
    let next = try launch(giving: "signed")
    app.server.play(.problem(.tokenRequired), token("tok_2"))
    _ = await next.flush()
    let patches = app.server.requests.filter { $0.method == "PATCH" }
    #expect(patches.map { $0.headers["Beckon-Token"] } == ["token-of-ana", "tok_2"])
    #expect(patches[0].headers["Idempotency-Key"] == patches[1].headers["Idempotency-Key"])
    #expect(try next.queueStatistics().events == 0)
  }

  /// The app's server is down, or the network is gone between the two calls.
  @Test(arguments: [true, false])
  func whatNeedsANewTokenWaitsUntilThereIsOne(isAppsServerDown: Bool) async throws {
    let isDown = Switch(false)
    let client = try app.launch(identityToken: { _ in
      if isDown.isOn && isAppsServerDown { throw OutOfOrder() }
      return "signed"
    })
    _ = try await client.identify(userID: "ana")
    isDown.isOn = true
    app.server.decide { request in
      if request.method == "PATCH" { return .problem(.tokenRequired) }
      return isDown.isOn && request.url.hasSuffix("/v1/people") ? .notSent : .usual
    }
    #expect(try await client.setAttributes(["level": 5]) == .queued)
    guard case .uploadPaused(_, .notSignedIn(.some)) = await client.firstProblem() else {
      Issue.record("nobody was told")
      return
    }
    // It holds up nothing else.
    client.track("passes")
    await client.flush()
    #expect(app.arrived == ["passes"])

    isDown.isOn = false
    app.server.decide { _ in .usual }
    app.server.play(.problem(.tokenRequired), token("tok_2"))
    #expect(await client.flush().delivered == 1)
    #expect(app.server.requests.last?.method == "PATCH")
    #expect(app.server.requests.last?.headers["Beckon-Token"] == "tok_2")
  }

  @Test func aTokenThatComesAfterALogOutIsNobodys() async throws {
    let gate = Gate()
    let client = try app.launch(identityToken: { _ in
      await gate.pass()
      return "signed"
    })
    _ = try await client.identify(userID: "ana") { $0.identityToken = "in-hand" }
    app.server.play(.problem(.tokenRequired))
    let slow = Task { try await client.balances() }
    await gate.untilSomebodyWaits()
    try client.reset()
    await gate.open()
    await #expect(throws: BeckonError.self) { try await slow.value }
    #expect(try client.person() == nil)
    client.track("nobody's")
    _ = await client.flush()
    #expect(app.server.requests.last?.headers["Beckon-Token"] == nil)
  }

  private func token(_ token: String) -> InMemoryServer.Answer {
    let ana = PersonID(Identifier(hashing: "ana")).text
    return .status(200, body: Array(#"{"person":"\#(ana)","token":"\#(token)"}"#.utf8))
  }
}
