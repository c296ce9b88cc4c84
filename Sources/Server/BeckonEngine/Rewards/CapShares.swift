import BeckonModel

/// What a rule may still pay in all, dealt out in shares, so that those who pay at the same time
/// need not all change one number. Whoever finds room in one share looks at no other. When it is
/// used up, all that is left is dealt anew; so the total is never passed, and is used to the end.
public struct CapShares: Hashable, Sendable {
  /// Number of shares.
  public static let count = 16

  /// The total that was dealt out, what has been paid included.
  public let bound: Int64
  /// What each share may still pay. The sum is what all may; it is below zero when the bound was
  /// lowered below what had been paid, and then no share has room.
  public let rooms: [Int64]

  /// The shares as they are stored; without any, nothing has been paid.
  public init(bound: Int64, rooms: [Int64]) {
    self.bound = bound
    self.rooms = rooms
  }

  /// The first dealing.
  public init(bound: Int64) {
    self.init(bound: bound, rooms: [bound])
  }

  /// What all shares together may still pay.
  public var left: Int64 { rooms.reduce(0, +) }

  /// The same under another bound. What has been paid stays paid.
  public func bounded(by other: Int64) -> CapShares {
    CapShares(bound: other, rooms: [left - bound + other])
  }

  /// After `amount` was paid, or given back when it is negative: what is left, dealt out evenly in
  /// parts of which `part` can be paid. The first share, counted from 0, is the first to get one.
  public func paying(_ amount: Int64, inPartsOf part: Int64, first: Int) -> CapShares {
    let left = left - amount
    guard left > 0 else {
      return CapShares(bound: bound, rooms: [left] + Array(repeating: 0, count: Self.count - 1))
    }
    let parts = left / part
    var rooms = (0..<Self.count).map { share in
      let place = (share - first + Self.count) % Self.count
      return (parts / Int64(Self.count) + (place < Int(parts % Int64(Self.count)) ? 1 : 0)) * part
    }
    rooms[first] += left % part
    return CapShares(bound: bound, rooms: rooms)
  }
}
