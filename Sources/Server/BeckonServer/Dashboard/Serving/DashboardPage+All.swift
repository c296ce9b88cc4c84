extension DashboardPage {
  /// Every page: the one list, in the order of the navigation.
  static let all: [DashboardPage] = [
    review, ledger, links, people, webhooks, keys,
    operators, audit, sessions,
  ]

  /// The page to which an operator comes first.
  static let home = sessions
  /// The page to which one of an app comes first.
  static let appHome = "overview"
}
