#if canImport(UIKit) && !os(watchOS)
  import Foundation
  import UIKit

  /// Ends the session when the app goes to the background, and begins the next when it comes back.
  @MainActor
  final class AppLife {
    private static var watches: [any NSObjectProtocol] = []

    /// Begins to watch, once.
    static func watch(_ session: SegmentifySession) {
      guard watches.isEmpty else { return }
      let center = NotificationCenter.default
      watches = [
        center.addObserver(
          forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: .main
        ) { [weak session] _ in session?.leaveForeground() },
        center.addObserver(
          forName: UIApplication.willEnterForegroundNotification, object: nil, queue: .main
        ) { [weak session] _ in session?.prepare() },
      ]
    }
  }
#endif

extension SegmentifySession {
  /// Watches whether the app is seen.
  func watchLife() {
    #if canImport(UIKit) && !os(watchOS)
      Task { @MainActor in AppLife.watch(self) }
    #endif
  }
}
