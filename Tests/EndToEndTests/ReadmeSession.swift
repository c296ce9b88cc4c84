import Foundation

/// The session that README.md shows: its commands, each with what it is said to print.
struct ReadmeSession {
  /// A command and its output.
  struct Step: Sendable {
    var command: String
    var printed: [String] = []
  }

  /// What stands in the code blocks below a heading: commands behind `$ `, their further lines
  /// behind `> ` or indented, and output.
  static func steps(of readme: String, below heading: String) -> [Step] {
    var steps: [Step] = []
    var (isThere, isCode) = (false, false)
    for line in readme.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("## ") { isThere = line == "## " + heading }
      if line.hasPrefix("```") { isCode.toggle() }
      guard isThere, isCode, !line.hasPrefix("```") else { continue }
      if line.hasPrefix("$ ") {
        steps.append(Step(command: String(line.dropFirst(2))))
      } else if line.hasPrefix("> ") || line.hasPrefix("    ") {
        steps[steps.count - 1].command += "\n" + line.dropFirst(2)
      } else {
        steps[steps.count - 1].printed.append(String(line))
      }
    }
    return steps
  }

  /// Ids, keys and codes of README.md, and this run's.
  private(set) var known: [(said: String, real: String)]

  /// - Parameter server: where this run's server is.
  init(server: String) {
    known = [("http://127.0.0.1:8080", server)]
  }

  /// The same with this run's ids.
  func real(_ text: String) -> String {
    known.reduce(text) { $0.replacing($1.said, with: $1.real) }
  }

  /// Ids and keys have 26 letters and digits, codes of links 11, some of them capitals. What `…`
  /// stands for is not shown.
  private static let name =
    #"\b(?:[a-z]{2,3}_)?[0-9a-z]{26}\b|\b(?=\w*[a-z])(?=\w*[A-Z])\w{11}\b|[0-9a-z]*…"#

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
