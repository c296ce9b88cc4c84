import BeckonBasics

/// How long to wait after a failure: doubling, bounded, with full jitter, so that many devices that
/// lost the server at one moment do not come back at one moment.
struct BackOff: Sendable {
  /// After the first failure, at most.
  static let firstMilliseconds: Int64 = 2_000
  /// After any number of failures, at most: 10 minutes.
  static let longestMilliseconds: Int64 = 600_000
  /// At least.
  static let shortestMilliseconds: Int64 = 100

  private let random: @Sendable () -> UInt64

  init(ambient: Ambient) { random = ambient.random }

  /// Milliseconds to wait after so many failures in a row, from 1.
  func milliseconds(failures: Int) -> Int64 {
    Self.milliseconds(failures: failures, random: random())
  }

  /// The same as a function of its input.
  static func milliseconds(failures: Int, random: UInt64) -> Int64 {
    let doublings = min(max(0, failures - 1), 20)
    let ceiling = min(firstMilliseconds << Int64(doublings), longestMilliseconds)
    return shortestMilliseconds
      + Int64(random % UInt64(ceiling - shortestMilliseconds + 1))
  }
}
