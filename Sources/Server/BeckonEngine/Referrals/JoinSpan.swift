import BeckonModel

/// The sixteen seconds in which somebody joined a waiting list. Trees count people by it, so that
/// a node stands for many of them; who came first within one span is looked up.
public struct JoinSpan: Hashable, Sendable {
  private static let bits = 14
  /// The number of the last span, in the year 2109. Who joins later is counted there.
  private static let last: Int64 = (1 << 28) - 1

  private let number: Int64

  /// The span of an instant.
  public init(of joined: Instant) {
    number = min(max(joined.milliseconds >> Self.bits, 0), Self.last)
  }

  /// The score on a board `joined`: who joined earlier has more.
  public var score: Int64 { Self.last - number }

  /// When it begins.
  public var start: Instant {
    number == 0 ? Instant(milliseconds: .min) : Instant(milliseconds: number << Self.bits)
  }
}
