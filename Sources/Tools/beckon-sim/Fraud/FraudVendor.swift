import BeckonContract
import BeckonModel

/// A vendor's protocol, as honest apps and thieves speak it.
struct FraudVendor: Sendable {
  let vendor: Vendor
  /// Its calls. Thieves must try each that needs no secret key.
  let routes: [Route]
  let moves: [ThiefMove]
  /// What is told in it; `nil` for a vendor whose apps speak our own protocol, but for its links.
  var telling: Telling?
  /// Its links, by which friends invite; `nil` for a vendor that has none of its own.
  var invitations: Invitations?
  /// Visits to a shop; `nil` for a vendor whose clients do not tell of them.
  var shopping: Shopping?

  /// What apps and their servers tell in a protocol.
  struct Telling: Sendable {
    /// What an honest phone tells.
    let phoneCall: @Sendable (Word, HonestLife, HonestLife.Phone, _ address: String) -> FraudCall
    /// A payment that the app's own server tells.
    let payment: @Sendable (HonestPurchase, HonestLife) -> FraudCall
  }

  /// Links by which friends invite.
  struct Invitations: Sendable {
    /// What the app's settings say of them.
    let settings: @Sendable (FraudShop.Kind) -> JSON
    /// The link that somebody hands to a friend, whose plan it is.
    let invite: @Sendable (HonestLife, HonestPlan, inout HonestTurn) throws -> String?
    /// What a phone asks after its first launch, before the app has said anything of itself.
    let ask: @Sendable (HonestLife, inout HonestTurn) throws -> Void
  }

  /// Visits of honest people to a shop, and what must hold of it.
  struct Shopping: Sendable {
    /// Fills the catalogue, and says what the shop shows.
    let open: @Sendable (FraudShop, FraudServer) throws -> Void
    /// What somebody does in the shop in a round.
    let visit: @Sendable (HonestLife, _ round: Int) throws -> Void
    /// Holds what the server tells of both shops against each other.
    let audit: @Sendable (FraudTown) throws -> Void
  }

  /// What honest people's phones tell.
  enum Word: Sendable {
    /// The app was started first, perhaps by a link.
    case launch(link: String?)
    case signUp
    case payment(HonestPurchase)
    case event(HonestPurchase)
  }

  /// Those in whose protocol apps tell what happens.
  static let told = all.filter { $0.telling != nil }
  /// Those by whose links friends invite.
  static let linked = all.filter { $0.invitations != nil }

  /// Those in whose protocol people visit the shops.
  static let shops = all.compactMap(\.shopping)

  /// The publishable key as its clients know it.
  func key(in shop: FraudShop) -> String { key(shop.kind) }

  func key(_ kind: FraudShop.Kind) -> String { "\(vendor.name)-token-\(kind)" }
}
