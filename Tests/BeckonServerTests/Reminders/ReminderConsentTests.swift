import BeckonModel
import Testing

/// What is said of being written to when somebody signs up.
@Suite struct ReminderConsentTests {
  @Test("Who signs up may say yes in the same call, as their server or their phone")
  func signUp() async throws {
    try await ReminderShop.run { shop in
      let app = shop.app
      let said: JSON = ["contact_consent": ["mail": true, "sms": false]]
      let ben = try await app.signUp(
        "ben", more: ["email": "b@example.org", "contact_consent": ["mail": true]])
      let told = try await ben.read()
      #expect(told.value("contact_consent.mail.given") == true, "\(told.text)")
      #expect(told.string("contact_consent.mail.by") == "server")
      let phone = try await app.signUpInApp(
        .object([JSON.Member("install_id", "phone")] + (said.members ?? [])))
      let seen = try await phone.read()
      #expect(seen.value("contact_consent.sms.given") == false, "\(seen.text)")
      #expect(seen.string("contact_consent.mail.by") == "client")
      let wrong = try await app.post(
        "/v1/people", ["user_id": "cem", "contact_consent": ["mial": true]])
      #expect(wrong.string("field") == "contact_consent.mial", "\(wrong.text)")
      // It reminds: the yes came with the sign-up alone.
      let path = try await shop.reminder()
      try await shop.add("shoe", by: ben, id: "1")
      try await shop.server.wait(minutes: 61)
      #expect(try await shop.decisions(path) == ["sent"])
    }
  }

  @Test("With the app's key alone nobody says yes for whom they only name")
  func stranger() async throws {
    try await ReminderShop.run { shop in
      let named = try await shop.app.post(
        "/v1/people", ["user_id": "ana", "contact_consent": ["mail": false, "sms": true]],
        as: .publishable)
      #expect(named.status == 200 && named.value("token") == nil, "\(named.text)")
      let ana = try await shop.ana.read()
      #expect(ana.value("contact_consent.mail.given") == true, "\(ana.text)")
      #expect(ana.value("contact_consent.sms") == nil)
    }
  }

  @Test("What a stranger said for somebody does not come with them by a merge")
  func merge() async throws {
    try await ReminderShop.run { shop in
      let app = shop.app
      let victim = try await app.signUp(
        "v", more: ["email": "v@example.org", "contact_consent": ["mail": false]])
      let double = try await app.signUpInApp([
        "user_id": "v-dup", "contact_consent": ["mail": true],
      ])
      let merged = try await app.post(
        "/v1/people/\(double.id)/merge", ["into": .string(victim.id)])
      #expect(merged.status == 200, "\(merged.text)")
      #expect(try await victim.read().value("contact_consent.mail.given") == false)
    }
  }

  @Test("What a stranger said with a sign-up goes when the app's server first names the person")
  func claim() async throws {
    try await ReminderShop.run { shop in
      _ = try await shop.app.signUpInApp([
        "user_id": "victim", "email": "v@example.org", "contact_consent": ["mail": true],
      ])
      let victim = try await shop.app.signUp("victim", more: ["email": "v@example.org"])
      #expect(try await victim.read().value("contact_consent") == nil)
      let again = try await shop.app.signUp("victim", more: ["contact_consent": ["sms": true]])
      #expect(try await again.read().string("contact_consent.sms.by") == "server")
    }
  }
}
