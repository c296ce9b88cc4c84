import BeckonModel

/// By which score people are counted in a tree (`RankNode`).
public enum Board: Hashable, Sendable {
  /// By referrals all of whose steps are done, of those who have referred somebody.
  case confirmed
  /// By points, of those who have some.
  case points
  /// By referrals all of whose steps are done, of everybody in a waiting list.
  case queue
  /// By when they joined (`JoinSpan`), of those in a waiting list with so many such referrals.
  case joined(confirmed: Int64)

  private static let joinedPrefix = "joined."

  /// The word under which it is stored.
  public var word: String {
    switch self {
    case .confirmed: "confirmed"
    case .points: "points"
    case .queue: "queue"
    case .joined(let confirmed): Self.joinedPrefix + String(confirmed)
    }
  }

  /// Reads the word; `nil` for anything else.
  public init?(stored word: String) {
    switch word {
    case "confirmed": self = .confirmed
    case "points": self = .points
    case "queue": self = .queue
    default:
      let prefix = Self.joinedPrefix.utf8
      guard word.utf8.starts(with: prefix),
        let confirmed = Int64(Substring(word.utf8.dropFirst(prefix.count)))
      else { return nil }
      self = .joined(confirmed: confirmed)
    }
  }
}
