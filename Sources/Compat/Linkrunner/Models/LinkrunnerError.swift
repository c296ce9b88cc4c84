import BeckonSDK
import Foundation

/// What can go wrong in a call.
public enum LinkrunnerError: Error, Sendable, Hashable {
  /// `configure` or `initialize` was not called, or no server is known. Set `BeckonURL` in
  /// Info.plist.
  case notInitialized
  /// The server's URL makes no sense.
  case invalidUrl
  /// The server refused with this HTTP status; the same call again gives the same.
  case httpError(Int)
  /// The server could not be reached, or the device cannot use its files; the text says which.
  case apiError(String)
  /// What was handed over is not acceptable as JSON.
  case jsonEncodingFailed
  /// The answer is no JSON.
  case jsonDecodingFailed
  /// The answer has not the form that it should have.
  case invalidResponse
  /// What was handed over is not acceptable; the text says why.
  case invalidParameters(String)
}

extension LinkrunnerError: LocalizedError {
  /// What happened and what to do.
  public var errorDescription: String? {
    switch self {
    case .notInitialized: "Nothing is configured. Call configure or initialize first."
    case .invalidUrl: "The server's URL is none. Set BeckonURL in Info.plist."
    case .httpError(let status): "The server answered with status \(status)."
    case .apiError(let reason): reason
    case .jsonEncodingFailed: "The data cannot be written as JSON."
    case .jsonDecodingFailed: "The answer is no JSON."
    case .invalidResponse: "The answer has not the form that it should have."
    case .invalidParameters(let reason): reason
    }
  }
}

extension LinkrunnerError {
  init(_ error: BeckonError) {
    switch error {
    case .invalidConfiguration(let reason): self = .invalidParameters(reason)
    case .invalidInput, .configuredOtherwise: self = .invalidParameters("\(error)")
    default: self = .apiError("\(error)")
    }
  }
}
