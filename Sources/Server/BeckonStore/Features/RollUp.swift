import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What a feature counts by day: of each thing it tells where it counts as it is now. The feed says
/// which things are new or have changed; so whatever changes a thing publishes it, and the sums are
/// right again, in whatever order and however often that happens.
struct RollUp: Sendable {
  /// Under what the counts of its things are kept.
  let name: String
  /// What it counts.
  let measures: Set<DailyMeasure>
  /// The kinds of rows of the feed whose ids are things of it.
  let named: Set<FeedKind>
  /// The kinds on whose ids things of it hang, which may be any number, and how to find them: of
  /// app and id those behind a thing, in their order, up to a number; with each the id.
  let hanging: [FeedKind: BulkStatement]
  /// Where things count now. What counted so far comes along: of what is no longer stored it may be
  /// kept; and who can tell what brought persons. A thing that is not among the result counts
  /// nowhere.
  let cells: Cells
  /// The ids of things behind one, in their order.
  let page: @Sendable (Scope, _ behind: Identifier, _ limit: Int) throws -> [Identifier]
  /// The ids of things that count in a period.
  let within: Within

  typealias Within = @Sendable (Scope, ReportPeriod) throws -> [Identifier]
  typealias Cells =
    @Sendable (Scope, [Identifier], _ counted: [Identifier: DailyCells], Origins) throws
    -> [Identifier: DailyCells]

  /// A statement of `hanging`.
  static func hanging(_ sql: SQL) -> BulkStatement {
    BulkStatement(
      sql, [.integer("app"), .identifier("id"), .identifier("behind"), .integer("max")])
  }

  /// The kinds of rows that may change it.
  var kinds: Set<FeedKind> { named.union(hanging.keys) }

  /// Every feature's.
  static let all = Feature.all.flatMap(\.rollUps)
}
