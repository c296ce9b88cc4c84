import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What has been imported, and how far. Its position moves in the transactions of the rows, so an
/// import that was ended goes on behind the last row that is stored.
public struct ImportLog {
  private let scope: Scope
  /// The import's id: the same file by the same choices has the same.
  public let id: Identifier

  /// Works in this scope, on the import of this id.
  public init(_ scope: Scope, _ id: Identifier) {
    self.scope = scope
    self.id = id
  }

  /// How far an import has come.
  public struct Position: Hashable, Sendable {
    /// How many times the file was gone through before this time.
    public var pass: Int
    /// Rows that are done this time.
    public var rows: Int

    /// Makes a position.
    public init(pass: Int, rows: Int) {
      self.pass = pass
      self.rows = rows
    }
  }

  /// An import as it stands.
  public struct Record: Sendable {
    /// How far it has come.
    public let position: Position
    /// When it began.
    public let startedAt: Instant
    /// When it ended; `nil` before that.
    public let finishedAt: Instant?
  }

  /// Another program goes on with the same import.
  public struct MovedByAnother: Error {}

  /// The import, which begins with this call if it has not.
  /// - Throws: `DatabaseError`.
  public func begin(_ kind: String) throws -> Record {
    try scope.connection.send(
      """
      INSERT INTO imports (app, id, kind, pass, position, started_at) VALUES ($1, $2, $3, 0, 0, $4)
      ON CONFLICT (app, id) DO NOTHING
      """, [scope.tenant, .identifier(id), .text(kind), scope.time])
    guard let record = try find() else { throw DatabaseError.misuse("an import is not there") }
    return record
  }

  /// The import from its beginning, without what is known of an earlier time.
  /// - Throws: `DatabaseError`.
  public func beginAgain(_ kind: String) throws -> Record {
    let parameters = [scope.tenant, .identifier(id)]
    try scope.connection.send("DELETE FROM import_rows WHERE app = $1 AND import = $2", parameters)
    try scope.connection.send("DELETE FROM imports WHERE app = $1 AND id = $2", parameters)
    return try begin(kind)
  }

  /// The import; `nil` for one that has not begun.
  /// - Throws: `DatabaseError`.
  public func find() throws -> Record? {
    try scope.connection.first(
      "SELECT pass, position, started_at, finished_at FROM imports WHERE app = $1 AND id = $2",
      [scope.tenant, .identifier(id)]
    ) { row in
      Record(
        position: Position(pass: Int(row.integer(0)), rows: Int(row.integer(1))),
        startedAt: row.instant(2), finishedAt: row.optionalInstant(3))
    }
  }

  /// Moves the position on.
  /// - Throws: `DatabaseError`; `MovedByAnother`.
  public func move(from old: Position, to new: Position) throws {
    let moved = try scope.connection.run(
      """
      UPDATE imports SET pass = $3, position = $4
      WHERE app = $1 AND id = $2 AND pass = $5 AND position = $6 AND finished_at IS NULL
      """,
      [
        scope.tenant, .identifier(id), .integer(Int64(new.pass)), .integer(Int64(new.rows)),
        .integer(Int64(old.pass)), .integer(Int64(old.rows)),
      ])
    guard moved > 0 else { throw MovedByAnother() }
  }

  /// Notes that all is done.
  /// - Throws: `DatabaseError`.
  public func finish() throws {
    try scope.connection.send(
      "UPDATE imports SET finished_at = $3 WHERE app = $1 AND id = $2 AND finished_at IS NULL",
      [scope.tenant, .identifier(id), scope.time])
  }

  // MARK: Rows

  /// What became of a row.
  public struct Row: Hashable, Sendable {
    /// The line of the file in which it begins.
    public let line: Int
    /// The verdict.
    public let verdict: ImportVerdict.Word
    /// Why it was rejected.
    public let rejection: ImportRejection?
    /// What of it the operator should know, though it was taken.
    public let remark: String?
    /// The person.
    public let person: PersonID?
    /// What became of the referrer whom it names.
    public let referrer: ReferrerOutcome?
  }

  private static let rows = Insertion(
    "import_rows",
    [
      .integer("app"), .identifier("import"), .integer("line"), .text("verdict"), .text("reason"),
      .text("detail"), .identifier("person"),
    ])

  /// Writes down what became of a row.
  /// - Parameter remark: what of it the operator should know, though it was taken.
  /// - Throws: `DatabaseError`.
  public func note(
    _ verdict: ImportVerdict, _ person: PersonID?, _ remark: String? = nil, line: Int
  ) throws {
    var rejection: ImportRejection?
    if case .rejected(let reason) = verdict { rejection = reason }
    try scope.connection.insert(
      [
        [
          scope.tenant, .identifier(id), .integer(Int64(line)), .text(verdict.word.rawValue),
          .text(rejection?.reason.rawValue), .text(rejection?.detail ?? remark), .id(person),
        ]
      ], by: Self.rows)
  }

