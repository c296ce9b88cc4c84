import Foundation
import TestDatabases
import TestPrograms
import Testing

/// The options that `beckon COMMAND --help` names, and those that the documents name.
@Suite(.enabled(if: !TestDatabase.isPostgres, "opens no database"))
struct DocumentedOptionsTests {
  private static let commands = [
    "serve", "app", "migrate", "copy", "import", "backup", "doctor", "recount", "demo",
    "evaluate", "tune", "dashboard-link",
  ]

  /// The lines of README.md and of all below docs, each with what comes behind a `\` at its end.
  private static func documents() throws -> [String] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let docs = try FileManager.default.subpathsOfDirectory(atPath: root.path + "/docs")
    let paths = ["README.md"] + docs.filter { $0.hasSuffix(".md") }.map { "docs/" + $0 }
    return try paths.flatMap { path in
      try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
        .replacing("\\\n", with: " ").split(separator: "\n").map(String.init)
    }
  }

  /// The options in a text: `--name`.
  private static func options(in text: String) -> Set<String> {
    let words = text.split { character in
      !(character.isASCII && (character.isLetter || character.isNumber || character == "-"))
    }
    return Set(words.filter { $0.hasPrefix("--") && $0.count > 3 }.map(String.init))
  }

  /// What `--help` of a command declares, a line each.
  private static func declared(_ command: String) async throws -> Set<String> {
    let help = try await BeckonProgram.run(command, "--help").output
    let lines = help.split(separator: "\n").filter { $0.hasPrefix("  --") }
    return Set(lines.flatMap { options(in: String($0.prefix(30))) })
  }

  @Test("Every option stands in a document", arguments: commands)
  func documented(_ command: String) async throws {
    let written = Self.options(in: try Self.documents().joined(separator: "\n"))
    let declared = try await Self.declared(command)
    #expect(declared.contains("--help"))
    #expect(declared.subtracting(written).subtracting(["--help"]).isEmpty)
  }

  @Test("Every option that a document gives to a command is one of it", arguments: commands)
  func real(_ command: String) async throws {
    let declared = try await Self.declared(command)
    for line in try Self.documents() {
      // To the end of the code or sentence, or to the next command.
      for use in line.components(separatedBy: "beckon \(command) ").dropFirst() {
        let end = use.firstIndex { "`|&".contains($0) } ?? use.endIndex
        let unknown = Self.options(in: String(use[..<end])).subtracting(declared)
        #expect(unknown.isEmpty, "\(line)")
      }
    }
  }
}
