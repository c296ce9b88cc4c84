import BeckonBasics
import Foundation

/// Whether this install was told what led to it, under the key of the vendor's SDK: who replaces
/// that with this one is not told again.
final class FirstLaunchRecord: Sendable {
  private static let key = "com.google.appinvite.openURL"

  private let defaults: Locked<UserDefaults>

  init(_ defaults: sending UserDefaults) {
    self.defaults = Locked(defaults)
  }

  /// Whether it was told.
  var isTold: Bool { defaults.withLock { $0.bool(forKey: Self.key) } }

  /// Notes that it is told.
  /// - Returns: whether it was not before.
  func claim() -> Bool {
    defaults.withLock { defaults in
      guard !defaults.bool(forKey: Self.key) else { return false }
      defaults.set(true, forKey: Self.key)
      return true
    }
  }
}
