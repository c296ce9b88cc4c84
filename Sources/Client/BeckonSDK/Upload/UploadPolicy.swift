import BeckonModel

/// When to upload how much, and what an answer means for what was sent: a pure function.
struct UploadPolicy: Sendable, Hashable {
  /// Most events in a batch.
  static let batchEventsMax = 500
  /// Most bytes of records in a batch; the body stays below 512 KB.
  static let batchBytesMax = 500_000
  /// Longest time that the server can make the SDK wait: a day.
  static let retryAfterMaxMilliseconds = Span.dayMilliseconds
  /// Pause after an answer that no waiting will change: a wrong key or URL. Half an hour to an
  /// hour.
  static let pauseMilliseconds = Span.hourMilliseconds

  /// Where the upload stands.
  struct State: Sendable, Hashable {
    /// Most events of the next batch; halved while one event spoils its batch, doubled after
    /// success.
    var batchEvents = UploadPolicy.batchEventsMax
    /// Failures in a row.
    var failures = 0
    /// Not before then.
    var retryAt: Instant?
    /// Whether the server asked for the wait, so that an explicit flush keeps it too.
    var isAskedByServer = false
  }

  /// What came of a batch.
  enum Outcome: Sendable, Hashable {
    /// The server has it.
    case delivered
    /// Too large (413), with so many events.
    case tooLarge(events: Int)
    /// Malformed by the server's own word (400, 422), with so many events.
    case refused(events: Int)
    /// No answer, or one that says to come again.
    case failed(retryAfterMilliseconds: Int64?)
    /// The key or the URL is wrong (401, 403, 404).
    case paused
  }

  /// What to do.
  enum Action: Sendable, Hashable {
    /// Done with the batch; go on.
    case finish
    /// Give the batch, which is one event, up; go on.
    case drop(DropReason)
    /// Keep it and go on with a smaller one.
    case split
    /// Keep it and wait so long.
    case wait(milliseconds: Int64)
  }

  /// The next state and what to do.
  static func step(
    _ state: State, _ outcome: Outcome, now: Instant, random: UInt64
  ) -> (State, Action) {
    var next = State(batchEvents: state.batchEvents)
    switch outcome {
    case .delivered:
      next.batchEvents = min(state.batchEvents * 2, batchEventsMax)
      return (next, .finish)
    case .tooLarge(let events), .refused(let events):
      if events > 1 {
        next.batchEvents = max(1, min(events, state.batchEvents) / 2)
        return (next, .split)
      }
      if case .tooLarge = outcome { return (next, .drop(.tooLarge)) }
      return (next, .drop(.refused))
    case .failed(let asked):
      next.failures = state.failures + 1
      next.isAskedByServer = asked != nil
      let milliseconds = waitMilliseconds(next.failures, asked, random)
      next.retryAt = now.adding(milliseconds: milliseconds)
      return (next, .wait(milliseconds: milliseconds))
    case .paused:
      next.failures = state.failures + 1
      let milliseconds = pauseMilliseconds(random: random)
      next.retryAt = now.adding(milliseconds: milliseconds)
      return (next, .wait(milliseconds: milliseconds))
    }
  }

  /// How long a pause is.
  static func pauseMilliseconds(random: UInt64) -> Int64 {
    let half = pauseMilliseconds / 2
    return half + Int64(random % UInt64(half + 1))
  }

  /// Milliseconds until the next try is due; 0 for now.
  /// - Parameter isExplicit: whether the app itself asks; then only the server's wish is kept.
  static func delayMilliseconds(
    _ state: State, now: Instant, isExplicit: Bool = false
  ) -> Int64 {
    guard let retryAt = state.retryAt, !isExplicit || state.isAskedByServer else { return 0 }
    let delay = retryAt.milliseconds(since: now)
    // A longer wait is never set, so the clock was set back. Nobody waits a year for that.
    return delay > longestWaitMilliseconds ? 0 : max(0, delay)
  }

  private static let longestWaitMilliseconds =
    retryAfterMaxMilliseconds + retryAfterMaxMilliseconds / 10

  /// The server's wish plus up to a tenth, or the back-off.
  private static func waitMilliseconds(
    _ failures: Int, _ asked: Int64?, _ random: UInt64
  ) -> Int64 {
    guard let asked else { return BackOff.milliseconds(failures: failures, random: random) }
    let bounded = min(max(0, asked), retryAfterMaxMilliseconds)
    return bounded + Int64(random % UInt64(bounded / 10 + 1))
  }
}
