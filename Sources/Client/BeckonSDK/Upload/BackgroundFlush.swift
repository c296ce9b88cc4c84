#if canImport(UIKit) && !os(watchOS)
  import Foundation
  import UIKit

  /// Uploads once when the app goes to the background, inside the time that the system grants.
  @MainActor
  final class BackgroundFlush {
    private let flush: @Sendable () async -> Void
    private var observer: (any NSObjectProtocol)?
    private var task = UIBackgroundTaskIdentifier.invalid

    /// Begins to watch the app's life.
    init(flush: @escaping @Sendable () async -> Void) {
      self.flush = flush
      observer = NotificationCenter.default.addObserver(
        forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: .main
      ) { [weak self] _ in
        Task { @MainActor in self?.begin() }
      }
    }

    /// Ends the watch.
    func end() {
      if let observer { NotificationCenter.default.removeObserver(observer) }
      observer = nil
    }

    private func begin() {
      guard task == .invalid else { return }
      let flush = flush
      let work = Task { @MainActor [weak self] in
        await flush()
        self?.finish()
      }
      task = UIApplication.shared.beginBackgroundTask(withName: "Beckon") { [weak self] in
        work.cancel()
        Task { @MainActor in self?.finish() }
      }
    }

    private func finish() {
      guard task != .invalid else { return }
      UIApplication.shared.endBackgroundTask(task)
      task = .invalid
    }
  }
#endif