  /// Writes down what became of the referrer of a row.
  /// - Throws: `DatabaseError`.
  func note(_ outcome: ReferrerOutcome, line: Int) throws {
    try scope.connection.send(
      "UPDATE import_rows SET referrer = $4 WHERE app = $1 AND import = $2 AND line = $3",
      [scope.tenant, .identifier(id), .integer(Int64(line)), .text(outcome.rawValue)])
  }

  /// Adds to what the operator should know of a row.
  /// - Throws: `DatabaseError`.
  func remark(_ text: String, line: Int) throws {
    let known = try row(at: line)?.remark.map { $0 + "; " } ?? ""
    try scope.connection.send(
      "UPDATE import_rows SET detail = $4 WHERE app = $1 AND import = $2 AND line = $3",
      [scope.tenant, .identifier(id), .integer(Int64(line)), .text(known + text)])
  }

  /// Of the first rows those of which `page` tells as rejected.
  /// - Parameter most: rows that are looked at.
  /// - Throws: `DatabaseError`.
  func problems(limit: Int, ofFirst most: Int64) throws -> [Row] {
    try scope.connection.rows(
      """
      SELECT line, verdict, reason, detail, person, referrer FROM (
        SELECT line, verdict, reason, detail, person, referrer FROM import_rows
        WHERE app = \(scope.tenant) AND import = \(.identifier(id))
        ORDER BY line LIMIT \(.integer(most))) AS looked_at
      WHERE \(Self.isProblem) ORDER BY line LIMIT \(.integer(Int64(limit)))
      """, Self.read)
  }

  private static let isProblem: SQL = "(detail IS NOT NULL OR COALESCE(referrer, 'made') <> 'made')"

  /// Rows behind a line, in their order.
  /// - Parameter isRejected: whether only those are asked for that were rejected, of which there is
  ///   a remark, or whose referrer was not set.
  /// - Throws: `DatabaseError`.
  public func page(behind line: Int, limit: Int, isRejected: Bool = false) throws -> [Row] {
    let refused = isRejected ? Self.isProblem : nil
    return try scope.connection.rows(
      """
      SELECT line, verdict, reason, detail, person, referrer FROM import_rows
      WHERE app = \(scope.tenant) AND import = \(.identifier(id)) AND line > \(.integer(Int64(line)))
        \(and: [refused])
      ORDER BY line LIMIT \(.integer(Int64(limit)))
      """, Self.read)
  }

  /// The row that begins in a line.
  /// - Throws: `DatabaseError`.
  func row(at line: Int) throws -> Row? {
    try page(behind: line - 1, limit: 1).first { $0.line == line }
  }

  private static func read(_ row: any BeckonDatabase.Row) throws -> Row {
    let reason: ImportRejection.Reason? = row.isNull(2) ? nil : try row.choice(2)
    return Row(
      line: Int(row.integer(0)), verdict: try row.choice(1),
      rejection: reason.map { ImportRejection($0, row.optionalText(3) ?? "") },
      remark: reason == nil ? row.optionalText(3) : nil,
      person: row.optionalID(4), referrer: row.isNull(5) ? nil : try row.choice(5))
  }

  /// How many rows have each verdict, and how many of the referrers that were named each outcome.
  /// - Parameter most: rows that are looked at, from the first.
  /// - Throws: `DatabaseError`.
  public func tally(ofFirst most: Int64 = .max) throws -> ImportTally {
    var tally = ImportTally()
    let groups = try scope.connection.rows(
      """
      SELECT verdict, reason, referrer, COUNT(*) FROM (
        SELECT verdict, reason, referrer FROM import_rows
        WHERE app = $1 AND import = $2 ORDER BY line LIMIT $3) AS looked_at
      GROUP BY verdict, reason, referrer
      """, [scope.tenant, .identifier(id), .integer(most)]
    ) { row in
      (
        verdict: try row.choice(0, ImportVerdict.Word.self),
        reason: row.isNull(1) ? nil : try row.choice(1, ImportRejection.Reason.self),
        referrer: row.isNull(2) ? nil : try row.choice(2, ReferrerOutcome.self),
        count: row.integer(3)
      )
    }
    for group in groups {
      tally.verdicts[group.verdict, default: 0] += group.count
      if let reason = group.reason { tally.rejections[reason, default: 0] += group.count }
      if let referrer = group.referrer { tally.referrers[referrer, default: 0] += group.count }
    }
    return tally
  }
}

/// How many rows of an import became what.
public struct ImportTally: Hashable, Sendable {
  /// Rows of each verdict.
  public var verdicts: [ImportVerdict.Word: Int64] = [:]
  /// Rejected rows by their reason.
  public var rejections: [ImportRejection.Reason: Int64] = [:]
  /// Referrers that rows named, by what became of them.
  public var referrers: [ReferrerOutcome: Int64] = [:]
}
