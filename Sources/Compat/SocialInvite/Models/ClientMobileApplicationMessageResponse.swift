import BeckonContractSocialInvite
import Foundation

/// A message of the app.
#if canImport(ObjectiveC)
  @objcMembers
#endif
public final class ClientMobileApplicationMessageResponse: NSObject, Sendable {
  /// The app's key.
  public let clientMobileApplicationKey: String?
  /// The message's id.
  public let key: String?
  /// What it says, with its placeholders.
  public let text: String?
  /// What in it gives way to the link.
  public let placeholder: String?
  /// What in it gives way to words.
  public let clientPlaceholder: String?

  /// Says nothing.
  public override init() {
    (clientMobileApplicationKey, key, text) = (nil, nil, nil)
    (placeholder, clientPlaceholder) = (nil, nil)
    super.init()
  }

  init(_ answer: SocialInvite.MessageAnswer) {
    clientMobileApplicationKey = answer.applicationKey
    key = answer.key
    text = answer.text
    placeholder = answer.placeholder
    clientPlaceholder = answer.clientPlaceholder
    super.init()
  }
}
