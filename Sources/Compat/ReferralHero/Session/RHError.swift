import BeckonContractReferralHero
import BeckonModel
import BeckonSDK
import Foundation

/// Why a call of `API_HELPER` failed.
public enum RHError: Error, Hashable, Sendable {
  /// `RHApiKey.configure` was not called, or named no key or no campaign.
  case notConfigured
  /// The server refused the call; `code` is one of the vendor's, such as `referrer_invalid`.
  case refused(code: String, message: String)
  /// The answer is none that this version reads.
  case unexpectedAnswer(status: Int)
  /// The server could not be reached, or the client cannot be used; the text says why.
  case unavailable(String)

  init(_ error: BeckonError) { self = .unavailable(error.description) }

  /// As the vendor's SDK tells it: all it says is which of two things went wrong.
  var vendorError: NSError {
    switch self {
    case .refused(let code, let message):
      NSError(
        domain: "Invalid HTTP response", code: 0,
        userInfo: [NSLocalizedDescriptionKey: message, "code": code])
    case .unexpectedAnswer: NSError(domain: "Invalid JSON response", code: 0)
    case .notConfigured:
      NSError(
        domain: "Invalid HTTP response", code: 0,
        userInfo: [
          NSLocalizedDescriptionKey: "Call RHApiKey.configure(withAPIKey:withuuID:) first."
        ])
    case .unavailable(let text):
      NSError(
        domain: "Invalid HTTP response", code: 0, userInfo: [NSLocalizedDescriptionKey: text])
    }
  }
}
