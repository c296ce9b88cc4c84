#if canImport(AppTrackingTransparency)
  import AppTrackingTransparency
  import Foundation

  /// The system's question whether the app may track.
  enum TrackingPermission {
    /// iOS ends an app that asks without this entry in its Info.plist.
    private static let purposeKey = "NSUserTrackingUsageDescription"

    /// Asks, unless Info.plist lacks the reason; then the answer is the present state.
    static func request() async -> ATTrackingManager.AuthorizationStatus {
      guard Bundle.main.object(forInfoDictionaryKey: purposeKey) != nil else {
        return ATTrackingManager.trackingAuthorizationStatus
      }
      return await withCheckedContinuation { continuation in
        ATTrackingManager.requestTrackingAuthorization { continuation.resume(returning: $0) }
      }
    }
  }
#endif
