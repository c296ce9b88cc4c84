import Foundation
import TestDatabases

/// A folder for one test; deleted with the last reference to it.
public final class TemporaryFolder: Sendable {
  /// Its path, absolute.
  public let path: String

  /// Makes it.
  /// - Throws: what `FileManager` does.
  public init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("beckon-end-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it.
  public func file(_ name: String) -> String { path + "/" + name }

  /// The value of `--database` for a file in it, or for the PostgreSQL database in place of it when
  /// the tests run there.
  /// - Throws: `TestDatabase.Unknown`, `PostgresCluster.Failure`.
  public func database(_ name: String = "beckon.db") throws -> String {
    try TestDatabase.url(file(name))
  }
}
