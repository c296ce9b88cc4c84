import BeckonModel

/// How much may wait in the queue. When one bound is passed, the oldest goes first, is counted, and
/// the count is reported to the server as the event `beckon.dropped`.
public struct QueueLimits: Sendable, Hashable {
  /// Events, at least 16; 50,000 unless told.
  public var events: Int { didSet { events = max(Self.eventsMin, events) } }
  /// Bytes of files, at least 65,536; 20 MB unless told.
  public var bytes: Int { didSet { bytes = max(Self.bytesMin, bytes) } }
  /// Days, 1 to 36,500; 90 unless told, which is what the server still takes. An event goes only
  /// when both the device's clock and the server's say so: a clock that jumped deletes nothing.
  public var ageDays: Int { didSet { ageDays = ageDays.clamped(to: Self.ageDaysRange) } }
  /// Size from which a new file is begun.
  var segmentBytes: Int { max(4_096, min(256 * 1_024, bytes / 8)) }

  /// Makes bounds.
  public init(
    events: Int = 50_000, bytes: Int = 20_000_000, ageDays: Int = Int(Limits.factAgeDays)
  ) {
    self.events = max(Self.eventsMin, events)
    self.bytes = max(Self.bytesMin, bytes)
    self.ageDays = ageDays.clamped(to: Self.ageDaysRange)
  }

  private static let eventsMin = 16
  private static let bytesMin = 65_536
  private static let ageDaysRange = 1...36_500
}
