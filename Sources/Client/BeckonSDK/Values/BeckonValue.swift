import BeckonModel

/// The value of an event's property or of a person's attribute: what JSON can say. Write it as a
/// literal, or make it of a Swift value.
public struct BeckonValue: Sendable, Hashable {
  package let json: JSON

  package init(json: JSON) { self.json = json }

  /// The value of a Swift value.
  public init(_ value: some BeckonValueConvertible) { self = value.beckonValue }
}

extension BeckonValue {
  /// The member of this name; `nil` when there is none or this is no object.
  public subscript(name: String) -> BeckonValue? { json[name].map(BeckonValue.init(json:)) }
}

extension BeckonValue: CustomStringConvertible {
  /// The value as JSON.
  public var description: String { json.text }
}

extension BeckonValue: ExpressibleByNilLiteral {
  /// No value; among the attributes of a person, the end of one.
  public init(nilLiteral: ()) { json = .null }
}

extension BeckonValue: ExpressibleByBooleanLiteral {
  /// A truth value.
  public init(booleanLiteral value: Bool) { json = .bool(value) }
}

extension BeckonValue: ExpressibleByIntegerLiteral {
  /// A whole number.
  public init(integerLiteral value: Int) { json = .integer(value) }
}

extension BeckonValue: ExpressibleByFloatLiteral {
  /// A number.
  public init(floatLiteral value: Double) { json = .number("\(value)") }
}

extension BeckonValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  /// A text.
  public init(stringLiteral value: String) { json = .string(value) }
}

extension BeckonValue: ExpressibleByArrayLiteral {
  /// A list.
  public init(arrayLiteral elements: BeckonValue...) { json = .array(elements.map(\.json)) }
}

extension BeckonValue: ExpressibleByDictionaryLiteral {
  /// An object; of a name that stands twice the last value counts.
  public init(dictionaryLiteral elements: (String, BeckonValue)...) {
    json = Dictionary(elements) { $1 }.json
  }
}

extension [String: BeckonValue] {
  /// An object whose members stand in the order of their names, so that the same dictionary is the
  /// same text in each run.
  var json: JSON {
    .object(sorted { $0.key < $1.key }.map { JSON.Member($0.key, $0.value.json) })
  }
}

extension [String: any BeckonValueConvertible] {
  /// The same as values.
  var values: [String: BeckonValue] { mapValues(\.beckonValue) }
}
