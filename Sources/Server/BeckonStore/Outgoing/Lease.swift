import BeckonBasics
import BeckonDatabase
import BeckonModel

/// Work that one server of a fleet has taken, to hand it to somebody else's server.
///
/// All that goes out is handed over in the same three steps, so that it goes out by one server at a
/// time, and again when that server is gone:
/// 1. in one transaction, read rows that are due with `{claimed}`, and take each;
/// 2. outside any transaction, hand it over. The row's own id goes along, so that the receiver
///    knows it when it comes again;
/// 3. in another transaction, note what came of it. Whoever was too slow has lost the lease, and
///    notes nothing: then the attempt of who took the row since counts.
///
/// The table has a column `lease`, and one `due_at` that says when the row may be taken next.
struct Lease: Sendable {
  private let table: SQL
  private let row: SQL
  private let id: Identifier

  /// A lease of a row, to be taken once all rows are read.
  /// - Parameter row: the condition that names it.
  init(_ table: SQL, _ row: SQL, _ ambient: Ambient) {
    self.table = table
    self.row = row
    id = ambient.identifier()
  }

  /// Takes the row.
  /// - Parameters:
  ///   - milliseconds: after how many it is due for others. At least twice what handing it over may
  ///     take.
  ///   - changes: what else is changed.
  /// - Throws: `DatabaseError`.
  func take(
    for milliseconds: Int64, at now: Instant, with changes: SQL.Row = [:],
    _ connection: any Connection
  ) throws {
    let own: SQL.Row = [
      "lease": .identifier(id), "due_at": .instant(now.adding(milliseconds: milliseconds)),
    ]
    try connection.send("UPDATE \(table) \(set: own + changes) WHERE \(row)")
  }

  /// Reads columns of the row, and keeps it from being taken before the transaction ends; `nil`
  /// when the lease is lost.
  /// - Throws: `DatabaseError`.
  func read<Value>(
    _ columns: SQL, _ connection: any Connection, _ value: (any Row) throws -> Value
  ) throws -> Value? {
    try connection.first("SELECT \(columns) FROM \(table) WHERE \(held) {locked}", value)
  }

  /// Changes the row and gives it back, when the lease is not lost.
  /// - Returns: whether it was not.
  /// - Throws: `DatabaseError`.
  @discardableResult
  func giveBack(_ changes: SQL.Row, _ connection: any Connection) throws -> Bool {
    let all: SQL.Row = changes + ["lease": .null]
    return try connection.run("UPDATE \(table) \(set: all) WHERE \(held)") > 0
  }

  /// Deletes the row, when the lease is not lost.
  /// - Returns: whether it was not.
  /// - Throws: `DatabaseError`.
  func delete(_ connection: any Connection) throws -> Bool {
    try connection.run("DELETE FROM \(table) WHERE \(held)") > 0
  }

  private var held: SQL { "\(row) AND lease = \(.identifier(id))" }
}
