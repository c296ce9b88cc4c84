/// A session as the index keeps it: who and when, and where its clicks stand.
struct StoredSession: Sendable {
  var number: Int64
  var visitor: Int64
  /// Milliseconds since 1970 of its last click; -1 before it has one.
  var newest: Int64
  /// Where its clicks begin in the flat arrays.
  var start: UInt32
  var count: UInt16
  /// The power of two of its block.
  var power: UInt8
  /// Whether the slot holds a session.
  var isTaken: Bool
}

/// Where the sessions of an item stand: slots in the order of their last click on the item.
struct Posting: Sendable {
  var start: UInt32 = 0
  var count: UInt32 = 0
  /// The power of two of its block; 0 where there is none.
  var power: UInt8 = 0
}
