import BeckonModel

/// A text message on its way to a gateway.
public struct OutgoingSMS: Sendable {
  /// Ours, which the gateway is told and which its receipts name.
  public let id: MessageID
  /// Who it is from.
  public let sender: SMSSender
  /// To whom it goes, in E.164 form: `+4915112345678`.
  public let recipient: String
  /// What it says.
  public let text: String
  /// How it goes over the network.
  public let parts: SMSParts
  /// After so many minutes the network gives it up, from 1; `nil` for as long as it likes.
  public let validityMinutes: Int64?
  /// Where the gateway sends its receipts; `nil` when none are wanted.
  public let receiptURL: String?

  /// Makes one.
  public init(
    id: MessageID, from sender: SMSSender, to recipient: String, text: String,
    validityMinutes: Int64? = nil, receiptURL: String? = nil
  ) {
    self.id = id
    self.sender = sender
    self.recipient = recipient
    self.text = text
    self.validityMinutes = validityMinutes
    self.receiptURL = receiptURL
    parts = SMSParts(text)
  }
}
