/// Where a value stands in a person's record: the keys on the way to it. The empty path is the
/// whole record. Keys are as realtime databases have them.
public struct RecordPath: Sendable {
  /// The keys, from the outside in.
  public let keys: [String]

  /// Bytes of a key.
  public static let keyBytes = 1...128
  /// Most keys of a path, and deepest nesting of a record.
  public static let depthMax = 20
  /// Longest path as text, in bytes.
  public static let textBytes = 768

  /// A path of keys.
  /// - Throws: `FieldError` about the field `name`, when one is no key or they are too many.
  public init(_ keys: [String], in name: String) throws(FieldError) {
    guard keys.count <= Self.depthMax else {
      throw FieldError(name, "is deeper than \(Self.depthMax) keys")
    }
    for key in keys { try Self.check(key, in: name) }
    self.keys = keys
  }

  /// A path as text: `game/level`; the empty text is the whole record.
  /// - Throws: `FieldError` about the field `name`.
  public init(_ text: String, in name: String) throws(FieldError) {
    try self.init(text.isEmpty ? [] : text.split(on: "/", keepsEmpty: true), in: name)
  }

  /// The path as text.
  public var text: String { keys.joined(separator: "/") }

  /// Looks whether a text can be a key.
  /// - Throws: `FieldError` about the field `name` when it cannot.
  public static func check(_ key: String, in name: String) throws(FieldError) {
    guard keyBytes.contains(key.utf8.count) else {
      throw FieldError(
        name, "has a key that is empty or longer than \(keyBytes.upperBound) bytes")
    }
    guard !key.utf8.contains(where: isForbidden) else {
      throw FieldError(
        name,
        "has the key \(NameSuggestion.shown(key)); a key has none of . # $ [ ] / and no "
          + "control characters")
    }
  }

  private static func isForbidden(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<0x20, 0x7F, UInt8(ascii: "."), UInt8(ascii: "#"), UInt8(ascii: "$"),
      UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "/"):
      true
    default: false
    }
  }
}
