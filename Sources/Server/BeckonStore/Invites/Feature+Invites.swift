import BeckonDatabase
import BeckonEngine
import BeckonModel

extension Feature {
  /// Invitations by text message. What says that a number was invited, and what was spent of a
  /// budget, are keyed hashes, which tell of nobody; the messages themselves go with
  /// `Feature.messages`.
  static let invites = Feature(
    tables: inviteTables, kept: keptInvites,
    exports: [
      ExportedList(name: "invites", rowsOfLook: 500, subjects: { [$0.person.id.identifier] }) {
        try Invites($0.scope).page(of: $1, behind: $2.id(), $3)
      }
    ],
    erasure: ErasedRows(
      identity: { try InviteAddresses($0).forget(of: $1) },
      install: { try MessageTexts($0).forget(of: $1.identifier) },
      person: {
        try Invites($0).forget($1)
        try MessageTexts($0).forget(of: $1.identifier)
      }),
    merge: { try Invites($0).move(from: $1, to: $2) })

  private static let inviteTables: [CopiedTable] = [
    CopiedTable(
      "message_texts", key: [.integer("app"), .identifier("id")],
      [
        .identifier("owner"), .text("text"), .text("placeholder"), .integer("created_at"),
        .integer("changed_at"), .text("alias"), .text("word_placeholder"), .integer("used_at"),
      ]),
    CopiedTable(
      "invites", key: [.integer("app"), .identifier("id")],
      [
        .identifier("person"), .identifier("text"), .identifier("campaign"), .text("sender"),
        .integer("created_at"),
      ]),
    CopiedTable(
      "invite_addresses", key: [.integer("app"), .identifier("invite"), .integer("place")],
      [
        .text("address"), .identifier("message"), .identifier("recipient_key"),
        .integer("created_at"),
      ]),
    CopiedTable(
      "invited_numbers", key: [.integer("app"), .identifier("recipient_key")],
      [.identifier("message"), .integer("at")]),
    CopiedTable(
      "invite_spending",
      key: [.integer("app"), .identifier("subject"), .integer("span"), .integer("part")],
      [.integer("count"), .integer("at")]),
    CopiedTable(
      "invite_days", key: [.integer("app"), .identifier("block"), .integer("day")],
      [.integer("sent"), .integer("followed"), .integer("at")]),
    CopiedTable(
      "invite_stops", key: [.integer("app"), .identifier("block")],
      [.text("prefix"), .integer("times"), .integer("since"), .integer("until")]),
  ]

  private static let keptInvites: [KeptRows] = [
    KeptRows(
      for: .milliseconds(Limits.messageDays * Span.dayMilliseconds), by: .time,
      """
      DELETE FROM invites WHERE (app, id) IN (
        SELECT app, id FROM invites {by invites_by_time} WHERE created_at < $1 LIMIT $2)
      """),
    KeptRows(
      for: .milliseconds(Limits.messageDays * Span.dayMilliseconds), by: .time,
      """
      DELETE FROM invite_addresses WHERE (app, invite, place) IN (
        SELECT app, invite, place FROM invite_addresses {by invite_addresses_by_time}
        WHERE created_at < $1 LIMIT $2)
      """),
    // The app's own stay; an install may be gone without a word.
    KeptRows(
      for: .milliseconds(Limits.installTextDays * Span.dayMilliseconds), by: .time,
      """
      DELETE FROM message_texts WHERE (app, id) IN (
        SELECT app, id FROM message_texts {by message_texts_by_use}
        WHERE owner IS NOT NULL AND used_at < $1 LIMIT $2)
      """),
    // The longest span is a day, and the parts of two of them count.
    KeptRows(
      for: .milliseconds(3 * Span.dayMilliseconds), by: .time,
      """
      DELETE FROM invite_spending WHERE (app, subject, span, part) IN (
        SELECT app, subject, span, part FROM invite_spending {by invite_spending_by_time}
        WHERE at < $1 LIMIT $2)
      """),
    KeptRows(
      for: .milliseconds(Limits.inviteDays * Span.dayMilliseconds), by: .time,
      """
      DELETE FROM invite_days WHERE (app, block, day) IN (
        SELECT app, block, day FROM invite_days {by invite_days_by_time}
        WHERE at < $1 LIMIT $2)
      """),
  ]
}
