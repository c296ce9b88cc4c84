import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Invitations by text message.
public struct Invites {
  let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// The invitation of this id.
  /// - Throws: `DatabaseError`.
  public func find(_ id: InviteID) throws -> Invite? {
    try scope.connection.first(
      """
      SELECT \(Self.columns) FROM invites
      WHERE invites.app = \(scope.tenant) AND invites.id = \(.id(id))
      """
    ) { Self.read($0) }
  }

  /// Its messages, in the order in which the people were named.
  /// - Throws: `DatabaseError`.
  public func messages(of id: InviteID) throws -> [Message] { try Messages(scope).all(of: id) }

  /// What `read` reads, in its order.
  static let columns: SQL = """
    invites.id, invites.person, invites.text, invites.campaign, invites.sender,
    invites.created_at
    """

  static func read(_ row: any Row, from first: Int = 0) -> Invite {
    Invite(
      id: row.id(first), person: row.optionalID(first + 1), text: row.id(first + 2),
      campaign: row.optionalID(first + 3), sender: row.text(first + 4),
      createdAt: row.instant(first + 5))
  }

  // MARK: What follows

  /// Notes that somebody has followed the link in a text message; only the first time counts.
  /// - Throws: `DatabaseError`.
  static func noteFollowed(
    _ message: MessageID, of app: AppContext, at: Instant, _ connection: any Connection
  ) throws {
    let scope = Scope(connection: connection, app: app, now: at, ambient: .system)
    let found = try connection.first(
      """
      SELECT recipient, created_at FROM messages
      WHERE app = \(scope.tenant) AND id = \(.id(message)) AND followed_at IS NULL
      """
    ) { (number: $0.text(0), sentAt: $0.instant(1)) }
    guard let found else { return }
    try connection.run(
      """
      UPDATE messages SET followed_at = \(.instant(at))
      WHERE app = \(scope.tenant) AND id = \(.id(message))
      """)
    try InviteBlocks(scope).noteFollowed(found.number, sentAt: found.sentAt)
  }

  // MARK: Erasing and merging people, and their export

  /// Forgets whom a person invited.
  /// - Throws: `DatabaseError`.
  func forget(_ person: PersonID) throws {
    try InviteAddresses(scope).forget(by: person)
    try scope.connection.send(
      """
      DELETE FROM invites {by invites_by_person}
      WHERE app = \(scope.tenant) AND person = \(.id(person))
      """)
  }

  /// Makes the invitations of a merged person, and their texts, the survivor's.
  /// - Throws: `DatabaseError`.
  func move(from old: PersonID, to new: PersonID) throws {
    try scope.connection.send(
      """
      UPDATE invites {by invites_by_person} SET person = \(.id(new))
      WHERE app = \(scope.tenant) AND person = \(.id(old))
      """)
    try MessageTexts(scope).move(from: old.identifier, to: new.identifier)
  }

  /// A person's invitations, behind one of these.
  /// - Throws: `DatabaseError`.
  func page(of person: Identifier, behind last: InviteID?, _ limit: Int) throws -> [ExportRow] {
    try scope.connection.rows(
      """
      SELECT \(Self.columns) FROM invites {by invites_by_person_and_id}
      WHERE invites.app = \(scope.tenant) AND invites.person = \(.identifier(person))
        AND invites.id > \(.identifier(last?.identifier ?? Identifier(high: 0, low: 0)))
      ORDER BY invites.id LIMIT \(.integer(limit))
      """
    ) { row in
      let invite = Self.read(row)
      return ExportRow(key: invite.id.text, json: invite.json)
    }
  }
}
