import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// The mailboxes behind mail addresses, as keyed hashes beside them, by which people are found who
/// may be one. They go with the address.
public struct Mailboxes {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Under what a mail address is found by its mailbox; `nil` for what is none.
  static func digest(of identity: Identity, in app: AppContext) -> Identifier? {
    guard identity.kind == .email else { return nil }
    return Identifier(
      hashing: "mailbox", MailAddress.sureMailbox(identity.value), key: app.pepper)
  }

  /// Whether somebody else than these two has a mail address of one of the first one's mailboxes,
  /// where the app asks for that.
  func areShared(of person: PersonID, but referrer: PersonID?) throws -> Bool {
    guard scope.app.settings.holdsSameMailbox else { return false }
    let digests = try People(scope).identities(of: person)
      .compactMap { Self.digest(of: $0, in: scope.app) }
    return try digests.contains { digest in
      try scope.connection.first(
        """
        SELECT 1 FROM identities {by identities_by_mailbox}
        WHERE app = $1 AND mailbox = $2 AND person <> $3 AND person <> $4 LIMIT 1
        """,
        [scope.tenant, .identifier(digest), .id(person), .id(referrer ?? person)]
      ) { _ in true } ?? false
    }
  }

  // MARK: Addresses of before

  /// Addresses filled in in one transaction, so that it stays short.
  public static let batchMax: Int64 = 1_000

  /// The app of an address of which the mailbox is not stored yet; `nil` when there is none.
  /// - Throws: `DatabaseError`.
  public static func appToFill(_ connection: any Connection) throws -> Int64? {
    try connection.first(
      """
      SELECT app FROM identities {by identities_without_mailbox}
      WHERE kind = 'email' AND mailbox IS NULL LIMIT 1
      """, []
    ) { $0.integer(0) }
  }

  private static let filled = BulkStatement(
    """
    UPDATE identities SET mailbox = $3 {each} WHERE app = $1 AND kind = 'email' AND value = $2
    """, [.integer("app"), .text("value"), .identifier("mailbox")])

  /// Stores the mailboxes of the app's next addresses, and gives of how many.
  /// - Throws: `DatabaseError`.
  public func fill() throws -> Int {
    let waiting = try scope.connection.rows(
      """
      SELECT value FROM identities {by identities_without_mailbox}
      WHERE app = $1 AND kind = 'email' AND mailbox IS NULL LIMIT $2
      """, [scope.tenant, .integer(Self.batchMax)]
    ) { Identity(kind: .email, value: $0.text(0)) }
    try scope.connection.send(
      Self.filled,
      for: waiting.map { email in
        [
          scope.tenant, .text(email.value),
          .identifier(Self.digest(of: email, in: scope.app)),
        ]
      })
    return waiting.count
  }
}
