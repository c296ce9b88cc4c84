import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Whether members' points are what the ledger comes to, and the places of waiting lists what the
/// members are.
public struct PlaceCheck {
  /// Rows that say otherwise: campaign, person, and both.
  public let wrong: [String]

  private struct Key: Hashable {
    let campaign: CampaignID
    let person: PersonID
  }

  private let points: [Key: Int64]
  private let misplaced: [PersonID]
  private let scope: Scope

  /// Reads all transfers of points and everybody in waiting lists, of the scope's app.
  /// - Throws: `DatabaseError`.
  public init(_ scope: Scope) throws {
    self.scope = scope
    let (stored, earned) = (try Self.stored(scope), try Self.earned(scope))
    points = earned.merging(stored.mapValues { _ in 0 }) { right, _ in right }
      .filter { stored[$0.key] ?? 0 != $0.value }
    let (places, due) = (try Self.places(scope), try Self.due(scope))
    let keys = Set(places.keys).union(due.keys).filter { places[$0] != due[$0] }
    misplaced = Set(keys.map(\.person)).sorted()
    let wrongPoints = points.map { key, right in
      "\(key.campaign.text) \(key.person.text): \(stored[key] ?? 0) points, not \(right)"
    }
    let wrongPlaces = keys.map { key in
      """
      \(key.campaign.text) \(key.person.text): \(places[key].map { "\($0)" } ?? "no place"), \
      not \(due[key].map { "\($0)" } ?? "none")
      """
    }
    wrong = (wrongPoints + wrongPlaces).sorted()
  }

  /// Makes wrong rows right, in the transaction in which they were found, and gives how many.
  /// - Throws: `DatabaseError`.
  @discardableResult
  public func mend() throws -> Int {
    let stored = try Self.stored(scope)
    let changes = points.map { key, right in
      (
        PointChanges.Key(app: scope.app.number, campaign: key.campaign, person: key.person),
        right - (stored[key] ?? 0)
      )
    }
    try PointChanges.store(Dictionary(changes, uniquingKeysWith: +), in: scope.connection)
    try QueuePlaces(scope).settle(misplaced)
    return wrong.count
  }

  // MARK: Points

  private static func stored(_ scope: Scope) throws -> [Key: Int64] {
    let rows = try scope.connection.rows(
      "SELECT campaign, person, points FROM campaign_points WHERE app = $1", [scope.tenant]
    ) { (Key(campaign: $0.id(0), person: $0.id(1)), $0.integer(2)) }
    return Dictionary(rows, uniquingKeysWith: +)
  }

  /// What was taken back is taken from who had earned it, also if they are erased.
  private static func earned(_ scope: Scope) throws -> [Key: Int64] {
    let rows = try scope.connection.rows(
      """
      SELECT t.campaign,
        CASE WHEN t.kind = 'reward' THEN t.to_owner ELSE COALESCE(r.to_owner, t.from_owner) END,
        CASE WHEN t.kind = 'reward' THEN t.amount ELSE -t.amount END
      FROM transfers AS t LEFT JOIN transfers AS r ON r.app = t.app AND r.id = t.reverses
      WHERE t.app = $1 AND t.unit = 'points' AND t.state = 'posted'
        AND t.kind IN ('reward', 'clawback') AND t.campaign IS NOT NULL
      """, [scope.tenant]
    ) {
      (campaign: $0.id(0, CampaignID.self), owner: $0.id(1, PersonID.self), amount: $0.integer(2))
    }
    var survivors: [PersonID: PersonID] = [:]
    var earned: [Key: Int64] = [:]
    for row in rows {
      let person = try survivors[row.owner] ?? People(scope).find(row.owner)?.id ?? row.owner
      survivors[row.owner] = person
      let key = Key(campaign: row.campaign, person: person)
      let (sum, isTooLarge) = (earned[key] ?? 0).addingReportingOverflow(row.amount)
      earned[key] = isTooLarge ? Limits.balanceMax : sum
    }
    return earned
  }

  // MARK: Waiting lists

  private static func places(_ scope: Scope) throws -> [Key: QueuePlace.Key] {
    let rows = try scope.connection.rows(
      """
      SELECT campaign, person, referral, joined_at, confirmed, is_ranked FROM queue_places
      WHERE app = $1
      """, [scope.tenant], QueuePlace.init)
    return byPerson(rows)
  }

  private static func due(_ scope: Scope) throws -> [Key: QueuePlace.Key] {
    let rows = try scope.connection.rows(
      """
      SELECT \(QueuePlace.due) FROM referrals AS r
        JOIN campaigns AS g ON g.app = r.app AND g.id = r.campaign \(QueuePlace.joins)
      WHERE r.app = \(scope.tenant) AND g.kind = 'waitlist' AND \(QueuePlace.isDue)
      """, QueuePlace.init)
    return byPerson(rows)
  }

  private static func byPerson(_ rows: [QueuePlace]) -> [Key: QueuePlace.Key] {
    Dictionary(
      rows.map { (Key(campaign: $0.campaign, person: $0.person), $0.key) }
    ) { first, _ in first }
  }
}
