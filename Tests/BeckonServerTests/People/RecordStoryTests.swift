import BeckonModel
import Testing

/// An app that keeps its users' records here: anonymous at first, then with an address and a
/// password, under one id.
@Suite struct RecordStoryTests {
  /// What pays: the friend for signing up, and who invited them for the friend's level 5.
  private static let rules: [JSON] = [
    rule(["attribute": "last_signin_at", "first_set": true]),
    rule(["attribute": "game/level", "crosses": 5], to: "referrer"),
  ]

  /// A phone that came by a link, whose anonymous user names who invited them.
  private static func invited(
    by ana: TestPerson, _ app: TestApp, at address: String
  ) async throws -> TestPerson {
    let phone = try await app.phone(at: address).open(ana.link).install()
    let friend = try await phone.useAnonymously()
    let named = try await friend.write("referred_by", .string(ana.id))
    #expect(named.status == 200, "\(named.text)")
    return friend
  }

  @Test("Both are paid once, whatever level comes first", arguments: [[4, 5], [3, 6], [7]])
  func story(levels: [Int64]) async throws {
    try await TestServer.run { server in
      let app = server.app
      try await app.set(["referrer_attribute": "referred_by"])
      _ = try await app.campaign(rules: Self.rules)
      let ana = try await app.signUp("ana")
      let friend = try await Self.invited(by: ana, app, at: "203.0.113.7")
      // Nothing is paid to who has not signed up.
      #expect(try await friend.write("last_signin_at/anonymous", true).list("paid") == [])
      #expect(try await friend.write("last_signin_at", .null).status == 200)

      let body: JSON = ["email": "ben@example.com", "password": "correct horse"]
      let linked = try await app.post(
        friend.path + "/password", body, as: .publishable, token: friend.token)
      #expect(linked.string("person") == friend.id, "\(linked.text)")
      let referrals = try await friend.read().list("referrals")
      #expect(referrals.map { $0["referrer"] } == [.string(ana.id)], "\(referrals)")
      #expect(referrals.first?["state"] == "confirmed")

      let now: JSON = [".sv": "timestamp"]
      let signedIn = try await friend.write("last_signin_at", now)
      #expect(signedIn.list("paid").count == 1, "\(signedIn.text)")
      for level in levels { try await friend.write("game/level", .integer(level)) }
      for level in [1, 5] as [Int64] { try await friend.write("game/level", .integer(level)) }
      try await friend.write("last_signin_at", .null)
      try await friend.write("last_signin_at", now)
      let balances = [try await friend.balance, try await ana.balance]
      #expect(balances == [50, 50])
      let shown = try await friend.record("inventory/pieces_of_eight")
      #expect(shown.json == 50)
    }
  }

  @Test("Without a link that was opened, a client's word for the referrer pays nothing")
  func declared() async throws {
    try await TestServer.run { server in
      let app = server.app
      try await app.set(["referrer_attribute": "referred_by"])
      _ = try await app.campaign(rules: Self.rules)
      let ana = try await app.signUp("ana")
      let thief = try await app.signUpInApp(["install_id": "i"])
      let named = try await thief.write("referred_by", .string(ana.id))
      #expect(named.string("referral.status") == "awaiting_sign_up", "\(named.text)")
      let body: JSON = ["email": "t@example.com", "password": "correct horse"]
      _ = try await app.post(
        thief.path + "/password", body, as: .publishable, token: thief.token)
      try await thief.write("last_signin_at", 1)
      #expect(try await thief.read().list("referrals").map { $0["match"] } == ["declared"])
      #expect(try await thief.balance == 0)
      // Set once: another name changes nothing, and nobody's says so.
      let ben = try await app.signUp("ben")
      try await thief.write("referred_by", .string(ben.id))
      #expect(
        try await thief.read().list("referrals").map { $0["referrer"] } == [.string(ana.id)])
      let other = try await app.signUpInApp(["user_id": "x", "attributes": ["referred_by": "none"]])
      let unknown = try await other.write("referred_by", .null)
      #expect(unknown.value("referral") == nil)
      let again = try await other.set(["referred_by": "nobody"], as: .publishable)
      #expect(again.string("referral.status") == "unknown_code", "\(again.text)")
    }
  }

  @Test("An anonymous person keeps their id when a call names them, by token alone")
  func named() async throws {
    try await TestServer.run { server in
      let app = server.app
      let person = try await app.signUpInApp(["install_id": "i"])
      let known = try await app.post(
        "/v1/people", ["email": "ana@example.com"], as: .publishable, token: person.token)
      #expect(known.string("person") == person.id, "\(known.text)")
      let other = try await app.post(
        "/v1/people", ["email": "ben@example.com"], as: .publishable, token: person.token)
      #expect(other.string("person") != person.id)
    }
  }
}

extension TestPerson {
  /// Sets what stands at a path of their record, with the app's publishable key and their token.
  @discardableResult
  func write(
    _ path: String, _ value: JSON, as key: TestApp.Key = .publishable, ifMatch: String? = nil,
    ifNoneMatch: String? = nil
  ) async throws -> HTTPAnswer {
    let headers = [("If-Match", ifMatch), ("If-None-Match", ifNoneMatch)]
    return try await app.send(
      "PUT", self.path + "/record/" + path, value, as: key, token: token,
      headers: headers.compactMap { name, value in value.map { (name, $0) } })
  }

  /// What stands there.
  func record(_ path: String, as key: TestApp.Key = .publishable) async throws -> HTTPAnswer {
    let tail = path.isEmpty ? "" : "/" + path
    return try await app.get(self.path + "/record" + tail, as: key, token: token)
  }
}
