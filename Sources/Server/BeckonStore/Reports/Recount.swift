import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What a row of the feed means beyond what one transaction counts: any number of payments may have
/// been made on one install. It is a row of its own, behind all others, and each portion that is
/// counted leaves one for what is behind it.
struct Recount {
  private let rollUp: RollUp
  /// What the row was about.
  private let kind: FeedKind
  private let id: Identifier
  private let behind: Identifier
  /// When the row was published: what is counted is counted up to then.
  private let at: Instant

  /// Everything that a row means of a roll-up; `nil` when that is nothing.
  init?(_ row: FeedRow, of rollUp: RollUp) {
    guard let kind = row.kind, rollUp.things[kind] != nil else { return nil }
    self.init(rollUp: rollUp, kind: kind, id: row.id, behind: DailyCounter.none, at: row.at)
  }

  /// Reads it; `nil` of any other row.
  init?(_ row: FeedRow) {
    guard row.kind == .recount, let body = row.body,
      let rollUp = RollUp.all.first(where: { body["roll_up"] == .string($0.name) }),
      let kind = body["kind"]?.string.flatMap({ FeedKind($0) }),
      let behind = body["behind"]?.string.flatMap({ Identifier(text: $0) })
    else { return nil }
    self.init(rollUp: rollUp, kind: kind, id: row.id, behind: behind, at: row.at)
  }

  private init(rollUp: RollUp, kind: FeedKind, id: Identifier, behind: Identifier, at: Instant) {
    self.rollUp = rollUp
    self.kind = kind
    self.id = id
    self.behind = behind
    self.at = at
  }

  /// What is still to be counted, if it is of this roll-up.
  func things(of other: RollUp, _ scope: Scope, limit: Int64 = .max) throws -> [Identifier] {
    guard other.name == rollUp.name else { return [] }
    let portion = RollUp.Portion(behind: behind, limit: limit)
    return Set(try rollUp.things[kind]?(scope, [id], portion) ?? []).sorted()
  }

  /// Counts the next portion.
  func goOn(_ scope: Scope, portion: Int) throws {
    let things = try things(of: rollUp, scope, limit: Int64(portion)).prefix(portion)
    try DailyCounter(scope).refresh(Array(things), of: rollUp)
    guard things.count == portion, let last = things.last else { return }
    try Recount(rollUp: rollUp, kind: kind, id: id, behind: last, at: at).publish(scope)
  }

  func publish(_ scope: Scope) throws {
    // Nobody's: whoever is erased stays counted, and must be counted to the end.
    let row = NewFeedRow(
      kind: .recount, id: id, subject: DailyCounter.none, isByClient: true,
      body: [
        "roll_up": .string(rollUp.name), "kind": .string(kind.text), "behind": .string(behind.text),
      ])
    try scope.connection.insert([Feed.row(of: row, app: scope.app.number, at: at)], by: Feed.rows)
  }
}
