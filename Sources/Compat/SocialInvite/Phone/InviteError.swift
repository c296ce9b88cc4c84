import BeckonContractSocialInvite
import BeckonModel
import BeckonSDK
import Foundation

/// Codes of errors of the domain `IBErrorDomain`. An error of the server has the HTTP status as its
/// code, and the protocol's own word under `messageId` in its `userInfo`.
#if canImport(ObjectiveC)
  @objc
#endif
public enum IBSIErrorCode: Int, Sendable, CaseIterable {
  /// `setDeliveryReportEnable` has switched reports off.
  case reportsDisabled = 1100
  /// The library was not initialised.
  case notInitialized = 1101
  /// There is nobody to invite.
  case noRecipients = 1102
  /// All were invited before, and `setSocialInviteResending` does not allow it again.
  case alreadyInvited = 1103
  /// `invitesEnabled` in the user defaults is switched off.
  case invitesDisabled = 1104
  /// What was handed over cannot be sent.
  case invalidInput = 1105
  /// The server could not be reached, or the client cannot be used.
  case unavailable = 1106
  /// The answer is none that this version reads.
  case unexpectedAnswer = 1107
  /// Nothing can be kept on this device now.
  case storageUnavailable = 1108
}

/// Why a call failed.
enum InviteError: Error, Hashable, Sendable {
  /// Something here forbids it; the text says what to do.
  case stopped(IBSIErrorCode, String)
  /// The server refused.
  case refused(SocialInviteFailure, status: Int)

  static let domain = "IBErrorDomain"

  init(_ error: BeckonError) {
    let code: IBSIErrorCode =
      switch error {
      case .storageUnavailable, .directoryInUse: .storageUnavailable
      case .invalidInput: .invalidInput
      default: .unavailable
      }
    self = .stopped(code, error.description)
  }

  /// As the vendor's library tells it: what the server says is the error's description.
  var vendorError: NSError {
    switch self {
    case .stopped(let code, let text):
      NSError(
        domain: Self.domain, code: code.rawValue, userInfo: [NSLocalizedDescriptionKey: text])
    case .refused(let failure, let status):
      NSError(
        domain: Self.domain, code: status,
        userInfo: [NSLocalizedDescriptionKey: failure.text, "messageId": failure.code.rawValue])
    }
  }
}

extension InviteError {
  static let reportsDisabled = InviteError.stopped(
    .reportsDisabled, "Invitation delivery reports are disabled.")
  static let notInitialized = InviteError.stopped(
    .notInitialized,
    "Call InfobipSocialInvite.initWithApplicationKey(_:secretKey:defaultMessageId:) first.")
  static let noRecipients = InviteError.stopped(
    .noRecipients, "There is no phone number to send an invitation to.")
  static let alreadyInvited = InviteError.stopped(
    .alreadyInvited,
    "All of them are invited already. setSocialInviteResending(true) allows it again.")
  static let invitesDisabled = InviteError.stopped(
    .invitesDisabled, "'invitesEnabled' is switched off in the app's user defaults.")

  static func unexpected(_ status: Int) -> InviteError {
    .stopped(
      .unexpectedAnswer,
      "The server's answer, of status \(status), is none of this protocol. Check BeckonURL.")
  }
}
