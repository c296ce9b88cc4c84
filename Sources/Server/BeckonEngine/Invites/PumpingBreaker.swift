import BeckonModel

/// Stops invitations to numbers that begin alike when nobody there ever follows one: then somebody
/// is paid for the texts that arrive (SMS pumping), and no person reads them.
///
/// Of `n` invitations that have had a day to be followed, `k` were. In the whole app it is a share
/// of `r = (followed + 1) / (sent + 20)`: the two numbers keep it sensible while there are few. If
/// only a quarter of that were followed here, `p = r / 4`, `k` or fewer of `n` would come about by
/// chance with the probability `P(X ≤ k)`, where X counts hits among `n` throws that hit with `p`.
/// When that is below 1 in 1,000, it is stopped.
public enum PumpingBreaker {
  /// Where chance is less likely, it is none.
  public static let chanceMin = 0.001
  /// Invitations count from this age on, since people need time to follow one.
  public static let ripeMilliseconds: Int64 = Span.dayMilliseconds
  /// Of more, only the share is looked at.
  static let countMax = 2_000
  private static let restMax = 5

  /// Invitations, and how many of them were followed by a click.
  public struct Tally: Hashable, Sendable {
    /// Invitations.
    public let sent: Int
    /// Those that were followed, 0 to `sent`.
    public let followed: Int

    /// Makes a tally.
    public init(sent: Int, followed: Int) {
      self.sent = max(0, sent)
      self.followed = min(max(0, followed), max(0, sent))
    }
  }

  /// Whether a block is to be stopped.
  /// - Parameters:
  ///   - block: of its invitations that are old enough.
  ///   - app: of all the app's that are.
  public static func stops(_ block: Tally, app: Tally) -> Bool {
    let share = Double(app.followed + 1) / Double(app.sent + 20) / 4
    guard Double(block.followed) < share * Double(block.sent) else { return false }
    let (sent, followed) = scaled(block)
    return chance(ofAtMost: followed, of: sent, share: share) < chanceMin
  }

  /// For how long a block is stopped, in milliseconds, when it happens for the first time, the
  /// second and so on: a day, and twice as long each time, up to 32 days. Then some go out again.
  public static func restMilliseconds(times: Int) -> Int64 {
    Span.dayMilliseconds << Int64(min(max(times - 1, 0), restMax))
  }

  private static func scaled(_ block: Tally) -> (sent: Int, followed: Int) {
    guard block.sent > countMax else { return (block.sent, block.followed) }
    let followed = Double(block.followed) * Double(countMax) / Double(block.sent)
    return (countMax, Int(followed.rounded(.up)))
  }

  /// The probability that `count` throws hit `hits` times or less.
  static func chance(ofAtMost hits: Int, of count: Int, share: Double) -> Double {
    guard hits < count else { return 1 }
    var term = 1.0
    for _ in 0..<count { term *= 1 - share }
    var sum = term
    for hit in 0..<hits {
      term *= Double(count - hit) / Double(hit + 1) * share / (1 - share)
      sum += term
    }
    return min(sum, 1)
  }
}
