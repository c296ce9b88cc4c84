/// What must not be called, and why, in which part of the tree.
struct Ban {
  let pattern: String
  let reason: String

  static let everywhere = [
    Ban(pattern: "try!", reason: "crashes on an error: handle it"),
    Ban(pattern: "as!", reason: "crashes on another type: use 'as?'"),
    Ban(pattern: "fatalError(", reason: "crashes: give back an error"),
  ]
  static let libraries = [
    Ban(pattern: "print(", reason: "a library logs through Logger, or is silent"),
    Ban(pattern: "Date()", reason: "the time comes from Ambient"),
    Ban(pattern: "Date.now", reason: "the time comes from Ambient"),
    Ban(pattern: "Date(timeIntervalSinceNow:", reason: "the time comes from Ambient"),
    Ban(pattern: "clock_gettime(", reason: "the time comes from Ambient or MonotonicClock"),
    Ban(pattern: "gettimeofday(", reason: "the time comes from Ambient"),
    Ban(pattern: "UUID()", reason: "ids come from Ambient"),
    Ban(pattern: ".random(in:", reason: "chance comes from Ambient"),
    Ban(pattern: "Bool.random()", reason: "chance comes from Ambient"),
    Ban(pattern: ".randomElement()", reason: "chance comes from Ambient"),
    Ban(pattern: ".shuffled()", reason: "chance comes from Ambient"),
    Ban(pattern: ".shuffle()", reason: "chance comes from Ambient"),
    Ban(pattern: "SystemRandomNumberGenerator", reason: "chance comes from Ambient"),
  ]
  static let tests = [
    Ban(pattern: "Process()", reason: "breaks with many open files: use ChildProcess")
  ]
  static let sleeping = [
    "Task.sleep(", "Thread.sleep(", "usleep(", "nanosleep(", "sleep(",
  ].map { Ban(pattern: $0, reason: "wait for what must happen, or say '// Sleeps because: …'") }
}

/// Banned calls in `Sources`: crashes anywhere; printing, clocks and chance in the libraries. Only
/// BeckonBasics may ask the system for time and chance, and the programs, which are outermost, with
/// what starts and measures others.
/// Tests have a list of their own.
func bannedCallFindings(_ file: SourceFile) -> [Finding] {
  let isExempt = file.isIn(
    "Sources/Shared/BeckonBasics", "Sources/Tools", "Sources/Testing/ChildProcess")
  let sources = isExempt ? Ban.everywhere : Ban.everywhere + Ban.libraries
  return uses(of: file.isIn("Sources") ? sources : Ban.tests, in: file)
    .filter { !isSeeded($0.position, file.code) }
    .map { file.finding($0.line, "\($0.ban.pattern): \($0.ban.reason)") }
}

/// Sleeps in tests without a reason in a comment above.
func sleepFindings(_ file: SourceFile) -> [Finding] {
  guard file.isIn("Tests", "Sources/Testing") else { return [] }
  var lines: Set<Int> = []
  return uses(of: Ban.sleeping, in: file)
    .filter { !file.gives("Sleeps because", at: $0.line) && lines.insert($0.line).inserted }
    .map { file.finding($0.line, "\($0.ban.pattern): \($0.ban.reason)") }
}

/// Comments that put work off.
func putOffFindings(_ file: SourceFile) -> [Finding] {
  file.tokens.filter { $0.kind == .comment }.flatMap { comment in
    ["TODO", "FIXME", "XXX", "HACK"].filter { word in
      Lexer.tokens(of: comment.text.replacing("/", with: " ")).contains { $0.isWord(word) }
    }
    .map { file.finding(comment.line, "\($0): do it, or write an issue") }
  }
}

private func uses(of bans: [Ban], in file: SourceFile) -> [(ban: Ban, position: Int, line: Int)] {
  bans.flatMap { ban in
    file.positions(of: ban.pattern).map { (ban, $0, file.code[$0].line) }
  }
  .sorted { $0.position < $1.position }
}

/// Whether the call names its generator: `Int.random(in: 1...6, using: &generator)`.
private func isSeeded(_ position: Int, _ code: [Token]) -> Bool {
  guard let open = code[position...].firstIndex(where: { $0.isSymbol("(") }),
    open - position < 4
  else { return false }
  return Array(code[open...code.closing(open)]).positions(of: "using:").isEmpty == false
}
