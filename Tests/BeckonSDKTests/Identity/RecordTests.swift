import BeckonContract
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import Testing

/// What the SDK remembers of the person, and sign-in with a password.
@Suite(.timeLimit(.minutes(2))) struct RecordTests {
  let app = TestApp()

  private static func answer(_ json: JSON, etag: String? = nil) -> InMemoryServer.Answer {
    .status(200, headers: etag.map { ["ETag": $0] } ?? [:], body: json.bytes)
  }

  @Test func whatIsWrittenOfflineArrivesLaterInItsPlace() async throws {
    let client = try app.launch()
    let ana = try await client.identify(userID: "ana")
    app.server.decide { _ in .notSent }
    #expect(try await client.record("game").child("level").set(5) == .queued)
    #expect(try await client.record().update(["seen": .serverTimestamp]) == .queued)
    #expect(try await client.record("old").remove() == .queued)
    await client.close()

    app.server.decide { _ in Self.answer([:]) }
    let next = try app.launch()
    _ = await next.flush()
    let path = "/v1/people/\(ana.id)/record"
    let calls = app.server.requests.suffix(3)
    #expect(calls.map(\.method) == ["PUT", "PATCH", "PUT"])
    #expect(calls.map { $0.url.hasSuffix(path + "/game/level") } == [true, false, false])
    let bodies = calls.map { String(decoding: $0.body, as: UTF8.self) }
    #expect(bodies == ["5", #"{"seen":{".sv":"timestamp"}}"#, "null"])
    #expect(try next.queueStatistics().events == 0)
  }

  @Test func aTransactionBeginsAgainWhenSomebodyWasFaster() async throws {
    let client = try app.launch()
    _ = try await client.identify(userID: "ana")
    app.server.play(
      Self.answer(1, etag: "\"a\""), .problem(.versionConflict), Self.answer(2, etag: "\"b\""),
      Self.answer(["value": 3]))
    let value = try await client.record("gems").transaction { old in
      old == 2 ? 3 : 9
    }
    #expect(value == 3)
    let writes = app.server.requests.filter { $0.method == "PUT" }
    #expect(writes.map { $0.headers["If-Match"] } == ["\"a\"", "\"b\""])
    #expect(writes.map { String(decoding: $0.body, as: UTF8.self) } == ["9", "3"])
    #expect(Set(writes.map { $0.headers["Idempotency-Key"] }).count == 2)
  }

  @Test func whatCannotBeAPathOrHasNoPersonIsToldAtOnce() async throws {
    let client = try app.launch()
    await #expect(throws: BeckonError.notIdentified) { try await client.record("a").get() }
    _ = try await client.identify(userID: "ana")
    await #expect(throws: BeckonError.self) { try await client.record("a.b").set(1) }
    app.server.play(Self.answer(.null))
    #expect(try await client.record("none").get() == nil)
  }

  @Test func aWrongPasswordIsNoWrongKey() async throws {
    let client = try app.launch()
    app.server.play(.problem(.wrongCredentials, detail: "no"))
    await #expect(throws: BeckonError.refused(code: "wrong_credentials", detail: "no")) {
      try await client.signIn(email: "ana@example.com", password: "wrong horse")
    }
    let person = "per_01m7xy15p7fcc9hcbybtxppx7c"
    app.server.play(Self.answer(["person": .string(person), "token": "tok_1"]))
    let ana = try await client.signIn(email: "ana@example.com", password: "correct horse")
    #expect(ana.id == person && ana.isSignedIn)
    app.server.play(Self.answer(["person": .string(person), "email": "ana@example.com"]))
    try await client.linkPassword(email: "ana@example.com", password: "another horse")
    #expect(app.server.requests.last?.headers["Beckon-Token"] == "tok_1")
    #expect(app.server.requests.last?.headers["Idempotency-Key"] == nil)
  }

  @Test func mailsAreAskedFor() async throws {
    let client = try app.launch()
    app.server.play(Self.answer(["email": "ana@example.com"]))
    try await client.mailPasswordReset(email: "ana@example.com", language: "de")
    #expect(app.server.requests.last?.url.hasSuffix("/v1/password-resets/mail") == true)
    await #expect(throws: BeckonError.notIdentified) { try await client.verifyEmail() }
    let person = "per_01m7xy15p7fcc9hcbybtxppx7c"
    app.server.play(Self.answer(["person": .string(person), "token": "tok_1"]))
    try await client.signIn(email: "ana@example.com", password: "correct horse")
    app.server.play(Self.answer(["email": "ana@example.com", "state": "queued"]))
    #expect(try await client.verifyEmail() == false)
    #expect(app.server.requests.last?.headers["Beckon-Token"] == "tok_1")
    app.server.play(
      Self.answer(["email": "ana@example.com", "verified_at": "2026-11-21T09:30:00.000Z"]))
    #expect(try await client.verifyEmail("ana@example.com"))
    app.server.play(.problem(.mailNotSetUp, detail: "no"))
    await #expect(throws: BeckonError.refused(code: "mail_not_set_up", detail: "no")) {
      try await client.mailPasswordReset(email: "ana@example.com")
    }
  }
}
