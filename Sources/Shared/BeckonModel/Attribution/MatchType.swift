/// How sure a match of an install to a link is, best first.
public enum MatchType: String, CaseIterable, Comparable, Sendable {
  /// A click id, install referrer or pasteboard link names it: no doubt.
  case unique
  /// The same network and device traits within the default window, and no other candidate.
  case `default`
  /// The same, but later, or on a network that many share. Pays nothing and reveals nobody unless a
  /// rule says so.
  case weak
  /// No match, but a client named the referrer by a person's id, which proves nothing. Surer than
  /// `weak`, because the person said so; pays nothing unless a rule says so.
  case declared
  /// No match, or more than one.
  case none

  /// `none` < `weak` < `declared` < `default` < `unique`.
  public static func < (left: MatchType, right: MatchType) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .none: 0
    case .weak: 1
    case .declared: 2
    case .default: 3
    case .unique: 4
    }
  }
}
