import BeckonDatabase
import BeckonModel

/// What is left of work on rows that were too many for one transaction. It is done by a loop, a
/// part for each app in turn, so that nobody's erasure waits for all rows of another app. Within an
/// app it is done in the order in which it was begun, so that what is still to be moved to somebody
/// is there before it is moved on or forgotten; after a crash it goes on.
public struct Leftovers {
  /// Rows of one piece of work that are touched in one transaction, so that it stays short.
  public static let partMax: Int64 = 1_000

  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Begins work, and leaves what is too much for one transaction. What is still to be moved to
  /// somebody who is forgotten is forgotten with what is there.
  /// - Parameter target: whose the rows become; `nil` when they are forgotten.
  /// - Throws: `DatabaseError`.
  func begin(_ work: LongWork, on subject: Identifier, to target: Identifier? = nil) throws {
    let rows = LongWork.Rows(subject: subject, target: target)
    var isDone = try work.part(scope, rows, Self.partMax) < Self.partMax
    if target == nil, !isDone, try !isPerson(subject) {
      // Somebody may be known by an identity again at once, or tell new facts under it: what is to
      // be forgotten must be gone by then, and what is new must stay.
      while !isDone { isDone = try work.part(scope, rows, Self.partMax) < Self.partMax }
    }
    let sources = try sources(of: rows, work)
    if target == nil {
      for source in sources where source.work == work.move { try begin(work, on: source.subject) }
    }
    if isDone && sources.isEmpty { return }
    try scope.connection.send(
      """
      INSERT INTO leftovers (app, work, subject, target, number)
      SELECT $1, $2, $3, $4, COALESCE(MAX(number), 0) + 1 FROM leftovers WHERE true
      ON CONFLICT (app, work, subject) DO UPDATE SET target = excluded.target
      """,
      [scope.tenant, .text(work.name), .identifier(subject), .identifier(target)])
  }

  /// Whether it is a person's own id, which nobody has after them.
  private func isPerson(_ subject: Identifier) throws -> Bool {
    try scope.connection.first(
      "SELECT 1 FROM people WHERE app = $1 AND id = $2", [scope.tenant, .identifier(subject)]
    ) { _ in true } ?? false
  }

  /// From where such rows are still to become those of whom the work is on.
  private func sources(
    of rows: LongWork.Rows, _ work: LongWork
  ) throws -> [(work: String, subject: Identifier)] {
    try scope.connection.rows(
      "SELECT work, subject FROM leftovers WHERE app = $1 AND target = $2 AND work LIKE $3",
      [scope.tenant, .identifier(rows.subject), .text(work.table + ".%")]
    ) { (work: $0.text(0), subject: $0.identifier(1)) }
  }

  // MARK: Going on

  /// A piece of work that is not done.
  public struct Piece: Sendable {
    /// The app.
    public let app: Int64
    let work: LongWork
    let rows: LongWork.Rows
  }

  /// Whether anything is left.
  /// - Throws: `DatabaseError`.
  public static func areAny(_ connection: any Connection) throws -> Bool {
    try connection.first("SELECT 1 FROM leftovers LIMIT 1", []) { _ in true } ?? false
  }

  /// Its name among the `Loops`, where the app stands that had its turn last.
  static let loop = "leftovers"

  /// The piece that was begun first in the app whose turn it is, for whoever goes on with it; `nil`
  /// when there is none, or another server goes on with one.
  /// - Throws: `DatabaseError`.
  public static func claim(_ connection: any Connection) throws -> Piece? {
    let loops = Loops(connection)
    guard let last = try loops.claim(loop) else { return nil }
    let names = JSON.array(LongWork.all.map { .string($0.name) })
    func next(behind app: Int64) throws -> Int64? {
      try connection.first(
        """
        SELECT app FROM leftovers WHERE app > \(.integer(app)) AND work {among \(.json(names))}
        ORDER BY app LIMIT 1
        """
      ) { $0.integer(0) }
    }
    guard let app = try next(behind: last) ?? next(behind: .min) else { return nil }
    try loops.move(loop, to: app)
    return try connection.first(
      """
      SELECT work, subject, target FROM leftovers
      WHERE app = \(.integer(app)) AND work {among \(.json(names))}
      ORDER BY number, work LIMIT 1
      """
    ) { row in
      let name = row.text(0)
      guard let work = LongWork.all.first(where: { $0.name == name }) else { return nil }
      return Piece(
        app: app, work: work,
        rows: LongWork.Rows(subject: row.identifier(1), target: row.optionalIdentifier(2)))
    } ?? nil
  }

  /// Does the next part, and gives for how many rows.
  /// - Throws: `DatabaseError`.
  public func goOn(_ piece: Piece) throws -> Int {
    let done = try piece.work.part(scope, piece.rows, Self.partMax)
    if done < Self.partMax {
      try scope.connection.send(
        "DELETE FROM leftovers WHERE app = $1 AND work = $2 AND subject = $3",
        [scope.tenant, .text(piece.work.name), .identifier(piece.rows.subject)])
    }
    return done
  }
}
