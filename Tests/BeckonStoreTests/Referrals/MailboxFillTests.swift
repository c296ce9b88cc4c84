import BeckonDatabase
import BeckonEngine
import BeckonModel
import Testing

@testable import BeckonStore

/// Mail addresses that were there before their mailboxes were stored.
@Suite struct MailboxFillTests {
  private static let rule = RewardRule(
    name: "thanks", trigger: .referral(state: .confirmed), beneficiary: .referrer, amount: 50,
    unit: "points")

  @Test("Addresses of before are found by their mailbox, too", arguments: DatabaseDriver.all)
  func fill(_ driver: DatabaseDriver) async throws {
    try await ReferredPeople.with(driver, people: 3, paying: Self.rule) { story in
      let mails = ["a.na@gmail.com", "ana+x@gmail.com", "ben@example.com"]
      let (app, people) = (story.app, story.people)
      let filled = try await story.databases[0].write { connection in
        let scope = ReferredPeople.scope(app, connection)
        for (person, mail) in zip(people, mails) {
          let email = Identity(kind: .email, value: mail)
          try People(scope).attach(email, to: person, isConfirmed: true)
        }
        try connection.send("UPDATE identities SET mailbox = NULL", [])
        guard try Mailboxes.appToFill(connection) == app.number else { return 0 }
        return try Mailboxes(scope).fill()
      }
      #expect(filled == 3)
      let mailboxes = try await story.number(
        "SELECT COUNT(DISTINCT mailbox) FROM identities WHERE kind = 'email'")
      #expect(mailboxes == 2)
      let waiting = try await story.databases[0].read { try Mailboxes.appToFill($0) }
      #expect(waiting == nil)
    }
  }
}
