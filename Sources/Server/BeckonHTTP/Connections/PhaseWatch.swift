/// Notices that a connection has stayed in one phase for too long. It looks now and then and takes
/// the first look as the beginning, so that a request in time costs no clock and no timer.
struct PhaseWatch: Sendable {
  private var step: UInt64 = 0
  private var sinceNanoseconds: UInt64?

  /// Looks at a connection.
  /// - Returns: whether it has been in this step for the limit or longer.
  mutating func isOverdue(
    step: UInt64, limitMilliseconds: Int, nowNanoseconds now: UInt64
  ) -> Bool {
    guard let since = sinceNanoseconds, step == self.step else {
      self.step = step
      sinceNanoseconds = now
      return false
    }
    return now >= since && (now - since) / 1_000_000 >= UInt64(max(limitMilliseconds, 0))
  }
}
