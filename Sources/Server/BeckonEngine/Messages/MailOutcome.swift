import BeckonModel

/// What came of handing a mail to a gateway.
public enum MailOutcome: Hashable, Sendable {
  /// What the gateway was told when it refused.
  public enum Stage: String, CaseIterable, Sendable {
    /// Who sends it (`MAIL`).
    case sender
    /// Who gets it (`RCPT`).
    case recipient
    /// The mail itself (`DATA`).
    case content
  }

  /// The gateway has taken it.
  case accepted(GatewayAnswer)
  /// The gateway has refused it, for now (4xx) or for ever (5xx).
  case refused(Stage, GatewayAnswer)
  /// It was not handed over, for sure: why, as a stable word such as `timeout`. That says nothing
  /// of the mail, but of the gateway.
  case unreachable(String)
  /// It was handed over whole, and no answer came: why, as such a word.
  case unknown(String)

  /// Why it is the gateway that has failed, and not the mail; `nil` when it has not.
  public var gatewayFault: String? {
    switch self {
    case .accepted: nil
    case .unreachable(let reason), .unknown(let reason): reason
    case .refused(let stage, let answer):
      // It closes; or it wants us to sign in, before it hears of a recipient (RFC 4954).
      answer.code == 421 || (stage == .sender && Self.signInCodes.contains(answer.code))
        ? "\(answer.code) \(answer.text)" : nil
    }
  }

  private static let signInCodes = [454, 530, 534, 535, 538]
}

/// A reply of a mail server (RFC 5321, section 4.2).
public struct GatewayAnswer: Hashable, Sendable {
  /// Its code, of three digits.
  public let code: Int
  /// Its text, on one line; at most `Limits.gatewayAnswerBytes`.
  public let text: String

  /// Makes an answer. Control characters become spaces, and what is too long is cut.
  public init(code: Int, text: String) {
    self.code = code
    let bytes = text.utf8.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }
    self.text = String(decoding: bytes, as: UTF8.self).prefix(bytes: Limits.gatewayAnswerBytes)
  }

  /// Whether it may be otherwise later.
  public var isTransient: Bool { (400..<500).contains(code) }

  /// The enhanced status code with which the text begins (RFC 3463): `5.1.1`; `nil` when there is
  /// none.
  public var enhancedCode: String? {
    let word = text.upTo(" ")
    let parts = word.split(on: ".", keepsEmpty: true)
    let isCode =
      parts.count == 3
      && parts.allSatisfy { (1...3).contains($0.utf8.count) && $0.utf8.allSatisfy(\.isDigit) }
    return isCode ? word : nil
  }

  /// Whether it says that there is no such mailbox, so that nothing should go there again. A
  /// refusal that is about us or about what the mail says (`5.7.1`) is none.
  public var saysMailboxIsGone: Bool {
    guard [550, 551, 553, 556].contains(code) else { return false }
    guard let enhancedCode else { return code != 553 }
    return enhancedCode.hasPrefix("5.1.") || enhancedCode == "5.2.1"
  }
}
