import BeckonDatabase
import BeckonModel
import BeckonSQLite
import BeckonStore
import BeckonTesting
import Foundation

/// A copy of a killed server's files whose write-ahead log ends somewhere, as if the disk had lost
/// its end. What was acknowledged may be gone; what is left must be whole.
struct TornCopy {
  private static let headerBytes = 32
  private static let frameBytes = 24 + 4_096

  let database: String

  /// Copies the files and cuts the log.
  /// - Throws: what the file system throws.
  init(of original: String, to copy: String, chance: inout SeededGenerator) throws {
    database = copy
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: copy + suffix)
    }
    try FileManager.default.copyItem(atPath: original, toPath: copy)
    guard let log = FileManager.default.contents(atPath: original + "-wal") else { return }
    // Pages are copied from the log into the database only after the log was synced: a disk that
    // loses the end of the log cannot have lost these.
    let least = min(log.count, Self.copiedBytes(indexFile: original + "-shm"))
    let length = Int.random(in: least...log.count, using: &chance)
    try log.prefix(length).write(to: URL(fileURLWithPath: copy + "-wal"))
  }

  /// How much of the log may be in the database already: `nBackfillAttempted` of the log's index
  /// (SQLite's walformat, "WAL-Index Header", offset 128, in the machine's byte order).
  private static func copiedBytes(indexFile: String) -> Int {
    guard let index = FileManager.default.contents(atPath: indexFile), index.count >= 132 else {
      return 0
    }
    let frames = index[128..<132].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return frames == 0 ? 0 : headerBytes + Int(frames) * frameBytes
  }

  /// What is wrong with it.
  func violations(_ shop: SimulatedShop) async -> [String] {
    do {
      let database = try SQLiteDatabase(SQLiteSettings(path: database))
      let problems = try await database.read {
        try LedgerAudit($0, shop).violations()
      }
      await database.close()
      return problems.map { "torn disk: " + $0 }
    } catch {
      return ["torn disk: \(error)"]
    }
  }
}
