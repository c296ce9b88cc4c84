import BeckonContractDynamicLinks
import BeckonSDK
import Foundation

extension NSError {
  /// The vendor's domain of errors about links in the making.
  static let shorteningDomain = "com.firebase.durabledeeplink"
  /// The vendor's domain of errors about links that were opened.
  static let openingDomain = "com.firebase.dynamicLinks"

  /// A link was not shortened, for a reason in words.
  static func notShortened(_ reason: String, because error: BeckonError? = nil) -> NSError {
    var information: [String: Any] = [
      NSLocalizedFailureReasonErrorKey: reason, NSLocalizedDescriptionKey: reason,
    ]
    information[NSUnderlyingErrorKey] = error
    return NSError(domain: shorteningDomain, code: 0, userInfo: information)
  }

  /// A link was not shortened, because the server refused.
  static func notShortened(_ failure: DynamicLinksFailure?) -> NSError {
    guard let failure else { return notShortened("Unrecognized server response") }
    return NSError(
      domain: shorteningDomain, code: 0,
      userInfo: [
        NSLocalizedFailureReasonErrorKey: failure.message,
        NSLocalizedDescriptionKey: failure.message, "remoteStatus": failure.status,
        "remoteErrorCode": Int(failure.code),
      ])
  }

  /// The server says nothing of a link that was opened.
  /// - Parameter status: the HTTP status.
  static func notResolved(
    _ url: URL, status: Int, _ failure: DynamicLinksFailure?
  ) -> NSError {
    guard let failure else { return notResolved(url, because: nil) }
    return NSError(
      domain: openingDomain, code: status,
      userInfo: [
        "code": Int(failure.code), "message": failure.message, "status": failure.status,
        NSLocalizedDescriptionKey: failure.message,
      ])
  }

  /// There was no answer about a link that was opened.
  static func notResolved(_ url: URL, because error: BeckonError?) -> NSError {
    let message = "Failed to resolve link: \(url.absoluteString)"
    var information: [String: Any] = [
      "message": message, NSLocalizedDescriptionKey: error.map { "\(message): \($0)" } ?? message,
    ]
    information[NSUnderlyingErrorKey] = error
    return NSError(domain: openingDomain, code: 0, userInfo: information)
  }
}
