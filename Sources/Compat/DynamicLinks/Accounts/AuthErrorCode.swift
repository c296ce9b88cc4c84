import BeckonSDK
import Foundation

/// Domain of the errors that `Auth` gives.
public let AuthErrorDomain = "FIRAuthErrorDomain"

/// Codes of the errors that `Auth` gives, by the vendor's numbers.
public enum AuthErrorCode: Int, Sendable {
  /// The credential cannot be used.
  case invalidCredential = 17004
  /// The server, or the app on it, sends no mails.
  case operationNotAllowed = 17006
  /// The address is another person's.
  case emailAlreadyInUse = 17007
  /// The address is none.
  case invalidEmail = 17008
  /// Address or password is wrong; which of both is not told.
  case wrongPassword = 17009
  /// Too many tries: wait.
  case tooManyRequests = 17010
  /// The person has a password already.
  case providerAlreadyLinked = 17015
  /// The server could not be reached.
  case networkError = 17020
  /// This phone is not signed in any more.
  case userTokenExpired = 17021
  /// The password is too short or too long.
  case weakPassword = 17026
  /// Anything else; the underlying error says what.
  case internalError = 17999

  init(_ error: BeckonError) {
    switch error {
    case .refused("email_in_use", _): self = .emailAlreadyInUse
    case .refused("wrong_credentials", _): self = .wrongPassword
    case .refused("mail_not_set_up", _): self = .operationNotAllowed
    case .refused("password_set", _): self = .providerAlreadyLinked
    case .invalidInput("password", _): self = .weakPassword
    case .invalidInput("email", _): self = .invalidEmail
    case .rateLimited: self = .tooManyRequests
    case .offline, .serverUnavailable: self = .networkError
    case .notIdentified, .notSignedIn: self = .userTokenExpired
    default: self = .internalError
    }
  }
}

extension NSError {
  /// What went wrong with a person's account, by the vendor's code.
  static func account(_ error: BeckonError) -> NSError {
    NSError(
      domain: AuthErrorDomain, code: AuthErrorCode(error).rawValue,
      userInfo: [
        NSLocalizedDescriptionKey: error.description, NSUnderlyingErrorKey: error,
      ])
  }
}
