import BeckonContractSocialInvite
import BeckonModel

// The vendor's names stay as apps write them, capital letters and a misspelling too.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// How far an invitation has come.
#if canImport(ObjectiveC)
  @objc
#endif
public enum IBSIDeliveryStatus: Int, Sendable, CaseIterable {
  /// Nobody was invited.
  case notSet = 0
  /// It was sent, and the server has not answered yet.
  case unknown = 1
  /// It waits to be delivered.
  case messageWaiting = 2
  /// The phone has it.
  case deliveredToTerminal = 3
  /// Nobody knows whether it arrived.
  case deliveryUncertain = 4
  /// It will not arrive.
  case deliveryImpossible = 5
  /// The network has it. The vendor's library misspells it, and so do apps.
  case deleveredToNetwork = 6
  /// The server does not know it any more, or uses a word that is not known here.
  case undefined = 7

  /// The same, spelt right.
  public static let deliveredToNetwork = IBSIDeliveryStatus.deleveredToNetwork

  /// Reads a word of the protocol, or one that is kept on this phone only; `nil` is `notSet`.
  init(word: String?) {
    guard let word, !word.isEmpty else {
      self = .notSet
      return
    }
    if word == SocialInvite.LocalStatus.unknown {
      self = .unknown
    } else if let number = SocialInvite.Status(word: word)?.number {
      self = Self(rawValue: number) ?? .undefined
    } else {
      self = .undefined
    }
  }

  /// Whether something is still to be heard of it.
  var isPending: Bool { self == .unknown || self == .messageWaiting }
  /// Whether it was sent, as far as is known.
  var isInvited: Bool {
    self == .deliveredToTerminal || self == .deliveryUncertain || self == .deleveredToNetwork
  }
  /// Whether it cannot arrive.
  var isImpossible: Bool { self == .deliveryImpossible || self == .undefined }
}

/// Words of a message that the library fills in.
#if canImport(ObjectiveC)
  @objc
#endif
public enum IBSIMessagePlaceholders: Int, Sendable, CaseIterable {
  /// The sender id.
  case SENDER_NAME = 0
  /// The contact's name.
  case RECEIVER_NAME
  /// What the user has written.
  case CUSTOM_TEXT
  /// The user's own number.
  case END_USER_MSISDN
  /// The user's own name.
  case END_USER_USERNAME

  /// The word that stands for it in a list.
  var word: SocialInvite.Word {
    switch self {
    case .SENDER_NAME: .senderName
    case .RECEIVER_NAME: .receiverName
    case .CUSTOM_TEXT: .customText
    case .END_USER_MSISDN: .endUserMsisdn
    case .END_USER_USERNAME: .endUserUsername
    }
  }
}
