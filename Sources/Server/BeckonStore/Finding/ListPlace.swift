import BeckonDatabase
import BeckonModel

/// A row of a list, behind which it goes on.
public struct ListPlace: Hashable, Sendable {
  /// What the list is ordered by first: a time in milliseconds, or a number.
  let at: Int64
  /// Which of those with the same.
  let id: Identifier

  init(at: Int64, id: Identifier) {
    self.at = at
    self.id = id
  }

  /// Reads the written form; `nil` for anything else.
  public init?(_ text: String) {
    let parts = text.split(on: ".", maxSplits: 1)
    guard parts.count == 2, let at = Int64(parts[0]), let id = Identifier(text: parts[1]) else {
      return nil
    }
    self.init(at: at, id: id)
  }

  /// The written form.
  public var text: String { "\(at).\(id.text)" }

  /// Whether it stands before another in a list whose newest is first.
  func isNewer(than other: ListPlace) -> Bool {
    at == other.at ? other.id < id : at > other.at
  }
}

/// From when to when the rows of a list are; `nil` is open.
public struct ListPeriod: Sendable {
  /// The first instant.
  public let from: Instant?
  /// The first instant after it.
  public let until: Instant?

  /// Makes a period.
  public init(from: Instant? = nil, until: Instant? = nil) {
    self.from = from
    self.until = until
  }

  /// Whether a column's time lies in it.
  func times(_ column: SQL) -> [SQL?] {
    [
      from.map { "\(column) >= \(.instant($0))" }, until.map { "\(column) < \(.instant($0))" },
    ]
  }

  /// Whether a column's id was made in it.
  func ids(_ column: SQL) -> [SQL?] {
    func earliest(_ instant: Instant) -> DatabaseValue {
      .identifier(Identifier.earliest(at: instant))
    }
    return [
      from.map { "\(column) >= \(earliest($0))" }, until.map { "\(column) < \(earliest($0))" },
    ]
  }
}
