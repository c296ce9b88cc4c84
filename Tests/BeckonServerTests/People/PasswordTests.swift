import BeckonBasics
import BeckonModel
import Testing

@testable import BeckonServer

/// People sign in with an e-mail address and a password.
@Suite struct PasswordTests {
  private static let address = "ana@example.com"
  private static let password = "correct horse"

  /// Somebody with an address and a password, who was anonymous before.
  private static func ana(_ app: TestApp) async throws -> TestPerson {
    let person = try await app.signUpInApp(["install_id": "i"])
    let body: JSON = ["email": .string(address), "password": .string(password)]
    let linked = try await app.post(
      person.path + "/password", body, as: .publishable, token: person.token)
    try #require(linked.status == 200, "\(linked.text)")
    #expect(linked.json == ["person": .string(person.id), "email": .string(address)])
    return person
  }

  private static func signIn(
    _ app: TestApp, _ email: String = address, _ password: String = password,
    from network: String = "203.0.113.7"
  ) async throws -> HTTPAnswer {
    try await app.post(
      "/v1/sign-in", ["email": .string(email), "password": .string(password)], as: .publishable,
      headers: [("X-Forwarded-For", network)])
  }

  @Test("Who was anonymous signs in elsewhere as the same person, and out again")
  func signIn() async throws {
    try await TestServer.run { server in
      let app = server.app
      let ana = try await Self.ana(app)
      let there = try await Self.signIn(app, " ANA@example.com ")
      #expect(there.status == 200 && there.string("person") == ana.id, "\(there.text)")
      let token = try #require(there.string("token"))
      #expect(try await app.get(ana.path, as: .publishable, token: token).status == 200)
      #expect(try await ana.read().list("identities").map { $0["confirmed"] } == [false])
      // An é is one character on one keyboard and two on another.
      let change: JSON = ["old_password": .string(Self.password), "password": "caf\u{E9} noir"]
      let changed = try await app.send(
        "PUT", ana.path + "/password", change, as: .publishable, token: token)
      #expect(changed.status == 200, "\(changed.text)")
      #expect(try await Self.signIn(app, Self.address, "cafe\u{301} noir").status == 200)
      #expect(try await app.get(ana.path, as: .publishable, token: ana.token).status == 403)
      let out = try await app.call(
        "DELETE", ana.path + "/tokens/current", as: .publishable, token: token)
      #expect(out.status == 204)
      #expect(try await app.get(ana.path, as: .publishable, token: token).status == 403)
      let export = try await ana.export()
      #expect(export.status == 200 && !export.text.contains("scrypt"))
    }
  }

  @Test("On a phone, who used it anonymously becomes one with who signs in")
  func phone() async throws {
    try await TestServer.run { server in
      let app = server.app
      let ana = try await Self.ana(app)
      let phone = try await app.phone(at: "203.0.113.7").install()
      let guest = try await phone.useAnonymously()
      try await guest.write("color", "red")
      let body: JSON = [
        "email": .string(Self.address), "password": .string(Self.password),
        "install_id": .string(phone.installID),
      ]
      let there = try await app.post("/v1/sign-in", body, as: .publishable, token: phone.token)
      #expect(there.string("person") == ana.id, "\(there.text)")
      #expect(try await ana.read().value("attributes.color") == "red")
      // By the install's id alone nothing of its user is had.
      let other = try await app.phone(at: "203.0.113.8").install()
      let victim = try await other.useAnonymously()
      let stolen: JSON = [
        "email": .string(Self.address), "password": .string(Self.password),
        "install_id": .string(other.installID),
      ]
      #expect(try await app.post("/v1/sign-in", stolen, as: .publishable).status == 200)
      #expect(try await victim.read().string("person") == victim.id)
    }
  }

