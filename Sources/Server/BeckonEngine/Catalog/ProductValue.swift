import BeckonModel

/// What was said of a product in one field.
public enum ProductValue: Hashable, Sendable {
  /// A text, an address, a language, a currency or a gender.
  case text(String)
  /// Several texts or addresses, or paths of categories.
  case texts([String])
  /// An amount in the smallest unit of the currency, a count, or an instant in milliseconds.
  case number(Int64)
  /// Yes or no.
  case flag(Bool)
  /// Texts by name.
  case map([JSON.Member])

  /// As it is stored.
  public var json: JSON {
    switch self {
    case .text(let text): .string(text)
    case .texts(let texts): .array(texts.map(JSON.string))
    case .number(let number): .integer(number)
    case .flag(let flag): .bool(flag)
    case .map(let members): .object(members)
    }
  }

  /// Reads the stored form; `nil` for anything else.
  public init?(stored json: JSON) {
    switch json {
    case .string(let text): self = .text(text)
    case .array(let elements): self = .texts(elements.compactMap(\.string))
    case .number:
      guard let number = json.integer else { return nil }
      self = .number(number)
    case .bool(let flag): self = .flag(flag)
    case .object(let members): self = .map(members)
    case .null: return nil
    }
  }
}

/// A field of a product, or of its variant in another language or currency.
public struct ProductKey: Hashable, Sendable {
  /// The field.
  public let field: ProductField
  /// The language in lower case, or the currency in capital letters; `nil` for the product's own.
  public let variant: String?

  /// Makes a key.
  public init(_ field: ProductField, _ variant: String? = nil) {
    self.field = field
    self.variant = variant
  }

  /// The written form: `title`, `title@tr`, `price@USD`.
  public var text: String { field.rawValue + (variant.map { "@" + $0 } ?? "") }

  /// Reads the written form; `nil` for what only a newer program has written.
  public init?(_ text: String) {
    let parts = text.split(on: "@", maxSplits: 1)
    guard let field = parts.first.flatMap(ProductField.init(word:)) else { return nil }
    self.init(field, parts.count > 1 ? parts[1] : nil)
  }

  /// Where it stands in a body.
  var path: String {
    guard let variant else { return field.rawValue }
    let member = field.variation == .currency ? "currencies" : "languages"
    return "\(member).\(variant).\(field.rawValue)"
  }
}
