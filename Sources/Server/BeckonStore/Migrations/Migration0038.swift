import BeckonDatabase

extension Migration {
  /// The clicks of all links by day: a report of some weeks reads those weeks, and not all that was
  /// ever counted.
  static let clicksOfLinksByDay = Migration(
    number: 38, name: "clicks-of-links-by-day",
    statements: [
      """
      CREATE INDEX link_days_by_day ON link_days (app, kind, day, link, platform, count)
      """
    ],
    oldestCompatible: 36)
}
