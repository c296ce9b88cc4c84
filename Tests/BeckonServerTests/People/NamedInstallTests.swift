import BeckonModel
import Testing

/// The app's server names its user together with the phone: that phone is signed in by its
/// install's token, and no other.
@Suite struct NamedInstallTests {
  /// The server names its user on a phone.
  @discardableResult
  private static func name(
    _ user: String, on phone: TestPhone, referrer: String? = nil
  ) async throws -> TestPerson {
    try await phone.app.signUp(
      user, referrer: referrer, more: ["install_id": .string(phone.installID)], token: phone.token)
  }

  /// Whether a token opens what is stored about a person.
  private static func opens(_ person: TestPerson, _ token: String?) async throws -> Bool {
    try await person.app.get(person.path + "/balances", as: .publishable, token: token)
      .status == 200
  }

  @Test("Server first: the phone signs in by itself, as often as it asks")
  func serverFirst() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [])
      let phone = try await app.phone(at: "203.0.113.7").install()
      let ben = try await Self.name("ben", on: phone)
      for _ in 1...2 {
        let here = try await phone.signUp("ben", ["attributes": ["level": 1]])
        #expect(here.id == ben.id && here.link == ben.link)
        #expect(try await Self.opens(ben, here.token))
      }
      // A token of the install's is none of the person's, and a mail alone does not name him.
      #expect(try await !Self.opens(ben, phone.token))
      #expect(try await phone.useAnonymously().token == nil)
      let other = try await app.phone(at: "203.0.113.8").install()
      let elsewhere: JSON = ["user_id": "ben", "install_id": .string(phone.installID)]
      for token in [nil, other.token, "tok_nonsense"] {
        #expect(try await app.signUpInApp(elsewhere, token: token).token == nil)
      }
      #expect(try await other.signUp("ben").token == nil)
    }
  }

  @Test("Whoever tells the server another's install id gets neither the phone nor what is stored")
  func anothersInstall() async throws {
    try await TestServer.run { server in
      let app = server.app
      let phones = [
        try await app.phone(at: "203.0.113.7").install(),
        try await app.phone(at: "203.0.113.8").install(),
      ]
      let event: @Sendable (String, TestPhone) -> JSON = { id, phone in
        ["events": [["id": .string(id), "name": "secret", "install_id": .string(phone.installID)]]]
      }
      // One is used without an account, one has told events only.
      let anonymous = try await phones[0].useAnonymously()
      for phone in phones {
        #expect(
          try await app.post("/v1/events", event(phone.installID, phone), as: .publishable).status
            == 200)
      }
      for (number, phone) in phones.enumerated() {
        let thief = try await app.signUp(
          "thief-\(number)", more: ["install_id": .string(phone.installID)])
        #expect(thief.id != anonymous.id)
        let status: String? = number == 0 ? "install_unproven" : nil
        #expect(thief.answer.string("referral.status") == status)
        let own = try await app.get(thief.path + "/export", as: .publishable, token: thief.token)
        #expect(own.status == 200 && !own.text.contains("secret") && own.list("installs").isEmpty)
        #expect(try await thief.erase().status == 204)
        let later = try await app.post(
          "/v1/events", event("again-\(number)", phone), as: .publishable)
        #expect(later.value("receipts.0.status") == "accepted", "\(later.text)")
        let ben = try await phone.signUp("ben-\(number)")
        #expect(try await ben.export().text.contains("secret"))
      }
    }
  }

  @Test("A phone that changes hands signs in whom the server names on it now")
  func changesHands() async throws {
    try await TestServer.run { server in
      let app = server.app
      let phone = try await app.phone(at: "203.0.113.7").install()
      for user in ["ben", "cara", "ben"] {
        try await Self.name(user, on: phone)
        for name in ["ben", "cara"] {
          _ = try await app.signUp(name)
          #expect(try await (phone.signUp(name).token != nil) == (name == user))
        }
      }
      // Somebody new whom the app alone signs up on it ends the server's word too.
      #expect(try await phone.signUp("dan").token != nil)
      #expect(try await phone.signUp("ben").token == nil)
    }
  }

  @Test("An install that only a client named signs nobody in, also when the server knows both")
  func onlyClaimed() async throws {
    try await TestServer.run { server in
      let app = server.app
      let thief = try await app.phone(at: "203.0.113.66").install()
      let phone = try await app.phone(at: "203.0.113.7").install()
      #expect(try await thief.signUp("ben").token != nil)
      let ben = try await Self.name("ben", on: phone)
      #expect(try await thief.signUp("ben").token == nil)
      #expect(try await Self.opens(ben, phone.signUp("ben").token))
      // With his install alone the server names nobody.
      _ = try await app.post("/v1/people", ["install_id": .string(thief.installID)])
      #expect(try await thief.signUp("ben").token == nil)
      // Nor is it a proof of who came after him.
      #expect(try await ben.erase().status == 204)
      #expect(try await app.signUp("ben").id != ben.id)
      #expect(try await phone.signUp("ben").token == nil)
    }
  }

  @Test("A bare install id of a vendor's client signs nobody in")
  func bareID() async throws {
    try await TestServer.run { server in
      let phone = LinkrunnerPhone(app: server.app)
      _ = try await phone.send("init")
      let named: JSON = ["user_id": "ben", "install_id": .string(phone.installID)]
      let ben = try await server.app.post("/v1/people", named)
      #expect(ben.status == 201)
      _ = try await phone.send("set-user-data", ["user_data": ["id": "ben", "name": "Eve"]])
      let read = try await server.app.get("/v1/people/\(ben.string("person") ?? "")")
      #expect(read.value("attributes") == [:])
    }
  }

  @Test("However often the server names a phone, no token in use is pushed out")
  func noPushing() async throws {
    try await TestServer.run { server in
      let app = server.app
      let phone = try await app.phone(at: "203.0.113.7").install()
      let own = try await phone.signUp("ben")
      var handed: [String?] = []
      for _ in 1...8 {
        try await server.wait(minutes: 1)
        handed.append(try await Self.name("ben", on: phone).token)
      }
      #expect(try await Self.opens(own, own.token))
      // Without the SDK a phone has the token that the server handed on: the first, or the last.
      var works: [Bool] = []
      for token in handed { works.append(try await Self.opens(own, token)) }
      #expect(works == [true, false, false, false, true, true, true, true])
      // One that a phone has shown is the phone's own from then on.
      let body: JSON = ["user_id": "ben", "install_id": .string(phone.installID)]
      let shown = try await app.post("/v1/people", body, as: .publishable, token: handed[5])
      #expect(shown.string("token") == handed[5])
      for _ in 1...8 {
        try await server.wait(minutes: 1)
        try await Self.name("ben", on: phone)
      }
      #expect(try await Self.opens(own, handed[5]))
    }
  }

  @Test("An install that is not proven is told, where its match would have named the referrer")
  func unproven() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [])
      let ana = try await app.signUp("ana")
      let phone = try await app.phone(at: "203.0.113.7").open(ana.link)
        .install(["link": .string(try #require(ana.link))])
      func signUp(_ user: String, _ more: JSON, _ token: String?) async throws -> HTTPAnswer {
        let body: JSON = ["user_id": .string(user), "install_id": .string(phone.installID)]
        return try await app.post(
          "/v1/people", .object((body.members ?? []) + (more.members ?? [])), as: .publishable,
          token: token)
      }
      for (number, token) in [nil, "tok_nonsense", ana.token].enumerated() {
        let lost = try await signUp("lost-\(number)", [:], token)
        #expect(lost.status == 201 && lost.string("referred_by") == nil)
        #expect(lost.string("referral.status") == "install_unproven")
      }
      // Who is named with the call is the referrer all the same.
      let named = try await signUp("named", ["referrer": .string(ana.code ?? "")], nil)
      #expect(named.string("referral.status") == "made")
      let ben = try await signUp("ben", [:], phone.token)
      #expect(ben.string("referred_by") == ana.id && ben.string("referral.status") == "made")
      // An install that nobody has registered has no match to lose.
      let unknown: JSON = ["user_id": "dan", "install_id": "never-seen"]
      #expect(try await app.post("/v1/people", unknown, as: .publishable).value("referral") == nil)
    }
  }

  @Test("The lost answer of a first launch is had again by its Idempotency-Key, with the token")
  func lostLaunch() async throws {
    try await TestServer.run { server in
      let app = server.app
      let body: JSON = ["install_id": "phone-of-ben", "platform": "ios"]
      func launch(_ key: String) async throws -> HTTPAnswer {
        try await app.post(
          "/v1/installs", body, as: .publishable, headers: [("Idempotency-Key", key)])
      }
      let lost = try await launch("first-launch")
      #expect(try await launch("first-launch").string("token") == lost.string("token"))
      #expect(try await launch("another").string("token") == nil)
    }
  }
}
