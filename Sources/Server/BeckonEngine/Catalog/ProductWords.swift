import BeckonModel

/// What somebody says of a product.
public struct ProductWords: Sendable {
  /// The product's id, of whoever has the shop.
  public let id: String
  /// What is said, by field and variant.
  public private(set) var said: [ProductKey: ProductWord] = [:]

  /// Nothing is said of it yet.
  /// - Throws: `FieldError` at `path` when it is no id.
  public init(id: String, at path: String = "product") throws(FieldError) {
    guard (1...ProductLimits.idBytes).contains(id.utf8.count) else {
      throw FieldError(path, "must be 1 to \(ProductLimits.idBytes) bytes long")
    }
    guard id.utf8.allSatisfy({ $0 >= 32 && $0 != 127 }) else {
      throw FieldError(path, "must not have control characters")
    }
    self.id = id
  }

  /// Says something more.
  public subscript(field: ProductField, variant: String? = nil) -> ProductWord? {
    get { said[ProductKey(field, variant)] }
    set { said[ProductKey(field, variant)] = newValue }
  }

  /// The members of a body that say something.
  public static let members = ProductField.allCases.map(\.rawValue) + ["languages", "currencies"]

  /// Reads what a body says, in which no other members are but `product` and what `others` names.
  /// - Throws: `FieldError`.
  public init(_ fields: Fields, id: String, others: [String] = []) throws(FieldError) {
    try fields.allow(only: Self.members + ["product"] + others)
    try self.init(id: id, at: fields.path(of: "product"))
    for field in ProductField.allCases { try read(field, nil, fields) }
    try readVariants(.language, fields, "languages") { ProductLanguage.normal($0) }
    try readVariants(.currency, fields, "currencies") { Currency($0)?.code }
    try refuseOwnAsVariant(fields)
  }

  private mutating func read(
    _ field: ProductField, _ variant: String?, _ fields: Fields
  ) throws(FieldError) {
    guard let member = fields.all.first(where: { $0.name == field.rawValue }) else { return }
    said[ProductKey(field, variant)] = try field.word(
      member.value, at: fields.path(of: field.rawValue))
  }

  private mutating func readVariants(
    _ variation: ProductField.Variation, _ fields: Fields, _ name: String,
    _ normal: (String) -> String?
  ) throws(FieldError) {
    guard let variants = try fields.fields(name) else { return }
    guard variants.all.count <= ProductLimits.variants else {
      throw fields.error(name, "has more than \(ProductLimits.variants) members")
    }
    let varying = ProductField.varying(by: variation)
    for member in variants.all {
      guard let variant = normal(member.name) else {
        throw variants.error(
          NameSuggestion.shown(member.name),
          variation == .currency
            ? "must be three letters, such as EUR (ISO 4217)"
            : "must be a language such as en or pt-BR (BCP 47)")
      }
      if member.value == .null {
        for field in varying { said[ProductKey(field, variant)] = .nothing }
        continue
      }
      let inner = try variants.inner(member.value, at: variant)
      try inner.allow(only: varying.map(\.rawValue))
      for field in varying { try read(field, variant, inner) }
    }
  }

  /// What is said of the product's own language and currency stands outside the variants.
  private func refuseOwnAsVariant(_ fields: Fields) throws(FieldError) {
    let owns: [(ProductField, ProductField.Variation)] = [
      (.language, .language), (.currency, .currency),
    ]
    for (field, variation) in owns {
      guard case .value(.text(let own))? = self[field] else { continue }
      let clash = said.keys.first {
        $0.field.variation == variation && $0.variant.map { $0 == own } == true
      }
      if let clash {
        throw fields.error(
          clash.path, "is the product's own \(field.rawValue): say it outside the variants")
      }
    }
  }
}
