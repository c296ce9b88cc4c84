import BeckonDatabase

extension Feature {
  /// Every feature: the one list. People are exported in its order.
  public static let all: [Feature] = [
    accounts, people, attribution, links, referrals, rewards, payments, events, webhooks, postbacks,
    messages, invites, catalog, widgets, search, reports, reminders, visitors, feed,
    imports, upkeep, operators,
  ]

  /// Every table of the schema as the migrations leave it; a test compares the two.
  public static let tables: [CopiedTable] = all.flatMap(\.tables)
}
