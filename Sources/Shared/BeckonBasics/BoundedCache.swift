/// Values that were looked up lately, in so many bytes at most. When there is no room for one more,
/// all are forgotten: what is asked for often is soon there again, and nothing has to be kept in
/// order meanwhile.
public struct BoundedCache<Key: Hashable, Value> {
  private let bytesMax: Int
  private var values: [Key: Value] = [:]
  /// What keys and values take up, as far as it was told.
  public private(set) var bytes = 0

  /// What an entry takes up beside its texts, about.
  public static var entryBytes: Int { 2 * (MemoryLayout<Key>.size + MemoryLayout<Value>.size) + 64 }

  /// A cache without anything in it.
  public init(bytesMax: Int) { self.bytesMax = bytesMax }

  /// How many values are there.
  public var count: Int { values.count }

  /// The value for a key, if it is there.
  public subscript(key: Key) -> Value? { values[key] }

  /// Forgets values. What they took up is as much as all others on average.
  public mutating func forget(where isForgotten: (Value) -> Bool) {
    let kept = values.filter { !isForgotten($0.value) }
    if kept.count < values.count { bytes = bytes / values.count * kept.count }
    values = kept
  }

  /// Keeps a value.
  /// - Parameter texts: bytes of the texts in key and value.
  public mutating func keep(_ value: Value, for key: Key, texts: Int) {
    let added = texts + Self.entryBytes
    guard added <= bytesMax else { return }
    if bytes + added > bytesMax {
      values = [:]
      bytes = 0
    }
    if values.updateValue(value, forKey: key) == nil { bytes += added }
  }
}

extension BoundedCache: Sendable where Key: Sendable, Value: Sendable {}