  @Test("A wrong password, an unknown address and one without a password are told apart by nothing")
  func wrong() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await Self.ana(app)
      _ = try await app.signUpInApp(["email": "ben@example.com"])
      var answers: Set<String> = []
      for (email, password) in [
        (Self.address, "wrong horse"), ("nobody@example.com", Self.password),
        ("ben@example.com", Self.password), (Self.address, "x"),
      ] {
        let answer = try await Self.signIn(app, email, password)
        #expect(answer.status == 401 && answer.code == "wrong_credentials")
        let members = (answer.json.members ?? []).filter { $0.name != "request_id" }
        answers.insert(JSON.object(members).text)
      }
      #expect(answers.count == 1)
    }
  }

  @Test("Passwords are hashed for strangers as for people, and no more than two at a time")
  func hasher() async throws {
    let hasher = PasswordHasher()
    let ambient = Ambient.system
    let hash = try await hasher.hash("correct horse", ambient)
    let answers = try await withThrowingTaskGroup(of: Bool.self) { group in
      for word in ["correct horse", "wrong horse", "correct horse"] {
        group.addTask { try await hasher.matches(word, hash, ambient) }
      }
      group.addTask { try await hasher.matches("correct horse", nil, ambient) }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(answers == 2)
  }

  @Test("Whoever guesses is slowed down by their address, and by whose password it is")
  func limits() async throws {
    var rates = RateLimits()
    (rates.passwordsPerAddress, rates.passwordsPerPerson) = (3, 4)
    try await TestServer.run(rates: rates) { server in
      let app = server.app
      for _ in 0..<3 {
        #expect(try await Self.signIn(app, "a@example.com", "x").code == "wrong_credentials")
      }
      let limited = try await Self.signIn(app, "b@example.com", "x")
      #expect(limited.code == "rate_limited" && limited["Retry-After"] != nil)
      #expect(try await Self.signIn(app, "a@example.com", "x", from: "203.0.113.9").status == 401)
      let fifth = try await Self.signIn(app, "A@example.com", "x", from: "203.0.113.10")
      #expect(fifth.code == "rate_limited")
      #expect(try await Self.signIn(app, "c@example.com", "x", from: "203.0.113.10").status == 401)
    }
  }

  @Test("Whoever has a token does not change the password by it, nor take another's address")
  func token() async throws {
    try await TestServer.run { server in
      let app = server.app
      let ana = try await Self.ana(app)
      let path = ana.path + "/password"
      let mine: JSON = ["email": "thief@example.com", "password": "my own word"]
      let again = try await app.post(path, mine, as: .publishable, token: ana.token)
      #expect(again.status == 409 && again.code == "password_set", "\(again.text)")
      let guess: JSON = ["old_password": "wrong horse", "password": "my own word"]
      let guessed = try await app.send("PUT", path, guess, as: .publishable, token: ana.token)
      #expect(guessed.code == "wrong_credentials" && guessed.string("field") == "old_password")
      let none = try await app.send(
        "PUT", path, ["password": "my own word"], as: .publishable, token: ana.token)
      #expect(none.string("field") == "old_password")
      let thief = try await app.signUpInApp(["install_id": "thief"])
      let theirs: JSON = ["email": .string(Self.address), "password": "my own word"]
      let taken = try await app.post(
        thief.path + "/password", theirs, as: .publishable, token: thief.token)
      #expect(taken.status == 409 && taken.code == "email_in_use", "\(taken.text)")
      #expect(try await app.post(path, mine, as: .publishable).code == "token_required")
      #expect(try await Self.signIn(app).string("person") == ana.id)
    }
  }

  @Test("Another password signs out phones that the app's server has named, until it names them")
  func namedPhones() async throws {
    try await TestServer.run { server in
      let app = server.app
      let phones = [
        try await app.phone(at: "203.0.113.7").install(),
        try await app.phone(at: "203.0.113.8").install(),
      ]
      func name(_ phone: TestPhone) async throws -> TestPerson {
        try await app.signUp(
          "ben", more: ["install_id": .string(phone.installID)], token: phone.token)
      }
      let ben = try await name(phones[0])
      _ = try await name(phones[1])
      let body: JSON = ["email": "ben@example.com", "password": "correct horse"]
      #expect(try await app.post(ben.path + "/password", body).status == 200)
      let here = try await phones[0].signUp("ben")
      #expect(here.token != nil)
      // The phone on which it is changed goes on.
      let change: JSON = ["old_password": "correct horse", "password": "battery staple"]
      let changed = try await app.send(
        "PUT", ben.path + "/password", change, as: .publishable, token: here.token)
      #expect(changed.status == 200, "\(changed.text)")
      #expect(try await phones[1].signUp("ben").token == nil)
      #expect(try await phones[0].signUp("ben").token != nil)
      let reset = try await app.post(ben.path + "/password-reset", [:])
      let token = try #require(reset.value("token"))
      let other: JSON = ["token": token, "password": "a third word"]
      #expect(try await app.post("/v1/password-resets", other, as: .publishable).status == 200)
      #expect(try await phones[0].signUp("ben").token == nil)
      _ = try await name(phones[0])
      #expect(try await phones[0].signUp("ben").token != nil)
    }
  }

  @Test("Who shows a token that has ended is told so")
  func endedToken() async throws {
    try await TestServer.run { server in
      let app = server.app
      let ana = try await Self.ana(app)
      let path = ana.path + "/balances"
      let ended = try await app.get(path, as: .publishable, token: "tok_of_before")
      #expect(ended.code == "token_required")
      #expect(ended.string("detail")?.contains("Sign in again") == true, "\(ended.text)")
      let none = try await app.get(path, as: .publishable)
      #expect(none.code == "token_required")
      #expect(none.string("detail")?.hasPrefix("Send the token") == true, "\(none.text)")
    }
  }

  @Test("What is too short, too long, or sent with an Idempotency-Key is refused")
  func refused() async throws {
    try await TestServer.run { server in
      let app = server.app
      let person = try await app.signUpInApp(["install_id": "i"])
      let path = person.path + "/password"
      for password in ["short", String(repeating: "x", count: 10_000_000)] {
        let body: JSON = ["email": .string(Self.address), "password": .string(password)]
        let answer = try await app.post(path, body, as: .publishable, token: person.token)
        #expect([413, 422].contains(answer.status))
      }
      let body: JSON = ["email": .string(Self.address), "password": .string(Self.password)]
      let keyed = try await app.post(
        path, body, as: .publishable, token: person.token, headers: [("Idempotency-Key", "k")])
      #expect(keyed.code == "malformed_request", "\(keyed.text)")
      #expect(try await server.number("SELECT COUNT(*) FROM passwords") == 0)
    }
  }

  @Test("Who has forgotten it chooses another by a token of the server's, once, and is alone then")
  func reset() async throws {
    try await TestServer.run { server in
      let app = server.app
      let ana = try await Self.ana(app)
      let asked = try await app.post(
        ana.path + "/password-reset", [:], as: .publishable, token: ana.token)
      #expect(asked.code == "secret_key_required")
      let made = try await app.post(ana.path + "/password-reset", [:])
      let token = try #require(made.string("token"), "\(made.text)")
      #expect(made.status == 201 && made.value("expires_at") == server.time(days: 1.0 / 24))
      let body: JSON = ["token": .string(token), "password": "another horse"]
      // It signs nobody in, and a token that does is none of these.
      let person: JSON = ["identity_token": .string(token)]
      #expect(try await app.post("/v1/people", person, as: .publishable).status == 403)
      let done = try await app.post("/v1/password-resets", body, as: .publishable)
      #expect(done.string("person") == ana.id && done.string("token") != nil, "\(done.text)")
      #expect(try await app.get(ana.path, as: .publishable, token: ana.token).status == 403)
      let again = try await app.post("/v1/password-resets", body, as: .publishable)
      #expect(again.code == "identity_token_invalid" && again.string("field") == "token")
      #expect(try await Self.signIn(app).status == 401)
      #expect(try await Self.signIn(app, Self.address, "another horse").status == 200)
      let guest = try await app.signUpInApp(["install_id": "j"])
      #expect(try await app.post(guest.path + "/password-reset", [:]).status == 404)
    }
  }

  @Test("Who took a victim's address first does not get in when the server names the victim")
  func squatter() async throws {
    try await TestServer.run { server in
      let app = server.app
      let thief = try await Self.ana(app)
      let mail: JSON = ["email": .string(Self.address)]
      let victim = try await app.signUp("victim", more: mail)
      #expect(victim.id == thief.id)
      #expect(try await Self.signIn(app).status == 401)
      #expect(try await server.number("SELECT COUNT(*) FROM passwords") == 0)
      // The server may set one, which needs no old one.
      let body: JSON = ["email": .string(Self.address), "password": "victim's own"]
      #expect(try await app.post(victim.path + "/password", body).status == 200)
      #expect(try await Self.signIn(app, Self.address, "victim's own").status == 200)
      let change: JSON = ["password": "victim's next"]
      #expect(try await app.send("PUT", victim.path + "/password", change).status == 200)
      #expect(try await Self.signIn(app, Self.address, "victim's next").status == 200)
    }
  }

  @Test("A password follows a merge, and goes with an erasure")
  func merge() async throws {
    try await TestServer.run { server in
      let app = server.app
      let ana = try await Self.ana(app)
      let other = try await app.signUpInApp(["install_id": "j"])
      #expect(try await ana.merge(into: other).status == 200)
      let there = try await Self.signIn(app)
      #expect(there.string("person") == other.id, "\(there.text)")
      #expect(try await other.erase().status == 204)
      #expect(try await Self.signIn(app).status == 401)
      #expect(try await server.number("SELECT COUNT(*) FROM passwords") == 0)
    }
  }
}
