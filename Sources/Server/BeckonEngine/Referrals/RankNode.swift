import BeckonModel

/// A node of the tree in which a board's people are counted by their score.
///
/// A score is read as digits of four bits. At height 0 stands each score by itself, at height 1
/// what scores have in common but for their last digit, and so on; above all of them stands one
/// node for everybody. Each node counts the people below it. So who is ahead of a score is found
/// in few nodes, however many people there are: at each height the later siblings, fifteen at
/// most. A node whose digit is 0 is nobody's later sibling, and is not kept (but for the score 0
/// itself): a score of three digits is counted in three nodes and the one above.
public struct RankNode: Hashable, Comparable, Sendable {
  /// How many digits stand below it.
  public let height: Int
  /// The digits above those, its own last, as a number.
  public let prefix: Int64

  /// Bits of a digit.
  private static let digitBits = 4
  /// The largest digit.
  private static let digitMax: Int64 = (1 << digitBits) - 1
  /// Digits of a score.
  private static let digits = 10
  /// The largest score, 2^40 - 1. A higher one counts as this, one below 0 as 0.
  public static let scoreMax: Int64 = (1 << (digitBits * digits)) - 1

  /// Names a node.
  public init(height: Int, prefix: Int64) {
    self.height = height
    self.prefix = prefix
  }

  /// By number.
  public static func < (one: RankNode, other: RankNode) -> Bool { one.number < other.number }

  /// Its number, by which it is stored. Nodes with one digit come first, in the order of their
  /// scores, and then the one that counts everybody: so who is ahead of a score of one digit stands
  /// in one row of numbers, however many digits others have.
  public var number: Int64 {
    guard height < Self.digits else { return Self.firstsMax + 1 }
    return prefix <= Self.digitMax
      ? Int64(height) << Self.digitBits | prefix
      : Int64(height + 1) << Int64(Self.digits * Self.digitBits) | prefix
  }

  /// The highest number of a node with one digit.
  private static let firstsMax = Int64(digits << digitBits) - 1

  /// The node that counts everybody.
  public static let everybody = RankNode(height: digits, prefix: 0)

  /// The nodes that count somebody with a score, from below.
  public static func all(of score: Int64) -> [RankNode] {
    path(of: score).filter { $0.height == 0 || $0.prefix & digitMax != 0 } + [everybody]
  }

  /// The numbers of the nodes whose people are ahead of a score: one range for each of its digits
  /// at most.
  public static func ahead(of score: Int64) -> [ClosedRange<Int64>] {
    let path = path(of: score)
    let top = path.last { $0.prefix > 0 } ?? path[0]
    return path[...top.height].compactMap { node in
      let left = digitMax - node.prefix & digitMax
      let last = node == top ? firstsMax : node.number + left
      return node.number < last ? node.number + 1...last : nil
    }
  }

  /// The node of everybody with this very score.
  public static func leaf(of score: Int64) -> RankNode { path(of: score)[0] }

  private static func path(of score: Int64) -> [RankNode] {
    let score = min(max(score, 0), scoreMax)
    return (0..<digits).map { RankNode(height: $0, prefix: score >> ($0 * digitBits)) }
  }

  /// By how much the nodes' counts change when somebody's score does; `nil` is on no board.
  public static func changes(from old: Int64?, to new: Int64?) -> [RankNode: Int64] {
    guard old != new else { return [:] }
    var changes: [RankNode: Int64] = [:]
    for node in old.map(all) ?? [] { changes[node, default: 0] -= 1 }
    for node in new.map(all) ?? [] { changes[node, default: 0] += 1 }
    return changes.filter { $0.value != 0 }
  }
}
