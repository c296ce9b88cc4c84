import BeckonBasics
import BeckonModel
import Testing

@Suite struct LoggerTests {
  let lines = Locked<[String]>([])

  @Test func aLineIsOneJSONObject() throws {
    logger(.info).log(
      .warning, "queue \"full\"",
      [JSON.Member("waiting", 3), JSON.Member("text", "two\nlines \u{1} é")])
    let line = try #require(lines.withLock { $0 }.first)
    #expect(!line.contains("\n"))
    #expect(
      try JSONReader.read(line) == [
        "at": "1970-01-01T00:00:00.001Z", "level": "warning", "message": "queue \"full\"",
        "waiting": 3, "text": "two\nlines \u{1} é",
      ])
  }

  @Test(arguments: LogLevel.allCases)
  func whatMattersLessIsNotWritten(_ level: LogLevel) throws {
    let logger = logger(level)
    for each in LogLevel.allCases { logger.log(each, "a") }
    let written = try lines.withLock { $0 }.map { try JSONReader.read($0)["level"]?.string }
    #expect(written == LogLevel.allCases[level.rawValue...].map { "\($0)" })
    #expect(LogLevel.allCases.filter(logger.writes).count == written.count)
  }

  @Test func levelsAreFoundByName() {
    #expect(LogLevel(name: "warning") == .warning)
    #expect(LogLevel(name: "Warning") == nil && LogLevel(name: "") == nil)
  }

  private func logger(_ level: LogLevel) -> Logger {
    Logger(level: level, now: { Instant(milliseconds: 1) }) { [lines] line in
      lines.withLock { $0.append(line) }
    }
  }
}
