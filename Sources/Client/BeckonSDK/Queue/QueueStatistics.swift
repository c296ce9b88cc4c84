import BeckonModel

/// The queue at one moment.
public struct QueueStatistics: Sendable, Hashable {
  /// Events and requests that wait.
  public let events: Int
  /// Bytes they take up.
  public let bytes: Int
  /// Drops, by reason, of which the server has not heard.
  public let dropsToReport: [DropReason: Int]
  /// Files that were found damaged since the client was made; they are kept, named `*.damaged`.
  public let damagedFiles: Int
  /// Files that could not be read for now, such as before a phone's first unlock; they are tried
  /// again.
  public let unreadableFiles: Int
}
