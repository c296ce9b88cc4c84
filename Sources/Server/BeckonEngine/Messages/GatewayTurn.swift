import BeckonModel

/// Whether it is a gateway's turn: it gets no more than so many messages a second, and one that
/// fails rests, while others get what it would have got.
public struct GatewayTurn: Hashable, Sendable {
  /// Seconds for which a gateway rests that has failed once, twice and so on.
  public static let restSeconds: [Int64] = [1, 5, 15, 60, 300]

  /// Messages that it may be given in a second, from 1.
  public let perSecond: Int
  /// Messages on their way to it at a time.
  public let inFlightMax: Int
  /// How often it has failed since it last took a message.
  public private(set) var failures = 0
  private var restsUntil: Instant?
  private var tokens: Double
  private var filledAt: Instant?

  /// A gateway that has not been asked yet.
  public init(perSecond: Int, inFlightMax: Int = Limits.mailsInFlight) {
    self.perSecond = max(1, perSecond)
    self.inFlightMax = max(1, inFlightMax)
    tokens = Double(self.perSecond)
  }

  /// Takes the right to hand over one message now.
  /// - Parameter inFlight: how many it is being given already. One that has failed gets one at a
  ///   time, until it takes it.
  /// - Returns: whether there is one.
  public mutating func take(at now: Instant, inFlight: Int) -> Bool {
    fill(now)
    let most = failures > 0 ? 1 : inFlightMax
    guard restsUntil.map({ $0 <= now }) ?? true, inFlight < most, tokens >= 1 else { return false }
    tokens -= 1
    return true
  }

  /// Gives the right back: there was no message.
  public mutating func giveBack() { tokens = min(Double(perSecond), tokens + 1) }

  /// Notes that it has answered, whatever it said of the message.
  public mutating func noteAnswer() { (failures, restsUntil) = (0, nil) }

  /// Notes that it has failed. Of several that were on their way when it did, the first counts.
  public mutating func noteFailure(at now: Instant) {
    if let restsUntil, now < restsUntil { return }
    let seconds = Self.restSeconds[min(failures, Self.restSeconds.count - 1)]
    failures += 1
    restsUntil = now.adding(milliseconds: seconds * Span.secondMilliseconds)
  }

  private mutating func fill(_ now: Instant) {
    // Clocks are set back sometimes; then it goes on from there.
    let waited = max(0, filledAt.map { now.milliseconds(since: $0) } ?? 0)
    filledAt = now
    tokens = min(Double(perSecond), tokens + Double(waited) * Double(perSecond) / 1_000)
  }
}
