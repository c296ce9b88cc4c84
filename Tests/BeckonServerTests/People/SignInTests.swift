import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore
import Testing

@testable import BeckonServer

/// A user who is known signs in on a new phone, by the word of the app's server.
@Suite struct SignInTests {
  /// A phone signs in.
  private static func signIn(
    _ phone: TestPhone, _ name: String?, _ token: String, _ more: [(String, String)] = []
  ) async throws -> HTTPAnswer {
    let body = JSON.object([
      "user_id": name.map(JSON.string), "install_id": .string(phone.installID),
      "identity_token": .string(token),
    ])
    return try await phone.app.post(
      "/v1/people", body, as: .publishable, token: phone.token,
      headers: more + [("X-Forwarded-For", phone.address)])
  }

  /// A signed user id, good for ten minutes, as an app's server makes it.
  static func signed(
    _ name: String, _ server: TestServer, by key: IdentityKey, id: String? = nil
  ) -> String {
    let now = server.clock.withLock { $0 }.milliseconds / 1_000
    let header = JSON.object(["alg": "HS256", "typ": "JWT", "kid": id.map(JSON.string)])
    let claims: JSON = [
      "sub": .string(name), "aud": .string(server.app.id.text), "exp": .integer(now + 600),
    ]
    let text = [header, claims].map { Base64.url.encode($0.bytes) }.joined(separator: ".")
    let signature = Hash.hmac(Array(text.utf8), key: Array(key.secret.utf8))
    return text + "." + Base64.url.encode(signature)
  }

  static func key(_ server: TestServer) async throws -> IdentityKey {
    let (app, ambient) = (server.app.id, server.ambient)
    let made = try await server.database.write {
      try IdentityKeys($0).create(app: app, ambient: ambient)
    }
    guard case .made(let key) = made else { throw DatabaseError.misuse("\(made)") }
    return key
  }

  @Test("A token of the server signs in once, on one phone, within 15 minutes")
  func singleUse() async throws {
    try await TestServer.run { server in
      let app = server.app
      let ana = try await app.signUp("ana")
      let phone = try await app.phone(at: "203.0.113.7").install()
      let made = try await app.post(ana.path + "/tokens", [:])
      let token = try #require(made.string("token"), "\(made.text)")
      #expect(made.status == 201 && made.value("expires_at") == server.time(days: 1.0 / 96))

      let key = [("Idempotency-Key", "k")]
      let first = try await Self.signIn(phone, "ana", token, key)
      #expect(first.string("person") == ana.id)
      // The same request again, because the answer was lost, gets the same answer.
      #expect(try await Self.signIn(phone, "ana", token, key).json == first.json)
      let own = try await app.get(
        ana.path + "/export", as: .publishable, token: first.string("token"))
      #expect(own.list("installs").count == 1)
      let again = try await Self.signIn(phone, "ana", token)
      #expect(again.status == 403 && again.code == "identity_token_invalid")
      #expect(again.string("field") == "identity_token")

      let late = try #require(try await app.post(ana.path + "/tokens", [:]).string("token"))
      try await server.wait(minutes: 15)
      #expect(try await Self.signIn(phone, "ana", late).code == "identity_token_invalid")
      try await server.wait(minutes: 1)
      #expect(try await server.number("SELECT COUNT(*) FROM sign_in_tokens") == 0)
    }
  }

  @Test("It names the person itself: no other may be named, and what is another's stays theirs")
  func whose() async throws {
    try await TestServer.run { server in
      let app = server.app
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", more: ["email": "ben@example.com"])
      let phone = try await app.phone(at: "203.0.113.7").install()
      func token() async throws -> String {
        try #require(try await app.post(ana.path + "/tokens", [:]).string("token"))
      }
      #expect(try await Self.signIn(phone, "ben", token()).code == "identity_token_invalid")
      let body: JSON = ["email": "ben@example.com", "identity_token": .string(try await token())]
      let mail = try await app.post("/v1/people", body, as: .publishable)
      #expect(mail.string("person") == ana.id && mail.value("conflicts") == ["email"])
      #expect(try await Self.signIn(phone, nil, token()).string("person") == ana.id)
      // Of an erased person it is worth nothing, and of a merged one it is the survivor's.
      let kept = try await token()
      #expect(try await ana.merge(into: ben).status == 200)
      #expect(try await Self.signIn(phone, nil, kept).string("person") == ben.id)
      let last = try #require(try await app.post(ben.path + "/tokens", [:]).string("token"))
      #expect(try await ben.erase().status == 204)
      #expect(try await Self.signIn(phone, nil, last).code == "identity_token_invalid")
    }
  }

