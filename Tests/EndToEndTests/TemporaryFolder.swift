import Foundation
import TestDatabases

/// A folder for one test; deleted with the last reference to it.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("beckon-end-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it.
  func file(_ name: String) -> String { path + "/" + name }
  /// The value of `--database` for a file in it, or for the PostgreSQL database in place of it when
  /// the tests run there.
  func database(_ name: String = "beckon.db") throws -> String {
    try TestDatabase.url(file(name))
  }
}
