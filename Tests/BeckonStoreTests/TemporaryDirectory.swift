import Foundation

/// A directory for one test; deleted with the last reference to it.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws {
    let parent = FileManager.default.temporaryDirectory
    let url = parent.appendingPathComponent("beckon-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it.
  func file(_ name: String) -> String { path + "/" + name }
}
