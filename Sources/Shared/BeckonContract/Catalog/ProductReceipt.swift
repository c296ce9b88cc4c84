import BeckonModel

/// What became of one product of many.
public struct ProductReceipt: Hashable, Sendable {
  /// The outcome.
  public enum Status: String, CaseIterable, Sendable {
    /// It was not there.
    case created
    /// It is another than before.
    case changed
    /// It is as it was.
    case unchanged
    /// Nothing of it was taken; the others are not harmed by it.
    case rejected
  }

  /// The product's id; empty when there was none.
  public let product: String
  /// The outcome.
  public let status: Status
  /// Why it was rejected, or what else there is to know.
  public let reason: String?

  /// Makes a receipt.
  public init(product: String, status: Status, reason: String? = nil) {
    self.product = product
    self.status = status
    self.reason = reason
  }

  /// An element of `receipts`.
  public var json: JSON {
    .object([
      "product": .string(product), "status": .string(status.rawValue),
      "reason": reason.map(JSON.string),
    ])
  }
}
