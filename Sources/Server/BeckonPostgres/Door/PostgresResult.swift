#if Postgres
  import BeckonModel
  import BeckonDatabase
  import CBeckonPostgres

  /// What a statement gave; its memory goes with the last reference.
  final class PostgresResult {
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) {
      self.pointer = pointer
    }

    deinit { PQclear(pointer) }

    var rowCount: Int32 { PQntuples(pointer) }

    /// What `read` makes of each row, in order.
    func rows<Value>(_ read: (any Row) throws -> Value) rethrows -> [Value] {
      try (0..<rowCount).map { try read(PostgresRow(result: self, row: $0)) }
    }

    /// Rows that an `INSERT`, `UPDATE` or `DELETE` changed.
    var changedRows: Int {
      PQcmdTuples(pointer).flatMap { Int(String(cString: $0)) } ?? 0
    }
  }

  /// A row of a result, in PostgreSQL's binary form: numbers are big-endian.
  struct PostgresRow: Row {
    let result: PostgresResult
    let row: Int32

    func isNull(_ column: Int) -> Bool { PQgetisnull(result.pointer, row, Int32(column)) != 0 }

    func integer(_ column: Int) -> Int64 {
      guard let bytes = bytes(column) else { return 0 }
      switch bytes.count {
      case 8: return Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
      case 4: return Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
      case 2: return Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
      case 1: return Int64(bytes[0])
      default: return 0
      }
    }

    func real(_ column: Int) -> Double {
      guard PQftype(result.pointer, Int32(column)) == PostgresType.real else {
        return Double(integer(column))
      }
      guard let bytes = bytes(column), bytes.count == 8 else { return 0 }
      return Double(bitPattern: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)))
    }

    func text(_ column: Int) -> String {
      bytes(column).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    func identifier(_ column: Int) -> Identifier {
      guard let bytes = bytes(column), bytes.count == 16 else { return Identifier(high: 0, low: 0) }
      return Identifier(
        high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
        low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }

    private func bytes(_ column: Int) -> UnsafeRawBufferPointer? {
      guard !isNull(column) else { return nil }
      return UnsafeRawBufferPointer(
        start: PQgetvalue(result.pointer, row, Int32(column)),
        count: Int(PQgetlength(result.pointer, row, Int32(column))))
    }
  }
#endif
