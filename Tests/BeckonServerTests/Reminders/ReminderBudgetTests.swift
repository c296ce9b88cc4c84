import BeckonDatabase
import BeckonModel
import TestMail
import Testing

/// Who erases themselves gives nothing back of what their reminders and mails have used up.
@Suite struct ReminderBudgetTests {
  @Test("Text messages of a day stay used up when who got them is erased")
  func texts() async throws {
    try await ReminderShop.run(["reminders": ["texts_per_day": 1]]) { shop in
      let path = try await shop.reminder(ReminderShop.basket, ["channels": ["sms"]])
      func remind(_ name: String, _ phone: String) async throws -> TestPerson {
        let person = try await shop.app.person(name, consent: ["sms": true], phone: phone)
        try await shop.add("boot", by: person, id: "add " + name)
        try await shop.server.wait(minutes: 61)
        return person
      }
      let ben = try await remind("ben", "+4915112345678")
      #expect(try await shop.decisions(path) == ["sent"])
      #expect(try await ben.erase().status < 300)
      _ = try await remind("cem", "+4915112345678")
      #expect(try await shop.decisions(path) == ["withheld text_budget"])
      // A day later there is room, and of the erased one nothing is left.
      try await shop.server.wait(hours: 25)
      _ = try await remind("dia", "+4915112345679")
      #expect(try await shop.decisions(path).first == "sent")
      try await shop.server.wait(hours: 48)
      #expect(
        try await shop.server.number(
          "SELECT COUNT(*) FROM erased_sendings WHERE kind = 'reminder_text'") == 0)
    }
  }

  @Test("Reminders of an hour stay used up when who got them is erased")
  func hour() async throws {
    try await ReminderShop.run(["reminders": ["per_hour": 1]]) { shop in
      let path = try await shop.reminder()
      try await shop.add("shoe", by: shop.ana, id: "1")
      let other = try await shop.app.person("other")
      try await shop.server.wait(minutes: 30)
      try await shop.add("shoe", by: other, id: "2")
      try await shop.server.wait(minutes: 31)
      #expect(try await shop.decisions(path) == ["sent"])
      #expect(try await shop.ana.erase().status < 300)
      try await shop.server.wait(minutes: 31)
      #expect(try await shop.decisions(path) == ["held hourly_limit"])
      try await shop.server.wait(minutes: 31)
      #expect(try await shop.decisions(path) == ["sent"])
    }
  }

  @Test("An address that is claimed, erased and claimed again gets no more mails in an hour")
  func mails() async throws {
    try await ReminderShop.run { shop in
      var states: [String] = []
      for round in 0..<7 {
        let claimer = try await shop.app.signUpInApp([
          "install_id": .string("phone \(round)"), "email": "victim@example.org",
        ])
        let asked = try await shop.app.post(
          claimer.path + "/verification", [:], as: .publishable, token: claimer.token)
        states.append(asked.string("verification.state") ?? asked.string("state") ?? asked.text)
        try await shop.server.wait()
        #expect(try await claimer.erase().status < 300)
      }
      #expect(try shop.mails.mails().count == 5, "\(states)")
      try await shop.server.wait(hours: 2)
      let later = try await shop.app.signUpInApp([
        "install_id": "another", "email": "victim@example.org",
      ])
      _ = try await shop.app.post(
        later.path + "/verification", [:], as: .publishable, token: later.token)
      try await shop.server.wait()
      #expect(try shop.mails.mails().count == 6)
    }
  }
}
