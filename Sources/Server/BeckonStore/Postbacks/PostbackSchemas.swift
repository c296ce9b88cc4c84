import BeckonDatabase
import BeckonEngine
import BeckonModel

/// An app's conversion schemas. None is changed: a new one takes effect for installs from now on,
/// and the old ones stay, to read the postbacks that are still to come.
public struct PostbackSchemas {
  /// Most versions of an app.
  public static let versionsMax: Int64 = 1_000

  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// All versions, oldest first.
  /// - Throws: `DatabaseError`.
  public func history() throws -> ConversionSchemaHistory {
    try Self.read(
      scope.connection.rows(
        """
        SELECT number, effective_at, body FROM postback_schemas WHERE app = $1 ORDER BY number
        """, [scope.tenant], Self.version))
  }

  /// The versions of an app by which an install may still be valued, oldest first: the newest one,
  /// and those that were in effect in the last window before it. What an app has in memory at all
  /// times must not grow with its age.
  /// - Throws: `DatabaseError`.
  static func current(
    of number: Int64, _ connection: any Connection
  ) throws -> ConversionSchemaHistory {
    try read(
      connection.rows(
        """
        SELECT number, effective_at, body FROM postback_schemas
        WHERE app = $1 AND number >= COALESCE((
          SELECT MAX(number) FROM postback_schemas WHERE app = $1 AND effective_at <= (
            SELECT MAX(effective_at) FROM postback_schemas WHERE app = $1) - $2), 0)
        ORDER BY number
        """, [.integer(number), .integer(ConversionWindow.third.endMilliseconds)], version))
  }

  private typealias Stored = (number: Int64, from: Instant, body: JSON)

  private static func version(_ row: any Row) throws -> Stored {
    (number: row.integer(0), from: row.instant(1), body: try row.json(2))
  }

  private static func read(_ stored: [Stored]) throws -> ConversionSchemaHistory {
    do {
      return ConversionSchemaHistory(
        try stored.map { version in
          .init(
            number: version.number, from: version.from,
            schema: try ConversionSchema(Fields(version.body)))
        })
    } catch let error as FieldError {
      throw DatabaseError.corrupt("a postback schema's '\(error.path)' \(error.reason)")
    }
  }

  /// Makes a schema the one in effect from now on, and gives its version. The same as before makes
  /// no new version. `nil` when there are too many.
  /// - Throws: `DatabaseError`; `.constraint` when two are set at the same time.
  public func set(_ schema: ConversionSchema) throws -> ConversionSchemaHistory.Version? {
    let last = try history().versions.last
    if let last, last.schema == schema { return last }
    let number = (last?.number ?? 0) + 1
    guard number <= Self.versionsMax else { return nil }
    try scope.connection.run(
      "INSERT INTO postback_schemas (app, number, body, effective_at) VALUES ($1, $2, $3, $4)",
      [scope.tenant, .integer(number), .json(schema.json), scope.time])
    return ConversionSchemaHistory.Version(number: number, from: scope.now, schema: schema)
  }
}
