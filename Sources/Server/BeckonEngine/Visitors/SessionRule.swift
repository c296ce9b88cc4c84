import BeckonModel

/// A visitor's session: from its first event to its last.
public struct SessionSpan: Hashable, Sendable {
  /// Its number.
  public let number: Int64
  /// When its first event happened.
  public let first: Instant
  /// When its last event happened.
  public let last: Instant

  /// Makes one.
  public init(number: Int64, first: Instant, last: Instant) {
    self.number = number
    self.first = first
    self.last = last
  }

  /// How far an instant is from it, in milliseconds; 0 inside.
  fileprivate func silence(until at: Instant) -> Int64 {
    max(0, max(first.milliseconds(since: at), at.milliseconds(since: last)))
  }
}

/// To which session an event belongs: by when it happened, whatever id of a session the client
/// tells.
///
/// A session ends after so many silent minutes. An event that comes late, or before an earlier one,
/// belongs to the session that is nearest to its time, if that is no further away than the silence
/// allows, on either side; of two that are as near, to the earlier. Sessions are never joined: what
/// comes between two makes one of them longer.
public enum SessionRule: Hashable, Sendable {
  /// It belongs to a session, which then spans this.
  case belongs(SessionSpan)
  /// It begins a session.
  case begins

  /// Decides about an event that happened `at`.
  /// - Parameter sessions: the visitor's, at least those that are no further away.
  public static func decide(
    at: Instant, among sessions: [SessionSpan], silenceMinutes: Int64
  ) -> SessionRule {
    let allowed = silenceMinutes * Span.minuteMilliseconds
    let nearest =
      sessions
      .map { (session: $0, silence: $0.silence(until: at)) }
      .filter { $0.silence <= allowed }
      .min {
        ($0.silence, $0.session.first, $0.session.number)
          < ($1.silence, $1.session.first, $1.session.number)
      }?.session
    guard let nearest else { return .begins }
    return .belongs(
      SessionSpan(
        number: nearest.number, first: min(nearest.first, at), last: max(nearest.last, at)))
  }
}
