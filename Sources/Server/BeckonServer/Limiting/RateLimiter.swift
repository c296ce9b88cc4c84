import BeckonBasics
import BeckonModel

/// Token buckets: each fills with so many a minute and holds at most a minute's worth.
final class RateLimiter: Sendable {
  /// Buckets after which the full ones, which say nothing, are dropped.
  private static let bucketsMax = 100_000

  private struct Bucket {
    var tokens: Double
    var filledAt: UInt64
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
      var bucket = buckets[name] ?? Bucket(tokens: Double(limit), filledAt: nanoseconds)
      // Callers ask for the time before they take the lock, so one may come with an earlier time.
      let now = max(nanoseconds, bucket.filledAt)
      let waited = Double(now - bucket.filledAt)
      bucket.tokens = min(Double(limit), bucket.tokens + waited * perNanosecond)
      bucket.filledAt = now
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

  private static func prune(_ buckets: inout [Name: Bucket], _ nanoseconds: UInt64) {
    buckets = buckets.filter { nanoseconds < $0.value.filledAt + 60_000_000_000 }
    // With just a few less the next caller would sort them out again, and the one after them.
    if buckets.count > bucketsMax / 2 { buckets = [:] }
  }
}
