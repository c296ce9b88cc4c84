import BeckonDatabase

/// Some rows of a list that is asked for by the number of its page, as vendors have it.
public struct ListWindow: Hashable, Sendable {
  /// Rows that are passed over.
  public let offset: Int
  /// Rows that are given at most.
  public let limit: Int

  /// Makes a window.
  public init(offset: Int, limit: Int) {
    self.offset = offset
    self.limit = limit
  }

  /// The end of a statement.
  var sql: SQL { "LIMIT \(.integer(limit)) OFFSET \(.integer(offset))" }
}
