import BeckonModel

/// Where somebody stands on a board: those with one score share a rank, and the next has one more
/// than there are people ahead (1, 2, 2, 4).
public struct BoardStanding: Hashable, Sendable {
  /// From 1.
  public let rank: Int64
  /// How many people share it, this one with them.
  public let tied: Int64

  /// Makes a standing.
  public init(rank: Int64, tied: Int64) {
    self.rank = rank
    self.tied = tied
  }

  /// Where people stand who follow each other on a board.
  /// - Parameters:
  ///   - scores: theirs, highest first.
  ///   - ahead: how many people have a higher score than the first of them.
  ///   - tied: of each score, how many people have it.
  public static func all(
    of scores: [Int64], ahead: Int64, tied: [Int64: Int64]
  ) -> [BoardStanding] {
    var (ahead, last) = (ahead, scores.first)
    return scores.map { score in
      if let before = last, before != score { ahead += tied[before] ?? 0 }
      last = score
      return BoardStanding(rank: ahead + 1, tied: tied[score] ?? 0)
    }
  }
}
