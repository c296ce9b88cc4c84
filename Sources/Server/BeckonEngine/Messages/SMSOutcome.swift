import BeckonModel

/// What came of handing a text message to a gateway.
public enum SMSOutcome: Hashable, Sendable {
  /// The gateway has taken it, and says under which id of its own, if it has one.
  case accepted(GatewayAnswer, reference: String?)
  /// The gateway refused the message itself. To hand it over again would change nothing, here or
  /// at another gateway.
  case refused(GatewayAnswer, RefusedPart)
  /// The gateway would not take anything just now: it is too busy, or cannot reach the network.
  case busy(GatewayAnswer, retryAfterSeconds: Int64?)
  /// The gateway does not take anything from us: a wrong password, no money left, not allowed to
  /// send there. Another gateway may.
  case barred(GatewayAnswer)
  /// It was not handed over, for sure: why, as a stable word such as `timeout`.
  case unreachable(String)
  /// It was handed over and no answer came, or none that can be understood: why, as such a word.
  case unknown(String)

  /// What a gateway did not like.
  public enum RefusedPart: String, CaseIterable, Sendable {
    /// The recipient's number.
    case recipient
    /// The sender's number or name.
    case sender
    /// What it says, or something else in it.
    case content
  }

  /// Why it is the gateway that has failed, and not the message; `nil` when it has not. A gateway
  /// that has failed rests, and the next one gets what it would have got.
  public var gatewayFault: String? {
    switch self {
    case .accepted, .refused: nil
    case .busy(let answer, _), .barred(let answer): "\(answer.code) \(answer.text)"
    case .unreachable(let reason), .unknown(let reason): reason
    }
  }
}
