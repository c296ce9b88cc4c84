import BeckonBasics
import BeckonModel

/// A sender's id of a payment, such as an order's number, as payments are stored and found by it.
enum PaymentReference {
  /// Under what it is found.
  static func digest(of reference: String) -> Identifier {
    Identifier(hashing: "payment", reference)
  }
}
