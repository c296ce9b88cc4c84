import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// The numbers of an invitation as they were written, for clients that find by that what became of
/// each. Also those to which no text message goes.
public struct InviteAddresses {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// A number as it was written.
  public struct Row: Sendable {
    /// As it was written.
    public let address: String
    /// The id of its message, which there is none of where none goes.
    public let id: MessageID
    /// Its message; `nil` where none goes.
    public let message: Message?
  }

  private struct Stored {
    let address: String
    let id: MessageID
    let isReachable: Bool
  }

  /// All of an invitation, in the order in which they were named.
  /// - Throws: `DatabaseError`.
  public func all(of invite: InviteID) throws -> [Row] {
    let rows = try scope.connection.rows(
      """
      SELECT address, message, recipient_key FROM invite_addresses
      WHERE app = \(scope.tenant) AND invite = \(.id(invite)) ORDER BY place
      """
    ) { Stored(address: $0.text(0), id: $0.id(1), isReachable: !$0.isNull(2)) }
    guard !rows.isEmpty else { return [] }
    let messages = try Messages(scope).all(of: invite).map { ($0.id, $0) }
    let known = Dictionary(messages) { first, _ in first }
    return rows.compactMap { row in
      let message = known[row.id]
      // A message whose recipient was erased is not there any more.
      guard message != nil || !row.isReachable else { return nil }
      return Row(address: row.address, id: row.id, message: message)
    }
  }

  /// A number that is to be noted.
  struct New {
    let address: String
    let message: MessageID
    /// `nil` where no text message goes.
    let recipient: Identity?
  }

  /// Notes the numbers of an invitation.
  /// - Throws: `DatabaseError`.
  func note(_ addresses: [New], of invite: InviteID) throws {
    let rows = addresses.enumerated().map { place, new -> [DatabaseValue] in
      [
        scope.tenant, .id(invite), .integer(place), .text(new.address), .id(new.message),
        .identifier(new.recipient.map { scope.app.digest(of: $0) }), scope.time,
      ]
    }
    try scope.connection.insert(rows, by: Self.insertion)
  }

  private static let insertion = Insertion(
    "invite_addresses",
    [
      .integer("app"), .identifier("invite"), .integer("place"), .text("address"),
      .identifier("message"), .identifier("recipient_key"), .integer("created_at"),
    ])

  // MARK: Erasing

  /// Forgets how others have written a number that is somebody's who is erased.
  /// - Throws: `DatabaseError`.
  func forget(of recipient: Identifier) throws {
    try scope.connection.send(
      """
      DELETE FROM invite_addresses {by invite_addresses_by_recipient}
      WHERE app = \(scope.tenant) AND recipient_key = \(.identifier(recipient))
      """)
  }

  /// Forgets whom a person has invited.
  /// - Throws: `DatabaseError`.
  func forget(by person: PersonID) throws {
    try scope.connection.send(
      """
      DELETE FROM invite_addresses WHERE app = \(scope.tenant) AND invite IN (
        SELECT id FROM invites {by invites_by_person}
        WHERE app = \(scope.tenant) AND person = \(.id(person)))
      """)
  }
}
