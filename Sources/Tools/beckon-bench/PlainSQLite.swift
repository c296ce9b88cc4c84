import BeckonBasics
import BeckonModel
import CBeckonSQLite

/// What SQLite can do without us: the rows of events into the same tables with the same settings,
/// one thread, one transaction a batch.
final class PlainSQLite {
  private var handle: OpaquePointer?
  private var ids: OpaquePointer?
  private var facts: OpaquePointer?
  private let ambient = Ambient.system

  init(path: String) throws {
    guard sqlite3_open(path, &handle) == SQLITE_OK else { throw BenchError("cannot open \(path)") }
    try run("PRAGMA journal_mode=WAL")
    try run("PRAGMA synchronous=FULL")
    try run("PRAGMA cache_size=-65536")
    try run("PRAGMA wal_autocheckpoint=16384")
    sqlite3_prepare_v2(
      handle, "INSERT INTO fact_ids (app, id, at) VALUES (1, ?1, ?2) ON CONFLICT DO NOTHING", -1,
      &ids, nil)
    sqlite3_prepare_v2(
      handle,
      """
      INSERT INTO facts (app, id, name, subject, at, received_at, trust, properties)
      VALUES (1, ?1, 'product_view', ?2, ?3, ?3, 'client', ?4)
      """, -1, &facts, nil)
  }

  /// Looks into a file beside whoever writes to it.
  /// - Throws: `BenchError`, and what `body` throws.
  static func read<Value>(
    _ path: String, _ body: (OpaquePointer?) throws -> Value
  ) throws -> Value {
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY, nil) == SQLITE_OK else {
      throw BenchError("cannot open \(path)")
    }
    return try body(handle)
  }

  func insert(_ count: Int, batch: Int, ids kind: LuaEvents.IDs) throws {
    var left = count
    while left > 0 {
      try insertBatch(min(batch, left), kind)
      left -= batch
    }
  }

  /// Rows a second, for so many seconds.
  func rate(batch: Int, ids kind: LuaEvents.IDs, seconds: Int) throws -> Double {
    let started = MonotonicClock.nanoseconds()
    let end = started + UInt64(seconds) * 1_000_000_000
    var count = 0
    while MonotonicClock.nanoseconds() < end {
      try insertBatch(batch, kind)
      count += batch
    }
    return Double(count) / (Double(MonotonicClock.nanoseconds() - started) / 1e9)
  }

  /// A batch is one person's, as an app sends it.
  private func insertBatch(_ count: Int, _ kind: LuaEvents.IDs) throws {
    try run("BEGIN IMMEDIATE")
    let now = ambient.now()
    let subject = Identifier(hashing: "user", String(ambient.random() % 100_000))
    let properties = #"{"product":"p1234","price":"19.90","currency":"EUR"}"#
    for _ in 0..<count {
      let random = (ambient.random(), ambient.random())
      let id =
        kind == .timeSorted
        ? Identifier(at: now, random: random) : Identifier(high: random.0, low: random.1)
      bind(id, to: ids, 1)
      sqlite3_bind_int64(ids, 2, now.milliseconds)
      try step(ids)
      bind(id, to: facts, 1)
      bind(subject, to: facts, 2)
      sqlite3_bind_int64(facts, 3, now.milliseconds)
      sqlite3_bind_text(facts, 4, properties, -1, Self.transient)
      try step(facts)
    }
    try run("COMMIT")
  }

  func close() {
    sqlite3_finalize(ids)
    sqlite3_finalize(facts)
    sqlite3_close(handle)
  }

  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  private func bind(_ id: Identifier, to statement: OpaquePointer?, _ index: Int32) {
    withUnsafeBytes(of: (id.high.bigEndian, id.low.bigEndian)) { bytes in
      _ = sqlite3_bind_blob(statement, index, bytes.baseAddress, 16, Self.transient)
    }
  }

  private func step(_ statement: OpaquePointer?) throws {
    guard sqlite3_step(statement) == SQLITE_DONE else {
      throw BenchError(String(cString: sqlite3_errmsg(handle)))
    }
    sqlite3_reset(statement)
  }

  private func run(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw BenchError(sql + ": " + String(cString: sqlite3_errmsg(handle)))
    }
  }
}
