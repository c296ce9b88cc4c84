extension DashboardPage {
  /// Every page: the one list, in the order of the navigation.
  static let all: [DashboardPage] = [
    allApps, overview, why,
    campaigns, review, ledger, links, people, messages, texts, suppressions,
    products, widgets, search,
    settings, webhooks, keys,
    operators, audit, sessions, health,
  ]

  /// The page to which an operator comes first.
  static let home = allApps
  /// The page to which one of an app comes first.
  static let appHome = overview
}
