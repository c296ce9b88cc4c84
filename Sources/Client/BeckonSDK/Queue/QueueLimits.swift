import BeckonModel

/// How much may wait in the queue. When one bound is passed, the oldest goes first, is counted, and
/// the count is reported to the server as the event `beckon.dropped`.
public struct QueueLimits: Sendable, Hashable {
  /// Events, at least 16; 50,000 unless told.
  public var events: Int
  /// Bytes of files, at least 65,536; 20 MB unless told.
  public var bytes: Int
  /// Days; 90 unless told, which is what the server still takes. An event goes only when both the
  /// device's clock and the server's say so: a clock that jumped deletes nothing.
  public var ageDays: Int
  /// Size from which a new file is begun.
  var segmentBytes: Int { max(4_096, min(256 * 1_024, bytes / 8)) }

  /// Makes bounds.
  public init(
    events: Int = 50_000, bytes: Int = 20_000_000, ageDays: Int = Int(Limits.factAgeDays)
  ) {
    self.events = max(16, events)
    self.bytes = max(65_536, bytes)
    self.ageDays = max(1, ageDays)
  }
}
