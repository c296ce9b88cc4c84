import BeckonModel
import Foundation

extension JSON {
  /// The value as JSON. Nothing is refused, because a payment must not be lost for what hangs on
  /// it: what JSON cannot say is sent as its description, and NUL, which no string may hold, as
  /// U+FFFD.
  package init(foundation value: Any) {
    switch value {
    case let json as JSON: self = json
    case is NSNull: self = .null
    case let text as String: self = .text(text)
    case let values as [Any]: self = .array(values.map(JSON.init(foundation:)))
    case let values as [String: Any]: self = JSON(foundation: values)
    case let decimal as Decimal where !decimal.isNaN: self = .number("\(decimal)")
    case let url as URL: self = .text(url.absoluteString)
    case let id as UUID: self = .string(id.uuidString)
    case let date as Date: self = .instant(date.instant)
    default: self = Self.numeric(value) ?? (Self.isNil(value) ? .null : .text("\(value)"))
    }
  }

  /// An object whose members stand in the order of their names.
  package init(foundation values: [String: Any]) {
    self = .object(
      values.sorted { $0.key < $1.key }
        .map { Member($0.key.withoutNUL, JSON(foundation: $0.value)) })
  }

  /// A number or truth value. Swift's own types come first: they would pass as Foundation's too,
  /// and there a truth value is a number that only its type code tells apart.
  private static func numeric(_ value: Any) -> JSON? {
    if type(of: value) == Bool.self { return (value as? Bool).map(JSON.bool) }
    if let integer = value as? any BinaryInteger { return .number("\(integer)") }
    let floats: [Any.Type] = [Double.self, Float.self, CGFloat.self]
    if floats.contains(where: { $0 == type(of: value) }) {
      return .finite("\(value)")
    }
    guard let number = value as? NSNumber else { return nil }
    switch String(cString: number.objCType) {
    case "c", "B": return .bool(number.boolValue)
    case "f", "d": return .finite("\(number.doubleValue)")
    default: return .number(number.stringValue)
    }
  }

  /// A number; `null` for infinity and what is none.
  private static func finite(_ text: String) -> JSON {
    text.contains("n") ? .null : .number(text)
  }

  private static func isNil(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional && mirror.children.isEmpty
  }

  private static func text(_ text: String) -> JSON { .string(text.withoutNUL) }

  /// The members as Swift's own values, for an app's casts: numbers without decimals are `Int`,
  /// others `Double`. `null` is left out, so that a cast and a comparison with `nil` say the same.
  /// Not Foundation's classes, because not all of them are `Sendable` on each platform.
  package var foundationMembers: [String: any Sendable] {
    var members: [String: any Sendable] = [:]
    for member in self.members ?? [] { members[member.name] = member.value.foundation }
    return members
  }

  /// The value as one of Swift's own; `nil` for `null`.
  package var foundation: (any Sendable)? {
    switch self {
    case .null: nil
    case .bool(let value): value
    case .string(let text): text
    case .array(let elements): elements.compactMap(\.foundation)
    case .object: foundationMembers
    case .number(let text): Int(text).map { $0 as any Sendable } ?? double
    }
  }
}

extension String {
  fileprivate var withoutNUL: String {
    utf8.contains(0) ? replacingOccurrences(of: "\0", with: "\u{FFFD}") : self
  }
}
