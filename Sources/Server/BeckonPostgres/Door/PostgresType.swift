#if Postgres
  import BeckonDatabase

  /// PostgreSQL's numbers of the types that cross the wire (`pg_type.oid`); they never change.
  enum PostgresType {
    static let truth: UInt32 = 16
    static let bigint: UInt32 = 20
    static let smallint: UInt32 = 21
    static let int: UInt32 = 23
    static let text: UInt32 = 25
    static let varchar: UInt32 = 1043
    static let real: UInt32 = 701
    static let uuid: UInt32 = 2950
    /// What a statement without a result answers, `SELECT f()` of a `VOID` function.
    static let void: UInt32 = 2278

    /// Types of columns that `PostgresRow` can read.
    static let readable: Set<UInt32> = [
      truth, bigint, smallint, int, text, varchar, real, uuid, void,
    ]
  }

  extension Insertion.Column {
    /// The type as SQL writes it.
    var typeName: String {
      switch self {
      case .integer: "BIGINT"
      case .real: "DOUBLE PRECISION"
      case .text: "TEXT"
      case .identifier: "UUID"
      }
    }

    /// The number of the type.
    var type: UInt32 {
      switch self {
      case .integer: PostgresType.bigint
      case .real: PostgresType.real
      case .text: PostgresType.text
      case .identifier: PostgresType.uuid
      }
    }
  }
#endif
