/// A text as the key of a dictionary or the member of a set: hashed and compared by its bytes, in
/// time that grows with its length, whoever wrote it.
public struct TextKey: Hashable, Comparable, Sendable {
  /// The text.
  public let text: String

  /// The key of a text.
  @inlinable
  public init(_ text: String) { self.text = text }

  /// Whether the bytes are the same.
  public static func == (left: TextKey, right: TextKey) -> Bool { left.text == right.text }

  /// The order of the bytes.
  public static func < (left: TextKey, right: TextKey) -> Bool { left.text < right.text }

  /// Feeds in the bytes.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension TextKey: ExpressibleByStringLiteral, CustomStringConvertible {
  /// The key of a literal.
  @inlinable
  public init(stringLiteral text: String) { self.text = text }

  /// The text.
  public var description: String { text }
}

extension Set where Element == TextKey {
  /// The set of these texts.
  public init(texts: some Sequence<String>) {
    self = []
    for text in texts { insert(TextKey(text)) }
  }

  /// Whether the text is one of them.
  public func contains(_ text: String) -> Bool { contains(TextKey(text)) }

  /// The texts in the order of their bytes.
  public var sortedTexts: [String] { map { $0.text }.sorted() }
}

extension Dictionary where Key == TextKey {
  /// The value for a text.
  public subscript(text: String) -> Value? {
    get { self[TextKey(text)] }
    set { self[TextKey(text)] = newValue }
  }

  /// The value for a text, or another where there is none.
  public subscript(text: String, default value: @autoclosure () -> Value) -> Value {
    get { self[TextKey(text), default: value()] }
    set { self[TextKey(text), default: value()] = newValue }
  }
}
