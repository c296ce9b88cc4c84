import Testing

@testable import BeckonServer

/// Buckets, by a clock that the test holds.
@Suite struct RateLimiterTests {
  private static let second: UInt64 = 1_000_000_000

  @Test("A bucket holds a minute's worth and fills evenly")
  func filling() {
    let limiter = RateLimiter()
    let start = 100 * Self.second
    for remaining in [1, 0] {
      let standing = limiter.take("ana", perMinute: 2, at: start)
      #expect(standing.isAllowed && standing.remaining == remaining)
    }
    let refused = limiter.take("ana", perMinute: 2, at: start + 10 * Self.second)
    #expect(!refused.isAllowed && refused.resetSeconds == 20)
    #expect(limiter.take("ben", perMinute: 2, at: start).isAllowed)
    #expect(limiter.take("ana", perMinute: 2, at: start + 30 * Self.second).isAllowed)
    #expect(!limiter.take("ana", perMinute: 2, at: start + 30 * Self.second).isAllowed)
  }

  @Test("Several tokens at once; a full bucket is enough for any number")
  func several() {
    let limiter = RateLimiter()
    let start = 100 * Self.second
    #expect(limiter.take("ana", perMinute: 60, count: 40, at: start).isAllowed)
    let refused = limiter.take("ana", perMinute: 60, count: 30, at: start)
    #expect(!refused.isAllowed && refused.resetSeconds == 10)
    #expect(limiter.take("ana", perMinute: 60, count: 30, at: start + 10 * Self.second).isAllowed)
    #expect(limiter.take("ben", perMinute: 60, count: 90, at: start).isAllowed)
  }

  /// Two threads ask for the time, and the later one comes first to the bucket.
  @Test("A caller whose time is earlier than another's finds no full bucket")
  func earlierTime() {
    let limiter = RateLimiter()
    let start = 100 * Self.second
    #expect(limiter.take("ana", perMinute: 1, at: start).isAllowed)
    #expect(!limiter.take("ana", perMinute: 1, at: start - 1).isAllowed)
    #expect(!limiter.take("ana", perMinute: 1, at: start + 30 * Self.second).isAllowed)
    #expect(limiter.take("ana", perMinute: 1, at: start + 61 * Self.second).isAllowed)
  }

  @Test("Whoever has called too often stays refused, however many others call once")
  func flood() {
    let limiter = RateLimiter()
    for _ in 0..<60 { _ = limiter.take("robber", perMinute: 60, at: Self.second) }
    #expect(!limiter.take("robber", perMinute: 60, at: Self.second).isAllowed)
    for number in 0..<250_000 {
      #expect(limiter.take("once \(number)", perMinute: 60, at: Self.second).isAllowed)
    }
    #expect(!limiter.knows("once 0"))
    #expect(!limiter.take("robber", perMinute: 60, at: Self.second).isAllowed)
  }

  @Test("When there are too many buckets, those that are full again are dropped")
  func pruning() {
    let limiter = RateLimiter()
    for number in 0..<60_000 {
      _ = limiter.take("old \(number)", perMinute: 1, at: Self.second)
    }
    let later = 90 * Self.second
    for number in 0..<40_000 { _ = limiter.take("new \(number)", perMinute: 1, at: later) }
    #expect(limiter.knows("old 0"))
    // One of them has an earlier time than those that are there.
    #expect(limiter.take("last", perMinute: 1, at: later - 1).isAllowed)
    #expect(!limiter.knows("old 0"))
    #expect(limiter.knows("new 0"))
    #expect(!limiter.take("new 0", perMinute: 1, at: later).isAllowed)
  }
}
