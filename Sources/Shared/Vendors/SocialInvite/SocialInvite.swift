import BeckonModel

extension Vendor {
  /// Infobip Social Invites: a key is what its clients send behind `Authorization: App`.
  public static let socialInvite = Vendor(name: "infobip")
}

/// The protocol of Infobip Social Invites, as its clients for iOS, Android and PHP speak it
/// (docs/PROTOCOLS/socialinvite.md).
public enum SocialInvite {
  /// Most recipients of one request.
  public static let recipientsMax = 100
  /// Most words for a recipient's placeholders.
  public static let wordsMax = 20
  /// Most bytes of one of these words; a text message takes the first `Limits.templateWordBytes`.
  public static let wordBytes = 1_000
  /// Most bytes of a message's key, an app's key or a bulk id.
  public static let keyBytes = 100
  /// Most names of a request that are kept to be told of, when nobody knows them.
  public static let unreadMax = 10

  /// What is said of a recipient whose message was taken; of another there is no word that all
  /// clients know.
  public static let accepted = "MessageAccepted"
  /// A price where there is none. A client that reads no number there loses the answer.
  public static let noPrice = "0.0"

  /// How often a client asks what became of an invitation, and how long it waits before it asks
  /// again.
  public enum Polling {
    /// Seconds between two questions.
    public static let pauseSeconds = 8
    /// Most questions about a person.
    public static let repetitions = 10
  }

  /// The member of a request with the app's own id of its install, which Beckon's own face for this
  /// protocol sends together with the install's token.
  public static let installMember = "beckon_install_id"
}
