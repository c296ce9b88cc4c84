import BeckonModel

/// A product as the API answers it with a secret key, read again as what a shop tells. Words of
/// clients do not become the shop's by that, nor what the catalogue concludes.
public struct AnsweredProduct {
  private let members: [JSON.Member]
  private let json: JSON

  /// `nil` for an object that the API has not answered.
  public init?(_ members: [JSON.Member]) {
    json = .object(members)
    // A shop's own file may have `created_at` too; this one is ours.
    guard json["changed_at"] != nil else { return nil }
    self.members = members
  }

  /// What the shop's server or its feeds had told.
  public var own: [JSON.Member] {
    let claimed = claimed
    return members.compactMap { member in
      switch member.name {
      case "told", "told_by_clients", "absent_since", "created_at", "changed_at": nil
      // Gone from its feed, it is hidden by nobody's word.
      case "hidden": json["absent_since"] == nil ? member : nil
      case "in_stock": isInStockByWord && !claimed.contains(ProductKey(.inStock)) ? member : nil
      case "languages", "currencies": Self.variants(member, without: claimed)
      default: claimed.contains { $0.text == member.name } ? nil : member
      }
    }
  }

  /// What only clients have told: in a list's objects, and in that of one product.
  private var claimed: Set<ProductKey> {
    let listed = json["told_by_clients"]?.elements?.compactMap(\.string) ?? []
    let told = json["told"]?.members?.filter { $0.value["by"] == .string(Trust.client.rawValue) }
    return Set((listed + (told ?? []).map(\.name)).compactMap { ProductKey($0) })
  }

  /// Says something that the stock does not say already, or that is not taken for true anyway.
  private var isInStockByWord: Bool {
    json["in_stock"] != .bool(json["stock"]?.integer.map { $0 > 0 } ?? true)
  }

  private static func variants(
    _ member: JSON.Member, without claimed: Set<ProductKey>
  ) -> JSON.Member? {
    let variants = (member.value.members ?? []).compactMap { variant -> JSON.Member? in
      let own = (variant.value.members ?? []).filter { field in
        !claimed.contains { $0.field.rawValue == field.name && $0.variant == variant.name }
      }
      return own.isEmpty ? nil : JSON.Member(variant.name, .object(own))
    }
    return variants.isEmpty ? nil : JSON.Member(member.name, .object(variants))
  }
}
