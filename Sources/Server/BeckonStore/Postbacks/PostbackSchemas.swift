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
    try Self.history(of: scope.app.number, scope.connection)
  }

  /// All versions of an app, oldest first.
  /// - Throws: `DatabaseError`.
  static func history(
    of number: Int64, _ connection: any Connection
  ) throws -> ConversionSchemaHistory {
    ConversionSchemaHistory(
      try connection.rows(
        """
        SELECT number, effective_at, body FROM postback_schemas WHERE app = $1 ORDER BY number
        """, [.integer(number)]
      ) { row in
        do {
          return .init(
            number: row.integer(0), from: row.instant(1),
            schema: try ConversionSchema(Fields(try row.json(2))))
        } catch let error as FieldError {
          throw DatabaseError.corrupt("a postback schema's '\(error.path)' \(error.reason)")
        }
      })
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
