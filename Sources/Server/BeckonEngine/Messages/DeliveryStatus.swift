import BeckonModel

/// What whoever sent a text message is told of it. It moves only forward, from `waiting` to one of
/// the others; only a receipt that comes late moves it once more.
public enum DeliveryStatus: String, CaseIterable, Sendable {
  /// It waits: for a gateway, or for the network's word. Also one of which nobody knows whether it
  /// was handed over.
  case waiting
  /// The network has it.
  case network
  /// The phone has it.
  case delivered
  /// It will not arrive.
  case impossible
  /// For two days nobody has confirmed what became of it.
  case unconfirmed

  /// For so long a receipt is waited for: networks give a message up after two days.
  public static let patienceMilliseconds: Int64 = 48 * Span.hourMilliseconds

  /// Whether nothing more is expected.
  public var isFinal: Bool { self == .delivered || self == .impossible || self == .unconfirmed }

  /// What is told at `now`.
  /// - Parameters:
  ///   - state: where the message stands with us.
  ///   - stage: what receipts say; one counts whatever we know ourselves, since it came from who
  ///     has the message.
  ///   - handedOverAt: when it was taken to a gateway, or else written.
  public init(
    _ state: MessageState, _ stage: DeliveryReceipt.Stage?, handedOverAt: Instant, now: Instant
  ) {
    let isLate = now.milliseconds(since: handedOverAt) >= Self.patienceMilliseconds
    switch (stage, state) {
    case (.delivered, _): self = .delivered
    case (.impossible, _): self = .impossible
    case (.network, _): self = isLate ? .unconfirmed : .network
    case (nil, .failed): self = .impossible
    // Who asks with an app's key is not told that nothing is sent to somebody.
    case (nil, _): self = isLate ? .unconfirmed : .waiting
    }
  }
}
