import Foundation

#if canImport(UIKit) && !os(watchOS)
  import UIKit
#endif

/// How the app is told of the link that led to this install, as the vendor's SDK tells it: the app
/// delegate's `application(_:open:options:)` is called, and where there is none, as in an app of
/// scenes, the system opens the URL, which has the app's own scheme.
enum AppDelegateCall {
  /// Hands the app a URL.
  @MainActor
  static func open(_ url: URL) {
    #if canImport(UIKit) && !os(watchOS)
      let application = UIApplication.shared
      // Optional methods of protocols are Objective-C's.
      #if canImport(ObjectiveC)
        if application.delegate?.application?(application, open: url, options: [:]) != nil {
          return
        }
      #endif
      application.open(url)
    #endif
  }
}
