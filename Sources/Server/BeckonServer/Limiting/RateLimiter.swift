import BeckonBasics
import BeckonModel

/// Token buckets: each fills with so many a minute and holds at most a minute's worth.
final class RateLimiter: Sendable {
  /// Buckets after which those that say least are dropped.
  private static let bucketsMax = 100_000

  private struct Bucket {
    var tokens: Double
    var filledAt: UInt64
    /// What it holds, which flows in in a minute.
    var limit: Double

    /// Fills it up to a moment; none is before the last.
    mutating func fill(until nanoseconds: UInt64) {
      let now = max(nanoseconds, filledAt)
      tokens = min(limit, tokens + Double(now - filledAt) * limit / 60e9)
      filledAt = now
    }

    /// The share that is missing to a full one.
    func share(at nanoseconds: UInt64) -> Double {
      var filled = self
      filled.fill(until: nanoseconds)
      return 1 - filled.tokens / limit
    }
  }

  /// A caller's name as it is kept: callers choose long ones, such as an install's id. The hash is
  /// made with a seed that only this process has, so nobody can make two names meet.
  private struct Name: Hashable {
    let hash: Int

    init(_ caller: String) {
      var hasher = Hasher()
      hasher.combine(caller)
      hash = hasher.finalize()
    }
  }

  private let buckets = Locked<[Name: Bucket]>([:])

  /// Where a caller stands after a call.
  struct Standing: Sendable {
    let limit: Int
    let remaining: Int
    /// Seconds until a call is possible, or until the bucket is full.
    let resetSeconds: Int
    let isAllowed: Bool

    /// The header fields of the IETF draft on rate limits.
    var headers: [(name: String, value: String)] {
      let standing = [
        (name: "RateLimit-Limit", value: "\(limit)"),
        (name: "RateLimit-Remaining", value: "\(remaining)"),
        (name: "RateLimit-Reset", value: "\(resetSeconds)"),
      ]
      return isAllowed ? standing : standing + [(name: "Retry-After", value: "\(resetSeconds)")]
    }
  }

  /// Whether a caller has called since buckets were dropped last.
  func knows(_ caller: String) -> Bool { buckets.withLock { $0[Name(caller)] != nil } }

  /// Takes a token of a caller's bucket, or several; a full bucket is enough for any number.
  func take(
    _ caller: String, perMinute limit: Int, count: Int = 1, at nanoseconds: UInt64
  ) -> Standing {
    let count = Double(min(count, limit))
    let name = Name(caller)
    return buckets.withLock { buckets in
      if buckets.count >= Self.bucketsMax { Self.prune(&buckets, nanoseconds) }
      let perNanosecond = Double(limit) / 60e9
      let full = Bucket(tokens: Double(limit), filledAt: nanoseconds, limit: Double(limit))
      var bucket = buckets[name] ?? full
      bucket.limit = full.limit
      // Callers ask for the time before they take the lock, so one may come with an earlier time.
      bucket.fill(until: nanoseconds)
      let isAllowed = bucket.tokens >= count
      if isAllowed { bucket.tokens -= count }
      buckets[name] = bucket
      let missing = isAllowed ? Double(limit) - bucket.tokens : count - bucket.tokens
      return Standing(
        limit: limit, remaining: Int(bucket.tokens),
        resetSeconds: max(1, Int((missing / perNanosecond / 1e9).rounded(.up))),
        isAllowed: isAllowed)
    }
  }

  /// Gives back a token that was taken for nothing.
  func giveBack(_ caller: String) { buckets.withLock { $0[Name(caller)]?.tokens += 1 } }

  /// Drops the full ones, which say nothing, and while there are too many, those from which little
  /// was taken: whoever calls from very many addresses must not empty the others' buckets of what
  /// they know.
  private static func prune(_ buckets: inout [Name: Bucket], _ nanoseconds: UInt64) {
    for share in [0, 0.05, 0.25, 0.5] where share == 0 || buckets.count > bucketsMax / 2 {
      buckets = buckets.filter { $0.value.share(at: nanoseconds) > share }
    }
    // With just a few less the next caller would sort them out again, and the one after them.
    if buckets.count > bucketsMax / 2 { buckets = [:] }
  }
}
