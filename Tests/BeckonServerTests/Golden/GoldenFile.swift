import BeckonContract
import BeckonModel
import Foundation
import Testing

/// The file with a route's answers: `Answers/‹method›-‹path›.json`, where what is neither letter,
/// digit nor dot became a hyphen.
struct GoldenFile {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Answers")
  /// `BECKON_GOLDEN=write` in the environment: the files become what is answered.
  private static let isWritten = ProcessInfo.processInfo.environment["BECKON_GOLDEN"] == "write"

  let route: Route

  var name: String {
    let words = route.path.split { !$0.isLetter && !$0.isNumber && $0 != "." && $0 != "_" }
    return ([route.method] + words.map(String.init)).joined(separator: "-") + ".json"
  }

  private var url: URL { Self.folder.appendingPathComponent(name) }

  /// The names of all files that are there.
  static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  /// Compares a route's answers with the file, byte for byte.
  func expect(_ exchanges: [GoldenExchange], hiding: [(text: String, name: String)]) throws {
    let whole: JSON = [
      "route": .string(route.method + " " + route.path),
      "cases": .array(exchanges.map(\.json)),
    ]
    let exact = GoldenText.lines(whole).joined(separator: "\n") + "\n"
    // How long to wait is told by the machine's own clock.
    let timeless = exact.replacing(/Wait \d+ s/, with: "Wait ‹number› s")
    let text = hiding.reduce(timeless) {
      $0.replacing($1.text, with: "‹" + $1.name + "›")
    }
    let stored = try? String(contentsOf: url, encoding: .utf8)
    guard text != stored else { return }
    if Self.isWritten { return try Data(text.utf8).write(to: url) }
    Issue.record("\(Self.difference(of: text, from: stored ?? "", in: name))")
  }

  /// The first line that differs, in words.
  static func difference(of text: String, from stored: String, in name: String) -> String {
    let lines = [stored, text].map {
      $0.split(separator: "\n", omittingEmptySubsequences: false)
    }
    let place = zip(lines[0], lines[1]).prefix { $0 == $1 }.count
    func line(_ which: Int) -> String {
      place < lines[which].count ? String(lines[which][place]) : "nothing more"
    }
    return """
      \(name), line \(place + 1), has
      \(line(0))
      and the server answers
      \(line(1))
      If that is meant, run the test with BECKON_GOLDEN=write.
      """
  }
}
