import Foundation

/// Keeps a second server off a SQLite file: the first one holds a lock on a file beside it while it
/// runs. The system lets go of the lock with the process, however that ends, so nobody need ever
/// remove the file. Commands that only read, write a backup or change a key do without.
final class ServerLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock of a database file.
  /// - Throws: `Failure` when another server has it.
  init(of path: String) throws {
    // Two names of one file are one lock.
    let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let lockPath = real + "-server"
    descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw Failure(
        "\(lockPath) cannot be written: \(String(cString: strerror(errno)))",
        "let the server's user write in the folder of the database")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let holder = Self.holder(descriptor)
      close(descriptor)
      throw Failure(
        "another server\(holder) serves \(path); two on one SQLite file would give wrong answers",
        "stop the other one, or move to PostgreSQL, which any number may share: "
          + "beckon copy --from sqlite:\(path) --to postgres://…")
    }
    let text = Array("\(getpid())\n".utf8)
    ftruncate(descriptor, 0)
    _ = pwrite(descriptor, text, text.count, 0)
  }

  /// The process that has the lock, as it wrote itself into the file.
  private static func holder(_ descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    let digits = bytes.prefix(max(0, count)).prefix { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    return digits.isEmpty ? "" : " (process \(String(decoding: digits, as: UTF8.self)))"
  }

  deinit { close(descriptor) }
}
