import BeckonModel

extension Product {
  /// What is known of it, as it is stored: for each field the value, who said it, and when.
  public var stored: JSON {
    .object(
      ordered.map { key, told in
        JSON.Member(
          key.text,
          .array([told.value.json, .string(told.by.rawValue), .integer(told.at.milliseconds)]))
      })
  }

  /// Reads what is stored. What only a newer program knows is left out.
  public static func told(stored: JSON) -> [ProductKey: Told] {
    var told: [ProductKey: Told] = [:]
    for member in stored.members ?? [] {
      guard let key = ProductKey(member.name),
        let value = member.value[0].flatMap(ProductValue.init),
        let by = member.value[1]?.string.flatMap(Trust.init(word:)),
        let at = member.value[2]?.integer
      else { continue }
      told[key] = Told(value, by: by, at: Instant(milliseconds: at))
    }
    return told
  }

  /// How much is told of it.
  public enum Detail: Sendable {
    /// What a shop shows.
    case shop
    /// Also what only its server knows.
    case own
    /// Also who told what, and when.
    case told
  }

  /// As the API tells of it.
  public func json(_ detail: Detail) -> JSON {
    var members = [JSON.Member("product", .string(id))]
    for field in ProductField.allCases where field != .hidden && field != .inStock {
      if let told = told[ProductKey(field)] {
        members.append(JSON.Member(field.rawValue, shown(told.value, field, currency)))
      }
    }
    members.append(JSON.Member("in_stock", .bool(isInStock)))
    members += [variants("languages", .language), variants("currencies", .currency)].compactMap {
      $0
    }
    if detail != .shop { members += own }
    if detail == .told { members.append(JSON.Member("told", whoToldWhat)) }
    return .object(members)
  }

  private var own: [JSON.Member] {
    let members: JSON = .object([
      "hidden": .bool(isHidden), "absent_since": absentSince.map(JSON.instant),
      "created_at": .instant(createdAt), "changed_at": .instant(changedAt),
    ])
    let claimed = ordered.filter { $0.value.by == .client }.map { JSON.string($0.key.text) }
    return (members.members ?? [])
      + (claimed.isEmpty ? [] : [JSON.Member("told_by_clients", .array(claimed))])
  }

  private var whoToldWhat: JSON {
    .object(
      ordered.map { key, told in
        JSON.Member(key.text, ["by": .string(told.by.rawValue), "at": .instant(told.at)])
      })
  }

  private func variants(_ name: String, _ variation: ProductField.Variation) -> JSON.Member? {
    let keys = ordered.filter { $0.key.variant != nil && $0.key.field.variation == variation }
    let byVariant = Dictionary(grouping: keys) { TextKey($0.key.variant ?? "") }
    guard !byVariant.isEmpty else { return nil }
    let members = byVariant.keys.sorted().map { variant in
      JSON.Member(
        variant.text,
        .object(
          (byVariant[variant] ?? []).map { key, told in
            JSON.Member(key.field.rawValue, shown(told.value, key.field, Currency(variant.text)))
          }))
    }
    return JSON.Member(name, .object(members))
  }

  private func shown(_ value: ProductValue, _ field: ProductField, _ currency: Currency?) -> JSON {
    guard case .number(let number) = value else { return value.json }
    switch field.shape {
    case .money:
      return .string(Money(amount: number, currency: currency ?? .none).decimal)
    case .time: return .instant(Instant(milliseconds: number))
    default: return value.json
    }
  }

  /// Fields in the order in which the API writes them, a product's own before its variants.
  private var ordered: [(key: ProductKey, value: Told)] {
    told.sorted { Self.isBefore($0.key, $1.key) }.map { (key: $0.key, value: $0.value) }
  }

  private static func isBefore(_ left: ProductKey, _ right: ProductKey) -> Bool {
    let (one, other) = (places[left.field] ?? 0, places[right.field] ?? 0)
    guard one == other else { return one < other }
    let (first, second): (String, String) = (left.variant ?? "", right.variant ?? "")
    return first < second
  }

  private static let places = Dictionary(
    uniqueKeysWithValues: zip(ProductField.allCases, 0...))
}
