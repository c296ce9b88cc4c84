#if Postgres
  import BeckonDatabase
  import CBeckonPostgres

  /// A statement that a connection has prepared.
  final class PostgresStatement {
    /// What running a statement does to the database.
    enum Effect {
      /// It reads.
      case none
      /// It changes rows, and PostgreSQL counts them.
      case rows
      /// It changes the schema, which may take long.
      case schema
    }

    /// Its name on the connection.
    let name: String
    /// As the feature wrote it.
    let sql: String
    let effect: Effect
    /// The parameters' types.
    let types: [UInt32]

    /// What only the driver may run: they would break the transaction that others share, or leave
    /// something behind on the connection.
    private static let reserved: Set = [
      "BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT", "SAVEPOINT", "RELEASE", "PREPARE",
      "EXECUTE", "DEALLOCATE", "DISCARD", "SET", "RESET", "LISTEN", "UNLISTEN", "NOTIFY", "VACUUM",
      "COPY", "DECLARE", "CLOSE",
    ]

    /// Takes what PostgreSQL says about a prepared statement.
    /// - Throws: `DatabaseError.misuse` for a result that no `Row` can read.
    init(
      name: String, sql: String, effect: Effect, description: PostgresResult
    ) throws(DatabaseError) {
      self.name = name
      self.sql = sql
      self.effect = effect
      let pointer = description.pointer
      types = (0..<PQnparams(pointer)).map { PQparamtype(pointer, $0) }
      for column in 0..<PQnfields(pointer) {
        guard PostgresType.readable.contains(PQftype(pointer, column)) else {
          throw .misuse("column \(column) has a type that cannot be read: CAST it, in: \(sql)")
        }
      }
    }

    /// What a statement would do, before it is prepared.
    /// - Throws: `DatabaseError.misuse` for one that is not the features' to run.
    static func effect(_ translation: SQLTranslation) throws(DatabaseError) -> Effect {
      guard !reserved.contains(translation.verb) else {
        throw .misuse("only the driver may run: \(translation.text)")
      }
      switch translation.verb {
      case "": throw .misuse("an empty statement")
      case _ where PostgresRoutines.isCalled(in: translation.text): return .schema
      case "SELECT", "VALUES", "TABLE": return .none
      case "INSERT", "UPDATE", "DELETE", "MERGE", "WITH": return .rows
      default: return .schema
      }
    }
  }
#endif
