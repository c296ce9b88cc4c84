import BeckonModel

/// How old an install is by what its clients tell. On the day on which an app moves here, every
/// install that it has looks new; none of them came through a link that was clicked here.
public struct InstallAge: Hashable, Sendable {
  /// No phone of today has an app from before this time: a clock that says so is wrong.
  private static let earliest = Instant(milliseconds: 1_199_145_600_000)

  /// When the app was installed; `nil` when nobody has said so, or it makes no sense.
  public let installedAt: Instant?

  /// Of a time that was told.
  public init(installedAt: Instant?) {
    self.installedAt = installedAt.flatMap { $0 < Self.earliest ? nil : $0 }
  }

  /// Of so many seconds that had passed since the install at a time.
  public init(seconds: Double?, at now: Instant) {
    let milliseconds = seconds.map { $0 * 1_000 }
    guard let milliseconds, milliseconds > 0, milliseconds < 1e15 else {
      self.init(installedAt: nil)
      return
    }
    self.init(installedAt: now.adding(milliseconds: -Int64(milliseconds)))
  }

  /// Whether it is from before the app's attribution begins; by its time nothing is before an app
  /// says when.
  /// - Parameter isListed: whether the app has listed it, its device or its user as from before.
  public func isOld(since start: Instant?, isListed: Bool = false) -> Bool {
    if isListed { return true }
    guard let installedAt, let start else { return false }
    return installedAt < start
  }
}

extension AttributionDecision {
  /// What becomes of an install that is older than the app's attribution.
  public static let ofOldInstall = AttributionDecision(reason: .oldInstall, named: [])
}
