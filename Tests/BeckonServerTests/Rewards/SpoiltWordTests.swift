import BeckonModel
import Testing

/// Somebody takes a user id before its owner and writes what a rule waits for. That can keep the
/// phone's word from being reviewed, but never the server's from paying.
@Suite struct SpoiltWordTests {
  private static let careful = rule(["attribute": "level", "crosses": 10], ["trust": "server"])

  @Test("A level that was written under a claimed name is reached when the server tells it")
  func overwritten() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [Self.careful])
      let ana = try await app.signUp("ana")
      let eve = try await app.signUpInApp(["user_id": "ben"])
      #expect(try await eve.set(["level": 50], as: .publishable).status == 200)

      let ben = try await app.signUp(
        "ben", referrer: ana.code, more: ["install_id": "phone-of-ben"])
      #expect(try await eve.set(["level": 51], as: .publishable).status == 403)
      #expect(try await ben.set(["level": 12], as: .publishable).status == 200)
      #expect(try await (ben.balance, ben.inReview) == (0, 0))
      _ = try await ben.set(["level": 12])
      #expect(try await (ben.balance, ben.inReview) == (50, 0))
    }
  }

  @Test("A level that was made up and rejected is reached when the server tells it")
  func rejected() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [Self.careful])
      let ana = try await app.signUp("ana")
      let eve = try await app.signUpInApp([
        "user_id": "ben", "referrer": .string(ana.code ?? ""),
      ])
      _ = try await eve.set(["level": 50], as: .publishable)
      let waiting = try #require(try await app.transfers("&state=in_review").first)
      let review = "/v1/ledger/transfers/\(waiting["id"]?.string ?? "")/review"
      #expect(try await app.post(review, ["decision": "reject"]).status == 200)

      let ben = try await app.signUp(
        "ben", referrer: ana.code, more: ["install_id": "phone-of-ben"])
      _ = try await ben.set(["level": 1], as: .publishable)
      _ = try await ben.set(["level": 12], as: .publishable)
      #expect(try await (ben.balance, ben.inReview) == (0, 0))
      _ = try await ben.set(["level": 12])
      #expect(try await (ben.balance, ben.inReview) == (50, 0))
    }
  }
}
