/// A JSON value (RFC 8259). Numbers stay the decimal text that arrived, so that money is never
/// rounded through binary floating point; objects keep the order of their members.
public enum JSON: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number, as it was written.
  case number(String)
  /// A string, without NUL.
  case string(String)
  /// An array.
  case array([JSON])
  /// An object; a name stands once.
  case object([Member])

  /// A name and its value in an object.
  public struct Member: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The value.
    public let value: JSON

    /// Makes a member.
    public init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }
}

extension JSON {
  /// The value of the member of this name; `nil` when there is none or this is no object.
  public subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The element at this position; `nil` when there is none or this is no array.
  public subscript(index: Int) -> JSON? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The text, if this is a string.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The number, if this is one without decimals that fits.
  public var integer: Int64? {
    if case .number(let text) = self { Int64(text) } else { nil }
  }

  /// The number as binary floating point, if this is one that is not too large for it.
  public var double: Double? {
    guard case .number(let text) = self, let number = Double(text), number.isFinite else {
      return nil
    }
    return number
  }

  /// The same, also of a number that is written as text: "19.90", as many apps send amounts so
  /// that no digit is lost.
  public var decimal: Double? {
    guard case .string(let text) = self else { return double }
    // As JSON writes a number, and no longer than any amount.
    guard text.utf8.count <= 40, case .number? = try? JSONReader.read(Array(text.utf8)) else {
      return nil
    }
    return JSON.number(text).double
  }

  /// The truth value, if this is one.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The elements, if this is an array.
  public var elements: [JSON]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members, if this is an object.
  public var members: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// An object without the members whose value is `nil`.
  public static func object(_ pairs: KeyValuePairs<String, JSON?>) -> JSON {
    .object(pairs.compactMap { name, value in value.map { Member(name, $0) } })
  }

  /// The text, or `null`.
  public static func orNull(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }

  /// A whole number.
  public static func integer(_ number: some BinaryInteger) -> JSON { .number(String(number)) }

  /// An instant as RFC 3339 text.
  public static func instant(_ instant: Instant) -> JSON { .string(instant.text) }

  /// An id in its written form.
  public static func id<Kind>(_ id: ID<Kind>) -> JSON { .string(id.text) }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  // Not by `nil`: where a `JSON?` is wanted, `nil` would then silently become `.null`.

  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A number.
  public init(integerLiteral value: Int64) { self = .number(String(value)) }
  /// A number.
  public init(floatLiteral value: Double) { self = .number("\(value)") }
  /// A truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// An array.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  /// An object; of two members with one name the last stays.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    var members: [Member] = []
    for (name, value) in elements {
      members.removeAll { $0.name == name }
      members.append(Member(name, value))
    }
    self = .object(members)
  }
}
