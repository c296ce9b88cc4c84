import BeckonContract
import BeckonModel

/// A vendor's protocol, as honest apps and thieves speak it.
struct FraudVendor: Sendable {
  let vendor: Vendor
  /// Its calls. Thieves must try each that needs no secret key.
  let routes: [Route]
  let moves: [ThiefMove]
  /// What an honest phone tells.
  let phoneCall: @Sendable (Word, HonestLife, HonestLife.Phone, _ address: String) -> FraudCall
  /// A payment that the app's own server tells.
  let payment: @Sendable (HonestPurchase, HonestLife) -> FraudCall

  /// What honest people's phones tell.
  enum Word: Sendable {
    /// The app was started first, perhaps by a link.
    case launch(link: String?)
    case signUp
    case payment(HonestPurchase)
    case event(HonestPurchase)
  }

  /// The publishable key as its clients know it.
  func key(in shop: FraudShop) -> String { key(shop.kind) }

  func key(_ kind: FraudShop.Kind) -> String { "\(vendor.name)-token-\(kind)" }
}
