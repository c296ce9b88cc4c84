import BeckonModel

extension SocialInvite {
  /// A word of a list for placeholders that the client replaces by what it knows. Any other word of
  /// the list is sent as it is.
  public enum Word: String, CaseIterable, Hashable, Sendable {
    /// The sender id.
    case senderName = "SENDER_NAME"
    /// The contact's name.
    case receiverName = "RECEIVER_NAME"
    /// What the user has written.
    case customText = "CUSTOM_TEXT"
    /// The user's own number.
    case endUserMsisdn = "END_USER_MSISDN"
    /// The user's own name.
    case endUserUsername = "END_USER_USERNAME"
  }

  /// What a client knows of who sends and who receives.
  public struct KnownWords: Hashable, Sendable {
    /// For `SENDER_NAME`.
    public var senderName: String?
    /// For `RECEIVER_NAME`.
    public var receiverName: String?
    /// For `CUSTOM_TEXT`.
    public var customText: String?
    /// For `END_USER_MSISDN`.
    public var endUserMsisdn: String?
    /// For `END_USER_USERNAME`.
    public var endUserUsername: String?

    /// Knows nothing.
    public init() {}

    /// What takes the place of a word; an empty text where nothing is known.
    public subscript(word: Word) -> String {
      switch word {
      case .senderName: senderName ?? ""
      case .receiverName: receiverName ?? ""
      case .customText: customText ?? ""
      case .endUserMsisdn: endUserMsisdn ?? ""
      case .endUserUsername: endUserUsername ?? ""
      }
    }
  }

  /// A recipient's `clientData`: the list's words, each replaced by what is known.
  /// - Parameters:
  ///   - list: words, as the app has set them.
  ///   - literals: what the caller gives for this request; they take the places of those words of
  ///     the list that are none of `Word`, in order.
  public static func clientData(
    list: [String], known: KnownWords, literals: [String] = []
  ) -> [String] {
    var remaining = literals[...]
    let filled = list.map { text in
      Word(word: text).map { known[$0] } ?? remaining.popFirst() ?? text
    }
    // Without a list the caller's words are all that there is.
    return list.isEmpty ? literals : filled
  }
}
