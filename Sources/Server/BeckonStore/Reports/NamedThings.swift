import BeckonDatabase
import BeckonEngine
import BeckonModel

/// The things of roll-ups that rows of the feed mean: those that they name, and what hangs on what
/// they name. That may be any number, all that a person has paid or all whom they have referred, so
/// it is taken in parts, and what is left of it is named by a row of its own (`rest`).
struct NamedThings {
  private let scope: Scope
  private var named: [FeedKind: Set<Identifier>] = [:]
  private var rests: [Rest] = []
  /// Rows that mean what was left of these.
  private(set) var rest: [NewFeedRow] = []

  /// What is left of the things of a roll-up that hang on something.
  private struct Rest {
    let rollUp: String
    let kind: FeedKind
    let id: Identifier
    let behind: Identifier
  }

  /// What a row says.
  typealias Row = (kind: FeedKind?, id: Identifier, body: JSON?)

  /// What `read` reads, in its order.
  static let columns: SQL = """
    kind, id, CASE WHEN kind IN ('referred', 'recount') THEN body ELSE '' END
    """

  /// Reads a row.
  static func read(_ row: any BeckonDatabase.Row) throws -> Row {
    (FeedKind(row.text(0)), row.identifier(1), row.text(2).isEmpty ? nil : try row.json(2))
  }

  /// What rows mean.
  /// - Parameter referredMax: so many of those whom a person has referred are taken.
  init(_ rows: [Row], referredMax: Int, _ scope: Scope) throws {
    self.scope = scope
    for row in rows {
      switch row.kind {
      case .referred: try add(referredBy: row, max: referredMax)
      case .recount: if let rest = Self.rest(row) { rests.append(rest) }
      case let kind?: named[kind, default: []].insert(row.id)
      case nil: break
      }
    }
    // Whoever uses an install was perhaps brought by it.
    let users = try scope.connection.rows(
      Self.users, for: named[.topic(.install), default: []].map { [scope.tenant, .identifier($0)] }
    ) { $0.identifier(0) }
    named[.origin, default: []].formUnion(users)
  }

  private static let users = BulkStatement(
    "SELECT person FROM install_people WHERE app = $1 AND install = $2",
    [.integer("app"), .identifier("install")])

  private mutating func add(referredBy row: Row, max: Int) throws {
    let referred = try scope.connection.rows(
      """
      SELECT person FROM referrals {by referrals_by_referrer}
      WHERE app = $1 AND referrer = $2 AND person > $3 ORDER BY person LIMIT $4
      """,
      [
        scope.tenant, .identifier(row.id), .identifier(Self.place(row.body) ?? DailyCounter.none),
        .integer(Int64(max) + 1),
      ]
    ) { $0.identifier(0) }
    named[.origin, default: []].formUnion(referred.prefix(max))
    guard referred.count > max, let last = referred.prefix(max).last else { return }
    rest.append(Self.row(.referred, row.id, [], behind: last))
  }

  /// The things of a roll-up that are meant, in the order of their ids.
  /// - Parameter max: so many are taken of what hangs on one row, or twenty if there are many rows.
  mutating func things(of rollUp: RollUp, max: Int) throws -> [Identifier] {
    var things = Set(rollUp.named.flatMap { named[$0] ?? [] })
    for (kind, statement) in rollUp.hanging {
      let places = places(of: kind, in: rollUp)
      guard !places.isEmpty else { continue }
      let each = Swift.max(20, max / places.count)
      for (id, found) in try hanging(statement, places, each) {
        things.formUnion(found.prefix(each))
        guard found.count > each, let last = found.prefix(each).last else { continue }
        let members = [
          JSON.Member("roll_up", .string(rollUp.name)), JSON.Member("kind", .string(kind.text)),
        ]
        rest.append(Self.row(.recount, id, members, behind: last))
      }
    }
    return things.sorted()
  }

  /// On what things hang, and behind which they are meant. What is named anew is counted from its
  /// beginning.
  private func places(of kind: FeedKind, in rollUp: RollUp) -> [Identifier: Identifier] {
    let ids = (named[kind] ?? []).map { ($0, DailyCounter.none) }
    let going = rests.filter { $0.rollUp == rollUp.name && $0.kind == kind }
    return Dictionary(ids + going.map { ($0.id, $0.behind) }) { min($0, $1) }
  }

  /// What hangs on each, in order.
  private func hanging(
    _ statement: BulkStatement, _ places: [Identifier: Identifier], _ max: Int
  ) throws -> [Identifier: [Identifier]] {
    let found = try scope.connection.rows(
      statement,
      for: places.sorted { $0.key < $1.key }.map { id, behind in
        [scope.tenant, .identifier(id), .identifier(behind), .integer(Int64(max) + 1)]
      }
    ) { (thing: $0.identifier(0), owner: $0.identifier(1)) }
    return Dictionary(grouping: found, by: \.owner).mapValues { $0.map(\.thing).sorted() }
  }

  // MARK: Rows

  /// The row is nobody's, so that no erasure takes its body away: it names nobody but by their id.
  private static func row(
    _ kind: FeedKind, _ id: Identifier, _ members: [JSON.Member], behind last: Identifier
  ) -> NewFeedRow {
    NewFeedRow(
      kind: kind, id: id, subject: DailyCounter.none, isByClient: true,
      body: .object(members + [JSON.Member("behind", .string(last.text))]))
  }

  private static func place(_ body: JSON?) -> Identifier? {
    body?["behind"]?.string.flatMap { Identifier(text: $0) }
  }

  private static func rest(_ row: Row) -> Rest? {
    guard let rollUp = row.body?["roll_up"]?.string,
      let kind = row.body?["kind"]?.string.flatMap({ FeedKind($0) }), let behind = place(row.body)
    else { return nil }
    return Rest(rollUp: rollUp, kind: kind, id: row.id, behind: behind)
  }
}
