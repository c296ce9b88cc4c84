import BeckonEngine
import Testing

/// Which mail addresses are one person's.
@Suite struct MailboxTests {
  @Test(
    "Addresses that lead to one mailbox",
    arguments: [
      ("ana@gmail.com", "a.n.a@gmail.com", true), ("ana@gmail.com", "ana+x@gmail.com", true),
      ("ana@gmail.com", "A.na+x+y@GoogleMail.com", true), ("ana@gmail.com", "ana.@gmail.com", true),
      ("ana@gmail.com", "ann@gmail.com", false), ("ana@gmail.com", "ana@example.com", false),
      // Elsewhere a dot is a letter like others, and what follows a plus is a tag.
      ("a.na@example.com", "ana@example.com", false), ("ana@example.com", "ANA@example.com", true),
      ("ana+1@example.com", "ana+2@example.com", true),
      ("ana@gmail.com.example", "a.na@gmail.com.example", false),
      ("ana@mail.gmail.com", "a.na@mail.gmail.com", false),
    ])
  func mailbox(one: String, other: String, isSame: Bool) throws {
    let mailboxes = try [one, other].map {
      MailAddress.mailbox(try #require(MailAddress.normalized($0)))
    }
    #expect((mailboxes[0] == mailboxes[1]) == isSame, "\(mailboxes)")
  }

  @Test(
    "Strangers' addresses are one mailbox only where the provider is known to have tags",
    arguments: [
      ("ana@gmail.com", "a.na+x@googlemail.com", true), ("ana@me.com", "ana+x@me.com", true),
      ("a.na@outlook.com", "ana@outlook.com", false), ("ana@pm.me", "ana+1@pm.me", true),
      ("ana@example.com", "ana+x@example.com", false), ("ana@example.com", "Ana@example.com", true),
      ("ana@yahoo.com", "ana+x@yahoo.com", false),
    ])
  func sureMailbox(one: String, other: String, isSame: Bool) throws {
    let mailboxes = try [one, other].map {
      MailAddress.sureMailbox(try #require(MailAddress.normalized($0)))
    }
    #expect((mailboxes[0] == mailboxes[1]) == isSame, "\(mailboxes)")
  }
}
