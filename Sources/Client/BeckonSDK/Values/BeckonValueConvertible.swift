import BeckonModel
import Foundation

/// A Swift value that can be an event's property or a person's attribute. Numbers, texts, dates,
/// URLs, and lists and dictionaries of them can; give your own types a `beckonValue`.
public protocol BeckonValueConvertible {
  /// The value.
  var beckonValue: BeckonValue { get }
}

extension BeckonValue: BeckonValueConvertible {
  /// Itself.
  public var beckonValue: BeckonValue { self }
}

extension String: BeckonValueConvertible {
  /// The text.
  public var beckonValue: BeckonValue { BeckonValue(json: .string(self)) }
}

extension Bool: BeckonValueConvertible {
  /// The truth value.
  public var beckonValue: BeckonValue { BeckonValue(json: .bool(self)) }
}

extension Int: BeckonValueConvertible {
  /// The number.
  public var beckonValue: BeckonValue { BeckonValue(json: .integer(self)) }
}

extension Int64: BeckonValueConvertible {
  /// The number.
  public var beckonValue: BeckonValue { BeckonValue(json: .integer(self)) }
}

extension Double: BeckonValueConvertible {
  /// The number. Infinity and what is no number are refused by the call that gets them.
  public var beckonValue: BeckonValue { BeckonValue(json: .number("\(self)")) }
}

extension Float: BeckonValueConvertible {
  /// The number. Infinity and what is no number are refused by the call that gets them.
  public var beckonValue: BeckonValue { BeckonValue(json: .number("\(self)")) }
}

extension Decimal: BeckonValueConvertible {
  /// The number, to its last digit.
  public var beckonValue: BeckonValue { BeckonValue(json: .number("\(self)")) }
}

extension Date: BeckonValueConvertible {
  /// The moment to the millisecond, as ISO 8601 in UTC.
  public var beckonValue: BeckonValue { BeckonValue(json: .instant(instant)) }
}

extension URL: BeckonValueConvertible {
  /// The URL's text.
  public var beckonValue: BeckonValue { BeckonValue(json: .string(absoluteString)) }
}

extension UUID: BeckonValueConvertible {
  /// The id's text.
  public var beckonValue: BeckonValue { BeckonValue(json: .string(uuidString)) }
}

extension Optional: BeckonValueConvertible where Wrapped: BeckonValueConvertible {
  /// The value, or none.
  public var beckonValue: BeckonValue { self?.beckonValue ?? nil }
}

extension Array: BeckonValueConvertible where Element: BeckonValueConvertible {
  /// The list.
  public var beckonValue: BeckonValue { BeckonValue(json: .array(map(\.beckonValue.json))) }
}

extension Dictionary: BeckonValueConvertible
where Key == String, Value: BeckonValueConvertible {
  /// The object.
  public var beckonValue: BeckonValue { BeckonValue(json: mapValues(\.beckonValue).json) }
}
