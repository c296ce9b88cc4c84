import BeckonModel

/// The members of an object as this vendor's JSON has them: `bundleId` may come as `bundle_id`, a
/// number as text, a word of a closed set as its number, and `null` is no value
/// (docs/PROTOCOLS/dynamiclinks.md, JSON).
public struct ProtocolMembers: Sendable {
  /// Most bytes of a text that is no link.
  public static let textBytesMax = 1_000

  private let fields: Fields

  /// The members of an object.
  /// - Throws: `FieldError` when it is none.
  public init(_ json: JSON, at path: String = "") throws(FieldError) {
    fields = try Fields(json, at: path)
  }

  private init(_ fields: Fields) { self.fields = fields }

  /// The same member by its other name, if it came by that.
  private func given(_ name: String) -> String {
    fields.value(name) != nil ? name : Self.snake(name)
  }

  /// Refuses other names, as the vendor did.
  /// - Throws: `FieldError`.
  public func allow(only names: [String]) throws(FieldError) {
    let known = Set(texts: names + names.map(Self.snake))
    guard let unknown = fields.all.first(where: { !known.contains(TextKey($0.name)) }) else {
      return
    }
    throw fields.error(
      NameSuggestion.shown(unknown.name), NameSuggestion.refusal(of: unknown.name, names))
  }

  /// Any value.
  public func value(_ name: String) -> JSON? { fields.value(given(name)) }

  /// A text; a number reads as it is written, an empty text is none.
  /// - Throws: `FieldError` for anything else.
  public func text(
    _ name: String, max: Int = ProtocolMembers.textBytesMax
  ) throws(FieldError) -> String? {
    let name = given(name)
    if case .number(let text)? = fields.value(name) { return text }
    return fields.value(name) == "" ? nil : try fields.string(name, max: max)
  }

  /// A whole number, also as text.
  /// - Throws: `FieldError` for anything else.
  public func integer(_ name: String) throws(FieldError) -> Int64? {
    guard let text = try text(name) else { return nil }
    guard let number = Int64(text) else { throw fields.error(name, "must be a whole number") }
    return number
  }

  /// A truth value, also as text or number.
  /// - Throws: `FieldError` for anything else.
  public func bool(_ name: String) throws(FieldError) -> Bool? {
    if let value = value(name)?.bool { return value }
    switch try text(name) {
    case nil: return nil
    case "true", "1": return true
    case "false", "0": return false
    default: throw fields.error(name, "must be true or false")
    }
  }

  /// A word of a closed set, also as its number.
  /// - Parameter words: the set, in the order of the numbers.
  /// - Throws: `FieldError` for any other word.
  public func word(_ name: String, of words: [String]) throws(FieldError) -> String? {
    guard let text = try text(name) else { return nil }
    if let number = Int(text), words.indices.contains(number) { return words[number] }
    guard words.contains(where: { $0 == text }) else {
      throw fields.error(name, "must be one of " + words.joined(separator: ", "))
    }
    return text
  }

  /// An object inside.
  /// - Throws: `FieldError` when it is none.
  public func members(_ name: String) throws(FieldError) -> ProtocolMembers? {
    try fields.fields(given(name)).map { ProtocolMembers($0) }
  }

  /// An error about a member.
  public func error(_ name: String, _ reason: String) -> FieldError { fields.error(name, reason) }

  /// `bundleId` as `bundle_id`.
  private static func snake(_ name: String) -> String {
    var bytes: [UInt8] = []
    for byte in name.utf8 {
      if (0x41...0x5A).contains(byte) { bytes.append(UInt8(ascii: "_")) }
      bytes.append(byte.asciiLowercased)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
