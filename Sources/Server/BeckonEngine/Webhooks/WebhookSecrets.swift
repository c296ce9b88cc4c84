import BeckonModel

/// A webhook's secret, and the one before it for a while.
public struct WebhookSecrets: Hashable, Sendable {
  /// The one in force.
  public let current: String
  /// The one that was replaced.
  public let old: String?
  /// When the replaced one stops signing.
  public let oldUntil: Instant?

  /// A new secret beside what was.
  public init(current: String, old: String? = nil, oldUntil: Instant? = nil) {
    self.current = current
    self.old = old
    self.oldUntil = oldUntil
  }

  /// The secrets that sign at this time, the newest first.
  public func valid(at now: Instant) -> [String] {
    [current] + (oldUntil.map { now < $0 } == true ? [old].compactMap { $0 } : [])
  }
}
