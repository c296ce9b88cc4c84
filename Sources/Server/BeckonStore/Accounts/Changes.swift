import BeckonDatabase
import BeckonModel

/// What the operator has changed of campaigns, links, widgets and the search: who, when, and how it
/// was before.
public struct Changes {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// A change.
  public struct Entry: Hashable, Sendable {
    /// When it was made.
    public let at: Instant
    /// The beginning of the key by which it was made, as the list of keys shows it.
    public let by: String
    /// What was changed, as it was before; `null` where there was nothing.
    public let before: JSON

    /// As the API writes it.
    public var json: JSON {
      ["at": .instant(at), "by": .string(by), "before": before]
    }
  }

  /// Changes that an answer shows.
  public static let shownMax = 100

  /// Notes a change, unless nothing is another than it was.
  /// - Throws: `DatabaseError`.
  public func note(
    _ subject: Identifier, from old: JSON, to new: JSON, by key: String
  ) throws {
    let before = Self.before(old, new)
    guard !before.isEmpty else { return }
    let last = try scope.connection.first(
      "SELECT COALESCE(MAX(number), 0) FROM changes WHERE app = $1 AND subject = $2",
      [scope.tenant, .identifier(subject)]
    ) { $0.integer(0) }
    let row: SQL.Row = [
      "app": scope.tenant, "subject": .identifier(subject), "number": .integer((last ?? 0) + 1),
      "at": scope.time, "by_key": .text(key), "was": .json(.object(before)),
    ]
    try scope.connection.send("INSERT INTO changes \(row: row)")
  }

  /// The latest changes of something, newest first.
  /// - Throws: `DatabaseError`.
  public func latest(of subject: Identifier) throws -> [Entry] {
    try entries(of: subject, since: nil, limit: Self.shownMax)
  }

  /// All changes of something behind an instant, newest first.
  /// - Throws: `DatabaseError`.
  func all(of subject: Identifier, since: Instant) throws -> [Entry] {
    try entries(of: subject, since: since, limit: .max)
  }

  private func entries(
    of subject: Identifier, since: Instant?, limit: Int
  ) throws -> [Entry] {
    try scope.connection.rows(
      """
      SELECT at, by_key, was FROM changes
      WHERE app = \(scope.tenant) AND subject = \(.identifier(subject))
        \(and: [since.map { "at > \(.instant($0))" }])
      ORDER BY number DESC LIMIT \(.integer(Int64(limit)))
      """
    ) { Entry(at: $0.instant(0), by: $0.text(1), before: try $0.json(2)) }
  }

  /// The members of an object that another has otherwise, or not at all; `null` for those that it
  /// has and the first has not.
  static func before(_ old: JSON, _ new: JSON) -> [JSON.Member] {
    let members = old.members ?? []
    let changed = members.filter { new[$0.name] != $0.value }
    let added = (new.members ?? []).filter { old[$0.name] == nil }
    return changed + added.map { JSON.Member($0.name, .null) }
  }
}
