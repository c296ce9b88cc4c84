import BeckonModel

/// How much a log line matters.
public enum LogLevel: Int, Sendable, CaseIterable {
  /// For finding a fault: every request.
  case debug
  /// What an operator wants to know: start, stop, migrations.
  case info
  /// Something is off, and Beckon goes on.
  case warning
  /// Something failed that should not.
  case error

  /// The level of this name, as on the command line.
  public init?(name: String) {
    guard let level = Self.allCases.first(where: { "\($0)" == name }) else { return nil }
    self = level
  }
}

/// Writes one JSON object a line: `{"at":…,"level":…,"message":…, fields…}`. The message is a
/// constant; what varies is in the fields. No personal data: no address, identity, token or body.
public struct Logger: Sendable {
  private let level: LogLevel
  private let now: @Sendable () -> Instant
  private let write: @Sendable (String) -> Void

  /// Writes what is at least as important as `level`.
  public init(
    level: LogLevel, now: @escaping @Sendable () -> Instant,
    write: @escaping @Sendable (String) -> Void
  ) {
    self.level = level
    self.now = now
    self.write = write
  }

  /// Whether lines of this level are written, for callers whose fields are dear to make.
  public func writes(_ level: LogLevel) -> Bool { level.rawValue >= self.level.rawValue }

  /// Writes a line.
  public func log(_ level: LogLevel, _ message: StaticString, _ fields: [JSON.Member] = []) {
    guard writes(level) else { return }
    let head = [
      JSON.Member("at", .instant(now())), JSON.Member("level", .string("\(level)")),
      JSON.Member("message", .string("\(message)")),
    ]
    write(JSON.object(head + fields).text)
  }
}
