import CBeckonSQLite

/// `LOWER` for all letters. SQLite's own knows A to Z alone, so "über" would not find "Über".
enum LowerCase {
  /// Makes a connection's statements use it. No index may be built on its result: Unicode gains
  /// letters, so a later version of Swift may return something else for the same text.
  static func add(to handle: OpaquePointer) {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
    sqlite3_create_function_v2(
      handle, "lower", 1, flags, nil,
      { context, _, values in
        guard let value = values?[0] else { return }
        LowerCase.answer(context, value)
      }, nil, nil, nil)
  }

  private static func answer(_ context: OpaquePointer?, _ value: OpaquePointer) {
    guard let text = sqlite3_value_text(value) else { return sqlite3_result_null(context) }
    let bytes = UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(value)))
    var small = String(decoding: bytes, as: UTF8.self).lowercased()
    small.withUTF8 { small in
      small.withMemoryRebound(to: CChar.self) { small in
        sqlite3_result_text64(
          context, small.baseAddress, UInt64(small.count), transient, UInt8(SQLITE_UTF8))
      }
    }
  }

  /// Makes SQLite copy the bytes.
  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
