import BeckonContractSocialInvite
import BeckonModel
import Foundation

/// The vendor's library: invitations by text message, over the client that this app shares with
/// `BeckonSDK`. Whoever sends one from the user's own phone should prefer `IBSIComposer`.
#if canImport(ObjectiveC)
  @objcMembers
#endif
public final class InfobipSocialInvite: NSObject {
  private static var session: SocialInviteSession { .shared }

  private override init() {}

  // MARK: Initialisation

  /// Says who the app is, as the vendor's guide does. What it calls the secret key is the
  /// application's key there; either may stand here.
  public static func initWithSecretKey(_ secretKey: String, defaultMessageId: String) {
    let settings = session.settings
    settings[text: .secretKey] = secretKey
    settings[text: .defaultMessageId] = defaultMessageId
  }

  /// Says who the app is.
  /// - Parameters:
  ///   - applicationKey: the key that names the app in paths.
  ///   - secretKey: the key that requests show, `pk_…` or one that the server knows as such.
  ///   - defaultMessageId: the message that is sent when no other is named.
  public static func initWithApplicationKey(
    _ applicationKey: String, secretKey: String, defaultMessageId: String
  ) {
    session.settings[text: .applicationKey] = applicationKey
    initWithSecretKey(secretKey, defaultMessageId: defaultMessageId)
  }

  /// The same, with words for a message's placeholders.
  public static func initWithApplicationKey(
    _ applicationKey: String, secretKey: String, defaultMessageId: String,
    clientListForPlaceholders: [String]
  ) {
    initWithApplicationKey(
      applicationKey, secretKey: secretKey, defaultMessageId: defaultMessageId)
    session.settings[words: .clientListForPlaceholders] = clientListForPlaceholders
  }

  /// Says where the server is, in place of Info.plist's `BeckonURL`. Nothing is ever sent to an
  /// address of the vendor's.
  public static func setServer(_ server: URL) { session.configure(server: server) }

  /// Whether a key and a default message are set.
  public static func isLibraryInitialized() -> Bool { session.settings.isComplete }

  /// Sets who is told what comes of the calls. It is not kept alive.
  public static func setDelegate(_ delegate: (any InfobipSocialInviteDelegate)?) {
    session.delegate = delegate
  }

  // MARK: People

  /// Whom the phone's owner knows.
  public static func addressBook() -> IBSIAddressBook { session.addressBook }

  /// Sets whom the phone's owner knows.
  public static func setAddressBook(_ addressBook: IBSIAddressBook) {
    session.addressBook = addressBook
  }

  /// People of whom at least one number was invited.
  public static func invitedPersons() -> [IBSIPerson] { session.addressBook.invitedPersons }

  /// All other people who have a number.
  public static func uninvitedPersons() -> [IBSIPerson] { session.addressBook.uninvitedPersons }

  // MARK: Words

  /// The word that stands for a placeholder in a list, such as `SENDER_NAME`.
  public static func convertIBSIMessagePlaceholders(
    toString messagePlaceholders: IBSIMessagePlaceholders
  ) -> String {
    messagePlaceholders.word.rawValue
  }
}
