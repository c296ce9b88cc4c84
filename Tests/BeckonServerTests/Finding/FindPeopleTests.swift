import BeckonModel
import Testing

@Suite struct FindPeopleTests {
  @Test func aPersonIsFoundByAllThatTheyAreKnownBy() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [])
      let phone = try await app.phone(at: "203.0.113.7").install()
      let ana = try await app.signUp(
        "ana", campaign: campaign,
        more: [
          "email": "Ana@Example.com", "phone": "+49 170 1234567", "wallet": "0xA1",
          "other_id": "crm-7", "install_id": .string(phone.installID),
        ])
      _ = try await app.signUp("ben")
      for query in [
        "user_id=ana", "email=%20ANA@example.com", "phone=%2B491701234567", "wallet=0xA1",
        "other_id=crm-7", "code=" + (ana.code ?? ""), "install_id=" + phone.installID,
        "install_id=" + (phone.launch?.string("install") ?? ""),
      ] {
        let answer = try await app.get("/v1/people?" + query)
        #expect(answer.list("people").map { $0["person"]?.string } == [ana.id], "\(query)")
        #expect(answer.value("next") == .null)
      }
      let found = try await app.get("/v1/people?user_id=ana")
      #expect(found.list("people.0.identities").count == 5)
    }
  }

  @Test func whoIsLookedForIsNeitherCreatedNorConfirmed() async throws {
    try await TestServer.run { server in
      let app = server.app
      let claimed = try await app.signUpInApp(["user_id": "ana", "email": "ana@example.com"])
      for query in ["user_id=ana", "email=ana@example.com", "user_id=nobody", "code=nobody"] {
        #expect(try await app.get("/v1/people?" + query).status == 200)
      }
      #expect(try await server.number("SELECT COUNT(*) FROM people") == 1)
      let confirmed = try await claimed.read().list("identities").compactMap {
        $0["confirmed"]?.bool
      }
      #expect(confirmed == [false, false])
      #expect(try await app.get("/v1/people?user_id=nobody").list("people") == [])
    }
  }

  @Test func aMergedPersonIsTheSurvivorAndAnErasedOneIsGone() async throws {
    try await TestServer.run { server in
      let app = server.app
      let (ana, twin, ben) = (
        try await app.signUp("ana"), try await app.signUp("twin"), try await app.signUp("ben")
      )
      _ = try await twin.merge(into: ana)
      _ = try await ben.erase()
      let found = try await app.get("/v1/people?user_id=twin")
      #expect(found.string("people.0.person") == ana.id)
      #expect(try await app.get("/v1/people?user_id=ben").list("people") == [])
      let all = try await app.get("/v1/people").list("people")
      #expect(all.map { $0["person"]?.string } == [ana.id])
    }
  }

  @Test func anotherAppsPeopleAreNotFound() async throws {
    try await TestServer.run { server in
      _ = try await server.app.signUp("ana")
      let other = try await server.otherApp()
      #expect(try await other.get("/v1/people?user_id=ana").list("people") == [])
      #expect(try await other.get("/v1/people").list("people") == [])
    }
  }

  private static let aDayOrTime =
    "'from' must be a day such as 2026-11-21, or a time such as 2026-11-21T09:30:00Z (RFC 3339)."

  @Test(arguments: [
    ("email=nobody", "'email' is not a valid e-mail address."),
    (
      "email=a@b.c&user_id=a",
      "'email' cannot be asked for together with 'user_id'; send one of them."
    ),
    (
      "user_id=a&from=2026-01-01T00:00:00Z",
      "'from' does not go with 'user_id', which finds one person."
    ),
    ("user_id=", "'user_id' must be 1 to 320 bytes long."),
    ("user_id=a&user_id=b", "'user_id' is there twice; send it once."),
    ("userid=a", "'userid' is not known. Did you mean 'user_id'?"),
    ("from=yesterday", FindPeopleTests.aDayOrTime),
    (
      "from=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z", "'until' must be after 'from'."
    ),
  ])
  func whatMakesNoSenseIsRefused(query: String, detail: String) async throws {
    try await TestServer.run { server in
      let answer = try await server.app.get("/v1/people?" + query)
      #expect(answer.status == 422)
      #expect(answer.string("detail") == detail)
    }
  }

  @Test func onlyASecretKeyMayLook() async throws {
    try await TestServer.run { server in
      let paths = [
        "people", "installs", "events", "payments", "clicks", "referrals", "ledger/transfers",
      ]
      for path in paths {
        let answer = try await server.app.get("/v1/" + path, as: .publishable)
        #expect(answer.code == "secret_key_required")
      }
    }
  }

  @Test func aPlusInAURLIsASpaceAndTheAnswerSaysHowToWriteIt() async throws {
    try await TestServer.run { server in
      let app = server.app
      let ana = try await app.signUp("ana", more: ["phone": "+4915112345678"])
      // With a region the number would be read as one of that country.
      for region: JSON in [.null, "DE"] {
        try await app.set(["region": region])
        let plain = try await app.get("/v1/people?phone=+4915112345678")
        #expect(plain.status == 422 && plain.string("detail")?.contains("%2B") == true)
      }
      let found = try await app.get("/v1/people?phone=%2B4915112345678")
      #expect(found.string("people.0.person") == ana.id, "\(found.text)")
    }
  }
}
