#if Postgres
  import BeckonModel
  import BeckonDatabase

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The parameters of one statement in PostgreSQL's binary form. One per connection; its memory is
  /// used again.
  struct PostgresParameters {
    private var bytes: [UInt8] = []
    /// Where each value ends, or `nil` for `NULL`.
    private var places: [(start: Int, count: Int)?] = []

    private static let bytesKeptMax = 65_536

    /// Empties it.
    mutating func clear() {
      bytes.removeAll(keepingCapacity: bytes.capacity <= Self.bytesKeptMax)
      places.removeAll(keepingCapacity: true)
    }

    /// Adds a value for a parameter of a type.
    mutating func append(_ value: DatabaseValue, as type: UInt32) throws(PostgresMisfit) {
      guard value != .null else { return places.append(nil) }
      let start = bytes.count
      try write(value, as: type)
      places.append((start, bytes.count - start))
    }

    /// Adds one column of many rows, as an array.
    mutating func append(
      _ rows: [[DatabaseValue]], column: Int, as type: UInt32
    ) throws(PostgresMisfit) {
      let start = bytes.count
      write(Int32(1))  // One dimension.
      write(Int32(rows.contains { $0[column] == .null } ? 1 : 0))
      write(type)
      write(Int32(rows.count))
      write(Int32(1))  // Counted from 1.
      for row in rows {
        let length = bytes.count
        write(Int32(-1))
        guard row[column] != .null else { continue }
        try write(row[column], as: type)
        let count = Int32(bytes.count - length - 4)
        withUnsafeBytes(of: count.bigEndian) { new in
          for (index, byte) in new.enumerated() { bytes[length + index] = byte }
        }
      }
      places.append((start, bytes.count - start))
    }

    private mutating func write(_ value: DatabaseValue, as type: UInt32) throws(PostgresMisfit) {
      switch (value, type) {
      case (.integer(let integer), PostgresType.bigint): write(integer)
      case (.integer(let integer), PostgresType.int):
        guard let small = Int32(exactly: integer) else { throw .range }
        write(small)
      case (.integer(let integer), PostgresType.real): write(Double(integer).bitPattern)
      case (.real(let real), PostgresType.real):
        guard !real.isNaN else { throw .notANumber }
        write(real.bitPattern)
      case (.identifier(let identifier), PostgresType.uuid):
        write(identifier.high)
        write(identifier.low)
      case (.text(let text), PostgresType.text), (.text(let text), PostgresType.varchar):
        try write(text)
      default: throw .type
      }
    }

    private mutating func write(_ integer: some FixedWidthInteger) {
      withUnsafeBytes(of: integer.bigEndian) { bytes.append(contentsOf: $0) }
    }

    private mutating func write(_ text: String) throws(PostgresMisfit) {
      let start = bytes.count
      bytes.append(contentsOf: text.utf8)
      let hasZero = bytes.withUnsafeBytes { all in
        guard let base = all.baseAddress, all.count > start else { return false }
        return memchr(base + start, 0, all.count - start) != nil
      }
      if hasZero { throw .zero }
    }

    /// Gives what libpq takes: count, addresses, lengths and formats. Valid inside `body`.
    func withPointers<Value>(
      _ body: (Int32, [UnsafePointer<CChar>?], [Int32], [Int32]) -> Value
    ) -> Value {
      bytes.withUnsafeBytes { all in
        // An empty text has an address too; without one it would be NULL.
        let none = UnsafeRawPointer(bitPattern: 1)
        let addresses = places.map { place in
          place.flatMap { place in (all.baseAddress ?? none).map { $0 + place.start } }?
            .assumingMemoryBound(to: CChar.self)
        }
        return body(
          Int32(places.count), addresses, places.map { Int32($0?.count ?? 0) },
          [Int32](repeating: 1, count: places.count))
      }
    }
  }

  /// Why a value cannot be a parameter.
  enum PostgresMisfit: String, Error {
    case type = "a value of another type than the parameter's; CAST the parameter"
    case range = "a number too large for the parameter"
    case notANumber = "not a number"
    case zero = "a text with NUL"
  }
#endif
