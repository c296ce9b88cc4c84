import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What was changed: by whom, when, how it was and how it became. Written in the transaction of the
/// change, so that none is without its line.
public struct AuditLog {
  /// Days for which a line is kept.
  public static let keptDays: Int64 = 730
  /// What is kept of how something was or became, as JSON.
  public static let valueBytes = 16_384

  private let connection: any Connection

  /// Works on this transaction.
  public init(_ connection: any Connection) {
    self.connection = connection
  }

  /// Who made a change.
  public struct Author: Hashable, Sendable {
    /// The operator; `nil` for a key or a command.
    public let holder: OperatorID?
    /// Their name, the beginning of the key, or the command.
    public let name: String

    /// Makes an author.
    public init(holder: OperatorID? = nil, name: String) {
      self.holder = holder
      self.name = name
    }
  }

  /// A line.
  public struct Entry: Hashable, Sendable {
    /// Its id, which tells the time.
    public let id: AuditEntryID
    /// The app's number; 0 for what is no app's.
    public let app: Int64
    /// By whom.
    public let author: Author
    /// What was done: `PATCH /v1/campaigns/{campaign}`, `invite operator`.
    public let action: String
    /// To what: a path of the API, or a name.
    public let path: String
    /// Members as they were before, as far as they changed; `nil` where that is not known.
    public let before: JSON?
    /// The same afterwards, or what came of it.
    public let after: JSON?

    /// When it was.
    public var at: Instant { id.identifier.instant }
  }

  /// What is to be noted.
  public struct Change: Sendable {
    /// What was done.
    public let action: String
    /// To what.
    public let path: String
    /// Whom or what the path names first; a person's lines are emptied when they are erased.
    public let subject: Identifier?
    /// How it was.
    public let before: JSON?
    /// How it became.
    public let after: JSON?

    /// Makes a change.
    public init(
      action: String, path: String, subject: Identifier? = nil, before: JSON? = nil,
      after: JSON? = nil
    ) {
      self.action = action
      self.path = path
      self.subject = subject
      self.before = before
      self.after = after
    }
  }

  /// Notes a change of an app, or of none.
  /// - Throws: `DatabaseError`.
  public func note(
    _ change: Change, by author: Author, app: Int64 = 0, ambient: Ambient
  ) throws {
    let row: SQL.Row = [
      "app": .integer(app), "id": .id(ambient.id(AuditEntryID.self)),
      "operator": .id(author.holder), "author": .text(author.name),
      "action": .text(change.action), "path": .text(change.path.prefix(bytes: Limits.urlBytes)),
      "subject": .identifier(change.subject), "was": .json(change.before.map(Self.bounded)),
      "became": .json(change.after.map(Self.bounded)),
    ]
    try connection.send("INSERT INTO audit_entries \(row: row)")
  }

  private static func bounded(_ json: JSON) -> JSON {
    let count = json.bytes.count
    return count <= valueBytes ? json : ["omitted_bytes": .integer(count)]
  }

  /// Which lines are asked for.
  public struct Filter: Sendable {
    /// Of this app alone, or, as 0, of none; `nil` for all.
    public var app: Int64?
    /// By this author alone: an operator's name or the beginning of a key.
    public var author: String?
    /// About this alone, in an app.
    public var subject: Identifier?
    /// From this time on.
    public var from: Instant?
    /// Before this time.
    public var until: Instant?

    /// All.
    public init() {}
  }

  /// Lines, newest first, from before an id on.
  /// - Throws: `DatabaseError`.
  public func page(
    _ filter: Filter, before: AuditEntryID?, limit: Int
  ) throws -> [Entry] {
    let until = filter.until.map { Identifier.earliest(at: $0) }
    let conditions: [SQL?] = [
      filter.app.map { "app = \(.integer($0))" }, filter.author.map { "author = \(.text($0))" },
      filter.subject.map { "subject = \(.identifier($0))" },
      filter.from.map { "id >= \(.identifier(Identifier.earliest(at: $0)))" },
      until.map { "id < \(.identifier($0))" }, before.map { "id < \(.id($0))" },
    ]
    return try connection.rows(
      """
      SELECT app, id, operator, author, action, path, was, became FROM audit_entries
      WHERE 1 = 1 \(and: conditions) ORDER BY id DESC LIMIT \(.integer(limit))
      """
    ) { row in
      Entry(
        id: row.id(1), app: row.integer(0),
        author: Author(holder: row.optionalID(2), name: row.text(3)), action: row.text(4),
        path: row.text(5), before: try row.optionalJSON(6), after: try row.optionalJSON(7))
    }
  }

  // MARK: People

  /// Forgets what lines say of somebody who is erased; that something was changed stays.
  /// - Throws: `DatabaseError`.
  func forget(_ subject: Identifier, app: Int64) throws {
    try connection.send(
      "UPDATE audit_entries SET was = NULL, became = NULL WHERE app = $1 AND subject = $2",
      [.integer(app), .identifier(subject)])
  }

  /// Makes the lines about somebody who was merged those of the survivor.
  /// - Throws: `DatabaseError`.
  func move(from old: Identifier, to new: Identifier, app: Int64) throws {
    try connection.send(
      "UPDATE audit_entries SET subject = $3 WHERE app = $1 AND subject = $2",
      [.integer(app), .identifier(old), .identifier(new)])
  }
}
