import BeckonDatabase

/// How far each background reader has come, in the numbering of the table that it reads.
public struct Loops {
  private let connection: any Connection

  /// Works in this transaction.
  public init(_ connection: any Connection) {
    self.connection = connection
  }

  /// The last number that a loop has dealt with; 0 at the beginning.
  /// - Throws: `DatabaseError`.
  public func position(of name: String) throws -> Int64 {
    try connection.first("SELECT position FROM loops WHERE name = $1", [.text(name)]) {
      $0.integer(0)
    } ?? 0
  }

  /// The same, for whoever moves it on: nobody else can until this transaction ends. `nil` while
  /// another server does.
  /// - Throws: `DatabaseError`.
  public func claim(_ name: String) throws -> Int64? {
    try connection.send(
      "INSERT INTO loops (name, position) VALUES ($1, 0) ON CONFLICT DO NOTHING", [.text(name)])
    return try connection.first(
      "SELECT position FROM loops WHERE name = $1 {claimed}", [.text(name)]
    ) { $0.integer(0) }
  }

  /// Remembers how far a loop has come.
  /// - Throws: `DatabaseError`.
  public func move(_ name: String, to position: Int64) throws {
    try connection.run(
      """
      INSERT INTO loops (name, position) VALUES ($1, $2)
      ON CONFLICT (name) DO UPDATE SET position = excluded.position
      """, [.text(name), .integer(position)])
  }
}
