/// What an operator may do. Each role may do what those before it may.
public enum OperatorRole: String, CaseIterable, Sendable, Comparable {
  /// Looks at everything, and changes nothing.
  case read
  /// Changes campaigns, links, settings, people.
  case edit
  /// Decides about rewards, gives and takes them, and says who the operators are.
  case money

  /// Whether this role may do less than another.
  public static func < (left: OperatorRole, right: OperatorRole) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .read: 0
    case .edit: 1
    case .money: 2
    }
  }
}
