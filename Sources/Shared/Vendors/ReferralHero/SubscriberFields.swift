import BeckonModel

/// What a client says of a subscriber, in the body, the query, or both. The clients differ in
/// spelling (`conversionValue` is `conversion_value`, `extra_field2` is `extra_field_2`) and in
/// types (a number or text), so both are read; of a value that stands in both places the body's
/// counts (docs/PROTOCOLS/referralhero.md, Requests).
public struct SubscriberFields: Sendable {
  /// Most bytes of a text.
  public static let textBytesMax = 1_000
  /// Most bytes of a further field.
  public static let fieldBytesMax = 4_000
  /// Most members of a request.
  public static let membersMax = 100

  private let values: [TextKey: JSON]

  /// Reads what a call says.
  /// - Throws: `FieldError` when the body is no object or says too much.
  public init(body: JSON?, query: [(name: String, value: String)]) throws(FieldError) {
    var values: [TextKey: JSON] = [:]
    for (name, value) in query { values[TextKey(Self.spelling(of: name))] = .string(value) }
    if let body {
      guard let members = body.members else { throw FieldError("", "must be a JSON object") }
      for member in members { values[TextKey(Self.spelling(of: member.name))] = member.value }
    }
    guard values.count <= Self.membersMax else {
      throw FieldError("", "must have at most \(Self.membersMax) members")
    }
    self.values = values
  }

  /// Every member that some client sends, as it is spelt here.
  private static let known = Set(texts: [
    "email", "phone_number", "crypto_wallet_address", "crypto_wallet_provider",
    "other_identifier_value", "name", "domain", "referrer", "status", "points", "double_optin",
    "extra_field", "extra_field_2", "extra_field_3", "extra_field_4", "option_field", "source",
    "device", "os_type", "screen_size", "ip_address", "conversion_value", "conversion_category",
    "transaction_id", "lifetime_spend", "subscribe_page_url", "landing_page_url", "hosting_url",
    "is_quick_add_referral", "visitor_id", "social", "timestamp", "subscriber_id", "uuid", "page",
    "count", "tags", "stripe_customer_id", "advocate_name", "address", "city", "country",
    "product_id", "amount", "per_page", "reward_value", "transactions", "reward_id",
    "coupon_group_id", "coupons", "active", "website", "type", "sort_by",
    ReferralHero.installMember,
  ])

  /// Members that are not understood, by their names here.
  public var unknown: [String] {
    values.keys.filter { !Self.known.contains($0) }.sorted().map(\.text)
  }

  /// A text; a number or truth value reads as it is written, an empty text is none.
  /// - Throws: `FieldError` for anything else, and when it is too long.
  public func text(
    _ name: String, max: Int = SubscriberFields.textBytesMax
  ) throws(FieldError) -> String? {
    let text: String
    switch values[TextKey(name)] {
    case nil, .null: return nil
    case .string(let value): text = value
    case .number(let value): text = value
    case .bool(let value): text = value ? "true" : "false"
    default: throw FieldError(name, "must be text")
    }
    guard text.utf8.count <= max else {
      throw FieldError(name, "must have at most \(max) bytes")
    }
    return text.isEmpty ? nil : text
  }

  /// A list of texts; one text is a list of one. `nil` when it is not there.
  /// - Parameters:
  ///   - max: most texts.
  ///   - bytes: most bytes of each; none may be empty.
  /// - Throws: `FieldError` for anything else.
  public func texts(_ name: String, max: Int, each bytes: Int) throws(FieldError) -> [String]? {
    guard let value = values[TextKey(name)], value != .null else { return nil }
    let elements = value.elements ?? [value]
    guard elements.count <= max else { throw FieldError(name, "must be at most \(max) texts") }
    var texts: [String] = []
    for element in elements {
      guard let text = element.string ?? element.integer.map({ "\($0)" }),
        (1...bytes).contains(text.utf8.count)
      else { throw FieldError(name, "must be texts of 1 to \(bytes) bytes") }
      texts.append(text)
    }
    return texts
  }

  /// A list of objects, each read as a call of its own; `nil` when it is not there.
  /// - Parameter max: most objects.
  /// - Throws: `FieldError` for anything else.
  public func objects(_ name: String, max: Int) throws(FieldError) -> [JSON]? {
    guard let value = values[TextKey(name)], value != .null else { return nil }
    guard let elements = value.elements, elements.count <= max else {
      throw FieldError(name, "must be a list of at most \(max) objects")
    }
    return elements
  }

  /// A truth value, also as text or number.
  /// - Throws: `FieldError` for anything else.
  public func bool(_ name: String) throws(FieldError) -> Bool? {
    switch try text(name)?.lowercased() {
    case nil: return nil
    case "true", "1", "yes": return true
    case "false", "0", "no": return false
    default: throw FieldError(name, "must be true or false")
    }
  }

  /// A whole number, also as text, also as `10.0`.
  /// - Throws: `FieldError` for anything else.
  public func integer(_ name: String) throws(FieldError) -> Int64? {
    guard let text = try text(name) else { return nil }
    let whole = text.hasSuffix(".0") ? text.prefix(bytes: text.utf8.count - 2) : text
    guard let number = Int64(whole) else { throw FieldError(name, "must be a whole number") }
    return number
  }

  /// The name that a member goes by here: in lower case with lines between its words.
  private static func spelling(of name: String) -> String {
    var bytes: [UInt8] = []
    for byte in name.utf8.prefix(100) {
      if (0x41...0x5A).contains(byte), !bytes.isEmpty { bytes.append(UInt8(ascii: "_")) }
      bytes.append(byte.asciiLowercased)
    }
    let spelt = String(decoding: bytes, as: UTF8.self)
    return others[TextKey(spelt)] ?? spelt
  }

  private static let others: [TextKey: String] = [
    "extra_field2": "extra_field_2", "extra_field3": "extra_field_3",
    "extra_field4": "extra_field_4", "double_opt_in": "double_optin", "phone": "phone_number",
    "option_field_value": "option_field", "crypto_wallet": "crypto_wallet_address",
    "other_identifier": "other_identifier_value", "i_p_address": "ip_address", "mwr": "referrer",
  ]
}
