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
  /// The kinds of rows of the feed that may change it, and which of its things are meant by the ids
  /// of such rows, of each id a portion.
  let things: [FeedKind: Things]
  /// Where things count now. What counted so far comes along: of what is no longer stored it may be
  /// kept. A thing that is not among the result counts nowhere.
  let cells: Cells
  /// The ids of things behind one, in their order.
  let page: @Sendable (Scope, _ behind: Identifier, _ limit: Int) throws -> [Identifier]
  /// The ids of things that count in a period.
  let within: Within

  /// Those behind one, in their order, and at most so many: one id may mean any number of things.
  struct Portion {
    var behind = Identifier(high: 0, low: 0)
    var limit = Int64.max

    func parameters(of id: Identifier, _ scope: Scope) -> [DatabaseValue] {
      [scope.tenant, .identifier(id), .identifier(behind), .integer(limit)]
    }
  }

  typealias Within = @Sendable (Scope, ReportPeriod) throws -> [Identifier]
  typealias Things = @Sendable (Scope, [Identifier], Portion) throws -> [Identifier]
  typealias Cells =
    @Sendable (Scope, [Identifier], _ counted: [Identifier: DailyCells]) throws
    -> [Identifier: DailyCells]

  /// Those that the rows name.
  static let named: Things = { _, ids, _ in ids }

  private static let users = BulkStatement(
    "SELECT person FROM install_people WHERE app = $1 AND install = $2",
    [.integer("app"), .identifier("install")])

  /// What those people have who use the installs that the rows name.
  static func ofUsers(_ ofPeople: @escaping Things) -> Things {
    { scope, installs, portion in
      let people = try scope.connection.rows(
        users, for: installs.map { [scope.tenant, .identifier($0)] }
      ) { $0.identifier(0) }
      return try ofPeople(scope, Set(people).sorted(), portion)
    }
  }

  /// Every feature's.
  static let all = Feature.all.flatMap(\.rollUps)
}
