import BeckonModel
import Foundation

/// What an upload did.
public struct FlushReport: Sendable, Hashable {
  /// Events and requests that the server has now, also those that it had already.
  public internal(set) var delivered = 0
  /// Events among them that the server did not want.
  public internal(set) var rejected = 0
  /// Events that were given up because the server refused them by themselves.
  public internal(set) var dropped = 0
  /// What still waits.
  public internal(set) var remaining = 0
  /// Why something waits; `nil` when nothing does but for calls of a vendor's names that are not
  /// configured.
  public internal(set) var error: BeckonError?
  /// Milliseconds until the next try; `nil` when nothing waits.
  package internal(set) var retryMilliseconds: Int64?

  /// Seconds until the next try; `nil` when nothing waits.
  public var retryAfter: TimeInterval? { retryMilliseconds.map { Double($0) / 1_000 } }
}

extension FlushReport {
  /// Whether it makes sense to wait so long for the next try: not without a network, not when the
  /// client is closed, and not when the next try comes later.
  func mayGetWell(withinMilliseconds milliseconds: Int64) -> Bool {
    switch error {
    case .offline(_, mayHaveArrived: false), .closed: return false
    default: break
    }
    guard let retryMilliseconds else { return false }
    return retryMilliseconds < milliseconds
  }
}
