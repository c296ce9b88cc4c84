import BeckonModel

/// What was spent of a budget of so many in any hour, day or other span that one may look at, not
/// only in those of the calendar.
///
/// A span is counted in six parts. There is room while what was spent in this part and the six
/// before it, which cover any span that ends now, is less than the budget. So no span of that
/// length ever has more; and who spends without pause gets six sevenths of it.
public struct SpendWindow: Hashable, Sendable {
  /// Parts of a span.
  public static let parts: Int64 = 6

  /// Length of the span, in milliseconds.
  public let spanMilliseconds: Int64
  /// What was spent in each part that matters, by the number of the part since 1970.
  public private(set) var spent: [Int64: Int]

  /// What was spent so far.
  public init(spanMilliseconds: Int64, spent: [Int64: Int] = [:]) {
    self.spanMilliseconds = max(Self.parts, spanMilliseconds)
    self.spent = spent
  }

  /// The number of the part in which an instant lies.
  public func part(of instant: Instant) -> Int64 { instant.milliseconds / partMilliseconds }

  /// Spends `count` at `now`, if there is room for all of it.
  /// - Returns: whether there was.
  public mutating func spend(_ count: Int = 1, of budget: Int, at now: Instant) -> Bool {
    let current = part(of: now)
    guard total(at: current) + count <= budget else { return false }
    spent[current, default: 0] += count
    spent = spent.filter { $0.key >= current - Self.parts }
    return true
  }

  /// When there is room for `count`; `nil` when there never is.
  public func nextRoom(for count: Int = 1, of budget: Int, from now: Instant) -> Instant? {
    guard count <= budget else { return nil }
    let current = part(of: now)
    if total(at: current) + count <= budget { return now }
    // After clocks were set back, parts of the future count too.
    let last = (spent.keys.max() ?? current) + Self.parts + 1
    let part = (current + 1...max(last, current + 1)).first { total(at: $0) + count <= budget }
    return part.map { Instant(milliseconds: $0 * partMilliseconds) }
  }

  private var partMilliseconds: Int64 { spanMilliseconds / Self.parts }

  private func total(at part: Int64) -> Int {
    spent.reduce(0) { $1.key >= part - Self.parts ? $0 + $1.value : $0 }
  }
}
