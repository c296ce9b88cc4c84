import ChildProcess
import Foundation
import TestPrograms

/// The session that a document shows: its commands, each with what it is said to print.
struct ReadmeSession {
  /// A command and its output.
  struct Step: Sendable {
    var command: String
    var printed: [String] = []

    /// Whether it goes on: after a `\`, and in the middle of a quoted text.
    fileprivate var isOpen: Bool {
      command.hasSuffix("\\") || !command.filter { $0 == "'" }.count.isMultiple(of: 2)
    }
  }

  /// A code block that is in no language.
  struct Block: Sendable {
    let heading: String
    var lines: [String] = []

    /// Its commands. With `$ ` before them, their further lines stand behind `> `, or are indented
    /// below a line that is not at its end, and all else is output. Without it, each line is a
    /// command, or goes on with one that is not at its end; behind five spaces it is explained.
    var steps: [Step] {
      lines.contains { $0.hasPrefix("$ ") } ? session : script
    }

    private var session: [Step] {
      lines.reduce(into: []) { steps, line in
        if line.hasPrefix("$ ") {
          steps.append(Step(command: String(line.dropFirst(2))))
        } else if line.hasPrefix("> ") || (steps.last?.isOpen == true && line.hasPrefix("    ")) {
          steps[steps.count - 1].command += "\n" + line.dropFirst(2)
        } else {
          steps[steps.count - 1].printed.append(line)
        }
      }
    }

    private var script: [Step] {
      lines.filter { !$0.isEmpty }.reduce(into: []) { steps, line in
        if steps.last?.isOpen == true {
          steps[steps.count - 1].command += "\n" + line
        } else {
          steps.append(Step(command: line.components(separatedBy: "     ")[0]))
        }
      }
    }
  }

  /// The code blocks of a document that are in no language.
  static func blocks(of document: String) -> [Block] {
    var blocks: [Block] = []
    var (heading, block, isCode) = ("", Block?.none, false)
    for line in document.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("```") {
        isCode.toggle()
        if let done = block { blocks.append(done) }
        block = isCode && line == "```" ? Block(heading: heading) : nil
      } else if isCode {
        block?.lines.append(line)
      } else if line.hasPrefix("## ") {
        heading = String(line.dropFirst(3))
      }
    }
    return blocks
  }

  /// A document of the repository.
  static func text(of path: String) throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// What a shell prints in a folder, with the programs on its path, and how it ends.
  static func run(
    _ shell: String, _ script: String, _ folder: TemporaryFolder
  ) async throws -> (status: Int32, output: String) {
    let programs = try BeckonProgram.url().deletingLastPathComponent().path
    var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("BECKON_") }
    environment["PATH"] = programs + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
    let output = folder.file("output-\(UUID().uuidString)")
    let process = try ChildProcess(
      shell, ["-c", script], environment: environment, folder: folder.path,
      output: .file(output), errors: .file(output))
    let status = await process.ending()
    let text = String(
      decoding: FileManager.default.contents(atPath: output) ?? Data(), as: UTF8.self)
    return (
      status, text.replacing("\r\n", with: "\n").trimmingCharacters(in: .newlines)
    )
  }

  /// What stands in the code blocks below a heading.
  static func steps(of document: String, below heading: String) -> [Step] {
    blocks(of: document).filter { $0.heading == heading }.flatMap(\.steps)
  }

  /// Ids, keys and codes of the document, and this run's.
  private(set) var known: [(said: String, real: String)]

  /// - Parameter server: where this run's server is.
  init(server: String) {
    known = [("http://127.0.0.1:8080", server)]
  }

  /// The same with this run's ids.
  func real(_ text: String) -> String {
    known.reduce(text) { $0.replacing($1.said, with: $1.real) }
  }

  /// Ids and keys have 26 letters and digits, tokens 34, codes of links 11, some of them capitals.
  /// What `…` stands for is not shown.
  private static let name =
    #"\b(?:[a-z]{2,3}_)?(?:\w{8})?[0-9a-z]{26}\b|\b(?=\w*[a-z])(?=\w*[A-Z])\w{11}\b|[0-9a-z]*…"#

  /// Whether an output is what was said, but for ids. Those that come for the first time are
  /// remembered: later they must be the same.
  mutating func agrees(_ output: String, with said: String) throws -> Bool {
    let said = real(said)
    var (pattern, new, end) = ("", [Substring](), said.startIndex)
    for match in said.matches(of: try Regex(Self.name)) {
      let text = said[match.range]
      pattern += NSRegularExpression.escapedPattern(for: String(said[end..<match.range.lowerBound]))
      end = match.range.upperBound
      if known.contains(where: { $0.real == text }) {
        pattern += text
      } else if text.hasSuffix("…") {
        pattern += text.dropLast().isEmpty ? ".*?" : "[0-9a-z]+"
      } else if let place = new.firstIndex(of: text) {
        pattern += "\\\(place + 1)"
      } else {
        new.append(text)
        let prefix = text.firstIndex(of: "_").map { text[...$0] } ?? ""
        pattern += "(\(prefix)\\w{\(text.count - prefix.count)})"
      }
    }
    pattern += NSRegularExpression.escapedPattern(for: String(said[end...]))
    guard let found = try Regex(pattern).wholeMatch(in: output) else { return false }
    for (place, text) in new.enumerated() {
      known.append((String(text), String(found[place + 1].substring ?? "")))
    }
    return true
  }
}
