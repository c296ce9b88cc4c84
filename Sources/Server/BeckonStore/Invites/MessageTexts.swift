import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What text messages of an app say.
public struct MessageTexts {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// A text.
  public struct Entry: Hashable, Sendable {
    /// Its id.
    public let id: MessageTextID
    /// Another id of it, such as one that apps have had compiled into them.
    public let alias: String?
    /// The install or person who wrote it with the app's publishable key; `nil` for the app's own.
    public let owner: Identifier?
    /// What it says.
    public let template: MessageTemplate
    /// When it was written.
    public let createdAt: Instant
    /// When it was last written anew.
    public let changedAt: Instant?
  }

  /// The text that says what no other was asked to say. It has the app's own id.
  public var defaultID: MessageTextID { MessageTextID(scope.app.id.identifier) }

  /// Who owns what clients write that show no token: none of them. Whoever knows the id of such a
  /// text, which nobody can guess, may use and change it.
  public var openOwner: Identifier {
    Identifier(
      hashing: "texts of clients without a token", scope.app.id.text, key: scope.app.pepper)
  }

  /// Whoever the caller shows to be, by a token: the install on which it was asked for, or else
  /// its owner; `nil` for who shows none that is known.
  /// - Throws: `DatabaseError`.
  public func owner(_ proof: Proof) throws -> Identifier? {
    let tokens = Tokens(scope)
    return try tokens.install(of: proof)?.identifier ?? tokens.owner(proof)
  }

  /// The text of this id.
  /// - Throws: `DatabaseError`.
  public func find(_ id: MessageTextID) throws -> Entry? {
    try scope.connection.first(
      "SELECT \(Self.columns) FROM message_texts WHERE app = \(scope.tenant) AND id = \(.id(id))",
      Self.read)
  }

  /// The text that is known by an id, its own or another.
  /// - Throws: `DatabaseError`.
  public func find(named name: String) throws -> Entry? {
    let known = try scope.connection.first(
      """
      SELECT \(Self.columns) FROM message_texts {by message_texts_by_alias}
      WHERE app = \(scope.tenant) AND alias = \(.text(name))
      """, Self.read)
    return try known ?? MessageTextID(name).flatMap(find)
  }

  /// The app's own texts, oldest first.
  /// - Throws: `DatabaseError`.
  public func own() throws -> [Entry] {
    try scope.connection.rows(
      """
      SELECT \(Self.columns) FROM message_texts {by message_texts_by_owner}
      WHERE app = \(scope.tenant) AND owner IS NULL
      ORDER BY id LIMIT \(.integer(Limits.textsOfApp + 1))
      """, Self.read)
  }

  /// Stores a new text.
  /// - Parameters:
  ///   - owner: who wrote it with the app's publishable key.
  ///   - alias: another id of it, which no other text has.
  /// - Returns: `nil` when the owner, or the app, has as many as there may be.
  /// - Throws: `DatabaseError`.
  public func add(
    _ template: MessageTemplate, of owner: Identifier?, alias: String? = nil
  ) throws -> Entry? {
    if owner == openOwner { try makeRoom() }
    let isTheirs: SQL = owner.map { "owner = \(.identifier($0))" } ?? "owner IS NULL"
    let most =
      owner == nil
      ? Limits.textsOfApp : owner == openOwner ? Limits.openTexts : Limits.textsOfInstall
    let count = try scope.connection.first(
      """
      SELECT COUNT(*) FROM message_texts {by message_texts_by_owner}
      WHERE app = \(scope.tenant) AND \(isTheirs)
      """
    ) { $0.integer(0) }
    guard count ?? 0 < Int64(most) else { return nil }
    let entry = Entry(
      id: scope.newID(), alias: alias, owner: owner, template: template, createdAt: scope.now,
      changedAt: nil)
    let row: SQL.Row = [
      "app": scope.tenant, "id": .id(entry.id), "owner": .identifier(owner),
      "text": .text(template.text), "placeholder": .text(template.placeholder),
      "word_placeholder": .text(template.wordPlaceholder), "alias": .text(alias),
      "created_at": scope.time, "used_at": scope.time,
    ]
    try scope.connection.run("INSERT INTO message_texts \(row: row)")
    return entry
  }

  /// Of texts without an owner the oldest give way: so nobody keeps others from writing one.
  private func makeRoom() throws {
    try scope.connection.send(
      """
      DELETE FROM message_texts WHERE app = \(scope.tenant) AND id IN (
        SELECT id FROM message_texts {by message_texts_by_owner}
        WHERE app = \(scope.tenant) AND owner = \(.identifier(openOwner))
        ORDER BY id DESC LIMIT 1000 OFFSET \(.integer(Limits.openTexts - 1)))
      """)
  }

  /// Gives a text another id, or takes it away.
  /// - Throws: `DatabaseError`.
  public func set(alias: String?, of id: MessageTextID) throws {
    let changes: SQL.Row = ["alias": .text(alias)]
    try scope.connection.send(
      "UPDATE message_texts \(set: changes) WHERE app = \(scope.tenant) AND id = \(.id(id))")
  }

  /// Writes a text anew.
  /// - Throws: `DatabaseError`.
  public func replace(_ id: MessageTextID, by template: MessageTemplate) throws {
    let changes: SQL.Row = [
      "text": .text(template.text), "placeholder": .text(template.placeholder),
      "word_placeholder": .text(template.wordPlaceholder), "changed_at": scope.time,
      "used_at": scope.time,
    ]
    try scope.connection.send(
      "UPDATE message_texts \(set: changes) WHERE app = \(scope.tenant) AND id = \(.id(id))")
  }

  /// Notes that somebody invites with a text: one that nobody uses is not kept for ever. Once a day
  /// is enough.
  /// - Throws: `DatabaseError`.
  func noteUse(of id: MessageTextID) throws {
    let day = scope.now.adding(milliseconds: -Span.dayMilliseconds)
    try scope.connection.send(
      """
      UPDATE message_texts SET used_at = \(scope.time)
      WHERE app = \(scope.tenant) AND id = \(.id(id)) AND used_at < \(.instant(day))
      """)
  }

  /// Takes a text away; invitations that went out with it stay.
  /// - Throws: `DatabaseError`.
  public func delete(_ id: MessageTextID) throws {
    try scope.connection.send(
      "DELETE FROM message_texts WHERE app = \(scope.tenant) AND id = \(.id(id))")
  }

  /// Forgets what an install or person wrote.
  /// - Throws: `DatabaseError`.
  func forget(of owner: Identifier) throws {
    try scope.connection.send(
      """
      DELETE FROM message_texts {by message_texts_by_owner}
      WHERE app = \(scope.tenant) AND owner = \(.identifier(owner))
      """)
  }

  /// Makes what a merged person wrote the survivor's.
  /// - Throws: `DatabaseError`.
  func move(from old: Identifier, to new: Identifier) throws {
    try scope.connection.send(
      """
      UPDATE message_texts {by message_texts_by_owner} SET owner = \(.identifier(new))
      WHERE app = \(scope.tenant) AND owner = \(.identifier(old))
      """)
  }

  private static let columns: SQL = """
    id, owner, text, placeholder, created_at, changed_at, alias, word_placeholder
    """

  private static func read(_ row: any Row) -> Entry {
    Entry(
      id: row.id(0), alias: row.optionalText(6), owner: row.optionalIdentifier(1),
      template: MessageTemplate(
        stored: row.text(2), placeholder: row.text(3), wordPlaceholder: row.optionalText(7)),
      createdAt: row.instant(4), changedAt: row.optionalInstant(5))
  }
}
