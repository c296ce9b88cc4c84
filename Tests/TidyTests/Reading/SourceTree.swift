import Foundation

/// The repository that this test was compiled from.
enum SourceTree {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Paths of all files below these folders, from the root, sorted.
  static func paths(in folders: String...) -> [String] {
    folders.flatMap { folder in
      FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)?
        .compactMap { ($0 as? String).map { folder + "/" + $0 } } ?? []
    }
    .filter { isFile($0) && !$0.contains("/.") && !$0.contains("__pycache__") }.sorted()
  }

  /// The Swift files of Sources and Tests.
  static let swift: [SourceFile] = paths(in: "Sources", "Tests")
    .filter { $0.hasSuffix(".swift") }.compactMap { file($0) }

  /// What this toolchain reads, with everything.
  static let manifest = manifest("Package@swift-6.2.swift")

  /// What toolchains before 6.2 read, with what an app links.
  static let appManifest = manifest("Package.swift")

  private static func manifest(_ path: String) -> Manifest {
    Manifest(file(path) ?? SourceFile(path, ""))
  }

  static func file(_ path: String) -> SourceFile? {
    guard let data = FileManager.default.contents(atPath: root.appendingPathComponent(path).path)
    else { return nil }
    return SourceFile(path, String(decoding: data, as: UTF8.self))
  }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
  }

  private static func isFile(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    let full = root.appendingPathComponent(path).path
    return FileManager.default.fileExists(atPath: full, isDirectory: &isFolder)
      && !isFolder.boolValue
  }
}
