/// Tells the story, and remembers what was not as it should be.
final class Narrator {
  private var failures: [String] = []
  private var checks = 0

  /// A new chapter.
  func chapter(_ title: String) { Terminal.line("\n" + bold(title)) }

  /// Something that happened.
  func tell(_ text: String) { Terminal.line("  " + text) }

  /// Something long, broken between words to lines of at most 78 columns.
  func explain(_ text: String) {
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + word.count > 75 {
        tell(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    tell(line)
  }

  /// Something that must be so.
  func expect(_ isSo: Bool, _ text: String) {
    checks += 1
    Terminal.line("  " + (isSo ? green("✓") : red("✗")) + " " + text)
    if !isSo { failures.append(text) }
  }

  /// A table with columns as wide as they must be.
  func table(_ titles: [String], _ rows: [[String]]) {
    let widths = titles.indices.map { column in
      ([titles] + rows).map { $0[column].count }.max() ?? 0
    }
    func line(_ cells: [String]) -> String {
      zip(cells, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }.joined(separator: "  ")
    }
    Terminal.line("  " + dim(line(titles)))
    for row in rows { Terminal.line("  " + line(row)) }
  }

  /// Where the server is that goes on running.
  func kept(_ server: DemoServer) {
    chapter("The server goes on")
    tell("url              \(server.url)")
    tell("publishable key  \(server.publishableKey)")
    tell("secret key       \(server.secretKey)")
    tell("files            \(server.folderPath)")
    tell("stop it with     kill \(server.processIdentifier)")
  }

  /// The last line, and the program's exit code.
  func conclude() -> Int32 {
    Terminal.line("")
    guard failures.isEmpty else {
      Terminal.line(red("\(failures.count) of \(checks) checks failed"))
      return 1
    }
    Terminal.line(green("All \(checks) checks hold."))
    return 0
  }

  func bold(_ text: String) -> String { colored("1", text) }
  func dim(_ text: String) -> String { colored("2", text) }
  private func green(_ text: String) -> String { colored("32", text) }
  private func red(_ text: String) -> String { colored("31", text) }

  private func colored(_ code: String, _ text: String) -> String {
    Terminal.isInteractive ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