  @Test("Only the server may ask, and only for whom it has named")
  func asking() async throws {
    try await TestServer.run { server in
      let app = server.app
      let claimed = try await app.signUpInApp(["user_id": "ana"])
      let path = claimed.path + "/tokens"
      let client = try await app.post(path, [:], as: .publishable, token: claimed.token)
      #expect(client.code == "secret_key_required")
      let early = try await app.post(path, [:])
      #expect(early.status == 409 && early.code == "person_unconfirmed")
      #expect(early.string("detail")?.contains("POST /v1/people") == true)
      #expect(try await app.signUp("ana").id == claimed.id)
      let made = try await app.post(path, [:])
      #expect(made.status == 201)
      let other = try await server.otherApp()
      let phone = try await other.phone(at: "203.0.113.7").install()
      let stranger = try await Self.signIn(phone, "ana", made.string("token") ?? "")
      #expect(stranger.code == "identity_token_invalid")
      let missing = try await app.post("/v1/people/per_01m7xyzzzzet29mkm8y17dn102/tokens", [:])
      #expect(missing.status == 404)
    }
  }

  @Test("A signed user id signs in as often as it is shown, and its key can be replaced")
  func signed() async throws {
    try await TestServer.run { server in
      let app = server.app
      let ana = try await app.signUp("ana")
      let phone = try await app.phone(at: "203.0.113.7").install()
      let (old, new) = (try await Self.key(server), try await Self.key(server))
      for token in [
        Self.signed("ana", server, by: old), Self.signed("ana", server, by: new),
        Self.signed("ana", server, by: new, id: new.id.text),
      ] {
        let answer = try await Self.signIn(phone, "ana", token)
        #expect(answer.string("person") == ana.id && answer.string("token") != nil)
      }
      let other = try await app.signUp("ben")
      for (name, token) in [
        ("ana", Self.signed("ana", server, by: old, id: new.id.text)),
        ("ben", Self.signed("ana", server, by: old)),
        ("ana", String(Self.signed("ana", server, by: old).dropLast(4)) + "AAAA"),
        ("ana", "sit_nonsense"), ("ana", "nonsense"),
      ] {
        let refused = try await Self.signIn(phone, name, token)
        #expect(refused.code == "identity_token_invalid", "\(token)")
        #expect(refused.string("token") == nil && other.id != ana.id)
      }
      let removed = try await server.database.write {
        try IdentityKeys($0).remove(old.id, app: app.id)
      }
      #expect(removed)
      let token = Self.signed("ana", server, by: old)
      #expect(try await Self.signIn(phone, "ana", token).code == "identity_token_invalid")
    }
  }

  @Test("A signed id creates who is unknown, and takes over from who only claimed it")
  func vouches() async throws {
    try await TestServer.run { server in
      let app = server.app
      let key = try await Self.key(server)
      let phone = try await app.phone(at: "203.0.113.7").install()
      let anonymous = try await phone.useAnonymously()
      let ana = try await Self.signIn(phone, nil, Self.signed("ana", server, by: key))
      #expect(ana.string("person") == anonymous.id)
      let read = try await app.get(anonymous.path)
      #expect(
        read.list("identities") == [["kind": "user_id", "value": "ana", "confirmed": true]])

      let thief = try await app.signUpInApp(["user_id": "ben", "email": "ben@example.com"])
      let second = try await app.phone(at: "203.0.113.8").install()
      let ben = try await Self.signIn(second, "ben", Self.signed("ben", server, by: key))
      #expect(ben.string("person") == thief.id)
      let stolen = try await app.get(thief.path, as: .publishable, token: thief.token)
      #expect(stolen.code == "token_required")
      // That there is such a user is the server's word; the rest of the body is the client's still.
      let facts = try await app.get(thief.path + "/export").list("facts")
      #expect(facts.map { $0["name"] } == ["beckon.sign_up", "beckon.sign_up_confirmed"])
      #expect(facts.map { $0["trust"] } == ["client", "server"])
    }
  }

  @Test("Tokens that sign nobody in are counted like all guarded calls")
  func limited() async throws {
    var rates = RateLimits()
    rates.guardedPerAddress = 4
    try await TestServer.run(rates: rates) { server in
      let phone = try await server.app.phone(at: "203.0.113.7").install()
      var codes: [String?] = []
      for _ in 1...4 { codes.append(try await Self.signIn(phone, "ana", "sit_guess").code) }
      #expect(codes == Array(repeating: "identity_token_invalid", count: 3) + ["rate_limited"])
    }
  }
}
