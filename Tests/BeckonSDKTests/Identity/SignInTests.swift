import BeckonBasics
import BeckonModel
import BeckonSDK
import BeckonTesting
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

  @Test func whoIsKnownIsSignedInByTheAppsServer() async throws {
    let client = try launch(giving: "signed")
    try await client.start()
    app.server.play(Self.known)
    _ = try await client.identify(userID: "ana")
    _ = try await client.balances()
    #expect(calls == ["- token-of-install", "signed token-of-install"])
    #expect(asked.withLock { $0 } == ["ana"])
    #expect(app.server.requests.last?.headers["Beckon-Token"] == "token-of-ana")
  }

  @Test func aTokenInHandNeedsNoFurtherCall() async throws {
    let client = try launch(giving: "unused")
    _ = try await client.identify(userID: "ana", identityToken: "in-hand")
    #expect(calls == ["in-hand -"])
    #expect(asked.withLock { $0 }.isEmpty)
  }

  @Test func aRefusedIdentityTokenIsReplacedOnceOnly() async throws {
    let client = try launch(giving: "second", "third")
    app.server.play(.problem(.identityTokenInvalid), .problem(.identityTokenInvalid, detail: "x"))
    await #expect(throws: BeckonError.refused(Problem(.identityTokenInvalid, "x"))) {
      try await client.identify(userID: "ana", identityToken: "first")
    }
    #expect(calls.map { $0.prefix(5) } == ["first", "secon"])
    #expect(try await client.person() == nil)
  }

  @Test func withoutWordOfTheAppsServerThePersonIsKnownWithoutToken() async throws {
    for isFailing in [false, true] {
      let client = isFailing ? try launchFailing() : try launch()
      app.server.play(Self.known)
      let ana = try await client.identify(userID: "ana")
      #expect(try await client.person() == ana)
      app.server.play(.problem(.tokenRequired, detail: "no"))
      await #expect(throws: BeckonError.refused(Problem(.tokenRequired, "no"))) {
        try await client.balances()
      }
      await client.close()
    }
  }

  private func launchFailing() throws -> BeckonClient {
    try app.launch(identityToken: { _ in throw BeckonError.closed })
  }

  @Test func anEndedTokenIsReplacedAndTheCallMadeOnceMore() async throws {
    let client = try launch(giving: "signed", "again")
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
    await #expect(throws: BeckonError.refused(Problem(.tokenRequired, "no"))) {
      try await client.balances()
    }
    #expect(asked.withLock { $0 } == ["ana", "ana"])
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
    #expect(try await next.queueStatistics().events == 0)
  }

  @Test func aTokenThatComesAfterALogOutIsNobodys() async throws {
    let gate = Gate()
    let client = try app.launch(identityToken: { _ in
      await gate.pass()
      return "signed"
    })
    _ = try await client.identify(userID: "ana")
    app.server.play(.problem(.tokenRequired))
    let slow = Task { try await client.balances() }
    await gate.untilSomebodyWaits()
    try await client.reset()
    await gate.open()
    await #expect(throws: BeckonError.self) { try await slow.value }
    #expect(try await client.person() == nil)
    try await client.track("nobody's")
    _ = await client.flush()
    #expect(app.server.requests.last?.headers["Beckon-Token"] == nil)
  }

  private func token(_ token: String) -> InMemoryServer.Answer {
    let ana = PersonID(Identifier(hashing: "ana")).text
    return .status(200, body: Array(#"{"person":"\#(ana)","token":"\#(token)"}"#.utf8))
  }
}
