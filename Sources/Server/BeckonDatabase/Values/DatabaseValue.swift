import BeckonModel

/// A value as a database column holds it.
public enum DatabaseValue: Hashable, Sendable {
  /// SQL `NULL`.
  case null
  /// `BIGINT`. Instants are milliseconds since 1970, truth is 0 or 1.
  case integer(Int64)
  /// `DOUBLE PRECISION`.
  case real(Double)
  /// `TEXT`, without NUL. JSON is text too.
  case text(String)
  /// `UUID`: 16 bytes, big-endian.
  case identifier(Identifier)

  /// The text, or `NULL`.
  public static func text(_ text: String?) -> DatabaseValue { text.map(Self.text) ?? .null }
  /// The number, or `NULL`.
  public static func integer(_ number: Int64?) -> DatabaseValue {
    number.map(Self.integer) ?? .null
  }
  /// The number: a limit.
  public static func integer(_ number: Int) -> DatabaseValue { .integer(Int64(number)) }
  /// The identifier, or `NULL`.
  public static func identifier(_ identifier: Identifier?) -> DatabaseValue {
    identifier.map(Self.identifier) ?? .null
  }
  /// The id's bits, or `NULL`.
  public static func id<Kind>(_ id: ID<Kind>?) -> DatabaseValue {
    id.map { .identifier($0.identifier) } ?? .null
  }
  /// The instant, or `NULL`.
  public static func instant(_ instant: Instant?) -> DatabaseValue {
    instant.map { .integer($0.milliseconds) } ?? .null
  }
  /// 0 or 1.
  public static func bool(_ truth: Bool) -> DatabaseValue { .integer(truth ? 1 : 0) }
  /// Compact JSON, or `NULL`.
  public static func json(_ json: JSON?) -> DatabaseValue {
    json.map { .text($0.text) } ?? .null
  }
}
