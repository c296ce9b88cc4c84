import BeckonModel

/// Tells the story as it goes on, or with `--json` in one object at the end, and remembers what was
/// not as it should be.
final class Narrator {
  /// What is told below one title.
  private struct Chapter {
    let title: String
    var said: [String] = []
    var checks: [(holds: Bool, text: String)] = []
    var tables: [JSON] = []
  }

  private let wantsJSON: Bool
  private var chapters: [Chapter] = []
  private var server: JSON?
  private var filled: JSON?

  init(wantsJSON: Bool) { self.wantsJSON = wantsJSON }

  private var checks: [(holds: Bool, text: String)] { chapters.flatMap(\.checks) }

  /// A new chapter.
  func chapter(_ title: String) {
    chapters.append(Chapter(title: title))
    write(wrapped("\n", "", title).map(bold))
  }

  /// Something that happened.
  func tell(_ text: String) {
    note { $0.said.append(text) }
    write(wrapped("  ", "  ", text))
  }

  /// A command to copy, with what it is for. It stays whole, and goes below where both are too long
  /// for a line.
  func command(_ use: String, _ text: String) {
    note { $0.said.append(use + ": " + text) }
    let line = "  " + use.padded(to: 14) + text
    write(line.count <= Terminal.columns ? [line] : ["  " + use, "    " + text])
  }

  /// Something that must be so.
  func expect(_ isSo: Bool, _ text: String) {
    note { $0.checks.append((isSo, text)) }
    let mark = "  " + (isSo ? green("✓") : red("✗")) + " "
    let lines = wrapped("    ", "    ", text)
    write(lines.enumerated().map { $0 == 0 ? mark + $1.dropFirst(4) : $1 })
  }

  /// A table with columns as wide as they must be; the last one breaks where the terminal ends.
  func table(_ titles: [String], _ rows: [[String]]) {
    note { chapter in
      chapter.tables.append(
        .array(
          rows.map { row in
            .object(zip(titles, row).map { JSON.Member($0, .string($1)) })
          }))
    }
    let widths = titles.indices.dropLast().map { column in
      ([titles] + rows).map { $0[column].count }.max() ?? 0
    }
    let indent = String(repeating: " ", count: widths.reduce(2) { $0 + $1 + 2 })
    func lines(_ cells: [String]) -> [String] {
      let head = zip(cells, widths).map { $0.padded(to: $1 + 2) }.joined()
      return wrapped("  " + head, indent, cells.last ?? "")
    }
    write(lines(titles).map(dim) + rows.flatMap(lines))
  }

  /// What was made up before the story.
  func filled(_ fill: DemoFill, _ apps: [FilledApp]) {
    table(
      ["facts", "of"],
      FilledKind.allCases.map { ["\(fill.plan.count(of: $0))", $0.words] })
    filled = .object([
      JSON.Member("seed", .string("\(fill.seed)")),
      JSON.Member(
        "facts",
        .object(
          FilledKind.allCases.map {
            JSON.Member($0.rawValue, .integer(Int64(fill.plan.count(of: $0))))
          })),
      JSON.Member(
        "apps",
        .array(
          apps.map { app in
            [
              "app": .id(app.id), "name": .string(app.theme.name),
              "secret_key": .string(app.secretKey),
            ]
          })),
    ])
  }

  /// Where the server is that goes on running.
  /// - Parameter dashboardLink: by which one browser signs in to the dashboard.
  func kept(_ server: DemoServer, dashboardLink: String) {
    chapter("The server goes on")
    command("dashboard", dashboardLink)
    command("url", server.url)
    command("app's key", server.publishableKey)
    command("secret key", server.secretKey)
    command("files", server.folderPath)
    command("stop it with", "kill \(server.processIdentifier)")
    self.server = [
      "dashboard": .string(dashboardLink),
      "url": .string(server.url), "publishable_key": .string(server.publishableKey),
      "secret_key": .string(server.secretKey), "files": .string(server.folderPath),
      "process": .integer(Int64(server.processIdentifier)),
    ]
  }

  /// The last line, or all of it as JSON, and the program's exit code.
  func conclude() -> Int32 {
    let failed = checks.filter { !$0.holds }
    if wantsJSON { Terminal.line(json(failed.map(\.text)).text) }
    write(
      failed.isEmpty
        ? ["", green("All \(checks.count) checks hold.")]
        : ["", red("\(failed.count) of \(checks.count) checks failed")])
    return failed.isEmpty ? 0 : 1
  }

  private func json(_ failed: [String]) -> JSON {
    .object([
      "sound": .bool(failed.isEmpty), "checks": .integer(Int64(checks.count)),
      "failed": .array(failed.map(JSON.string)),
      "chapters": .array(
        chapters.map { chapter in
          [
            "title": .string(chapter.title), "said": .array(chapter.said.map(JSON.string)),
            "checks": .array(
              chapter.checks.map { ["holds": .bool($0.holds), "text": .string($0.text)] }),
            "tables": .array(chapter.tables),
          ]
        }),
      "server": server, "filled": filled,
    ])
  }

  private func note(_ change: (inout Chapter) -> Void) {
    if chapters.isEmpty { chapters.append(Chapter(title: "")) }
    change(&chapters[chapters.count - 1])
  }

  // MARK: Lines

  private func write(_ lines: [String]) {
    guard !wantsJSON else { return }
    for line in lines { Terminal.line(line) }
  }

  /// A text broken between words where the terminal ends, with something before its first line and
  /// before the others. A word that is longer than a line stays whole.
  private func wrapped(_ first: String, _ others: String, _ text: String) -> [String] {
    var (lines, line) = ([String](), first)
    var isBegun = false
    for word in text.split(separator: " ") {
      if isBegun, line.count + 1 + word.count > Terminal.columns {
        lines.append(line)
        (line, isBegun) = (others, false)
      }
      line += (isBegun ? " " : "") + word
      isBegun = true
    }
    // A row whose last cell is empty ends with its last word.
    let end = line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex
    return lines + [String(line[..<end])]
  }

  func bold(_ text: String) -> String { colored("1", text) }
  func dim(_ text: String) -> String { colored("2", text) }
  private func green(_ text: String) -> String { colored("32", text) }
  private func red(_ text: String) -> String { colored("31", text) }

  private func colored(_ code: String, _ text: String) -> String {
    Terminal.isInteractive ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
