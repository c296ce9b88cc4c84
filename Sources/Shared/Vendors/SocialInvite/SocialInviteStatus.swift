import BeckonModel

extension SocialInvite {
  /// How far an invitation has come, in the protocol's words.
  public enum Status: String, CaseIterable, Hashable, Sendable {
    /// It waits to be delivered.
    case messageWaiting = "MessageWaiting"
    /// The phone has it.
    case deliveredToTerminal = "DeliveredToTerminal"
    /// Nobody knows.
    case deliveryUncertain = "DeliveryUncertain"
    /// It will not arrive.
    case deliveryImpossible = "DeliveryImpossible"
    /// The network has it.
    case deliveredToNetwork = "DeliveredToNetwork"

    /// As it is told to this protocol's clients. That for iOS misspells the last word and takes a
    /// message that the network has for one that cannot arrive, so it is told that it waits.
    public var told: Status { self == .deliveredToNetwork ? .messageWaiting : self }

    /// Its number in the client for iOS, `IBSIDeliveryStatus`.
    public var number: Int {
      switch self {
      case .messageWaiting: 2
      case .deliveredToTerminal: 3
      case .deliveryUncertain: 4
      case .deliveryImpossible: 5
      case .deliveredToNetwork: 6
      }
    }

    /// Its number in the client for Android.
    public var androidNumber: Int {
      switch self {
      case .messageWaiting, .deliveredToNetwork: 6
      case .deliveredToTerminal, .deliveryUncertain: 7
      case .deliveryImpossible: 5
      }
    }
  }

  /// What a client keeps beside these words of what it has not been told of.
  public enum LocalStatus {
    /// It was sent, and nobody has answered yet.
    public static let unknown = "DeliveryUnknown"
    /// Nobody knows the bulk any more.
    public static let undefined = "DeliveryUndefined"
  }
}
