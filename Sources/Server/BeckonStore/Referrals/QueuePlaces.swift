import BeckonDatabase
import BeckonEngine
import BeckonModel

/// The places of waiting lists: everybody who has joined and neither left nor been promoted, those
/// with more confirmed referrals first, and of those with as many who joined first. A place is a
/// row and is counted in two trees of ranks, so that one is found without counting everybody ahead:
/// by referrals, and of those with as many by when they joined.
public struct QueuePlaces {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Where somebody stands in a waiting list.
  public struct Standing: Hashable, Sendable {
    /// How many are served before.
    public let peopleAhead: Int64
    /// How many wait in all.
    public let people: Int64
    /// From 1.
    public var position: Int64 { peopleAhead + 1 }
  }

  /// Where a person stands; `nil` in a campaign of another kind, and for who is not in it.
  /// - Throws: `DatabaseError`.
  public func standing(of person: PersonID, in campaign: Campaign) throws -> Standing? {
    guard campaign.kind == .waitlist, let place = try stored(person, campaign.id) else {
      return nil
    }
    let ranks = Ranks(scope, of: campaign.id, on: .queue)
    let isCounted = try ranks.isCounted()
    let ahead = try isCounted ? counted(aheadOf: place) : walked(aheadOf: place)
    return Standing(peopleAhead: ahead, people: try ranks.people())
  }

  /// By the trees, and within one span of time by the rows.
  private func counted(aheadOf place: QueuePlace) throws -> Int64 {
    func ahead(_ board: Board, _ score: Int64) throws -> Int64 {
      try Ranks(scope, of: place.campaign, on: board).standing(at: score).rank - 1
    }
    let span = JoinSpan(of: place.joinedAt)
    return try ahead(.queue, place.confirmed)
      + ahead(.joined(confirmed: place.confirmed), span.score)
      + joined(since: span.start, before: place)
  }

  /// Row by row, while the trees are not whole.
  private func walked(aheadOf place: QueuePlace) throws -> Int64 {
    let more = try scope.connection.first(
      """
      SELECT COUNT(*) FROM queue_places {by queue_places_in_order}
      WHERE app = $1 AND campaign = $2 AND confirmed > $3
      """, [scope.tenant, .id(place.campaign), .integer(place.confirmed)]
    ) { $0.integer(0) }
    return try (more ?? 0) + joined(since: Instant(milliseconds: .min), before: place)
  }

  private func joined(since start: Instant, before place: QueuePlace) throws -> Int64 {
    try scope.connection.first(
      """
      SELECT COUNT(*) FROM queue_places {by queue_places_in_order}
      WHERE app = $1 AND campaign = $2 AND confirmed = $3 AND joined_at >= $4 AND joined_at <= $5
        AND (joined_at < $5 OR referral < $6)
      """,
      [
        scope.tenant, .id(place.campaign), .integer(place.confirmed), .instant(start),
        .instant(place.joinedAt), .id(place.referral),
      ]
    ) { $0.integer(0) } ?? 0
  }

  // MARK: What changes places

  /// Gives people the places that they have now in the app's waiting lists: after they joined,
  /// left, came back, were merged, or their confirmed referrals became others.
  /// - Throws: `DatabaseError`.
  func settle(_ people: [PersonID]) throws {
    for campaign in scope.app.campaigns where campaign.kind == .waitlist {
      try settle(people, in: campaign.id)
    }
  }

  /// The same in one campaign; in one of another kind nobody has a place.
  /// - Throws: `DatabaseError`.
  func settle(_ people: [PersonID], in campaign: CampaignID) throws {
    guard scope.app.campaign(campaign)?.kind == .waitlist else { return }
    var ranks = RankChanges()
    for person in people.sorted() {
      let old = try stored(person, campaign)
      try change(old, to: due(person, campaign), &ranks)
    }
    try ranks.store(in: scope.connection)
  }

  /// Takes somebody who is erased out of all waiting lists.
  /// - Throws: `DatabaseError`.
  func remove(_ person: PersonID) throws {
    var ranks = RankChanges()
    for campaign in scope.app.campaigns where campaign.kind == .waitlist {
      try change(stored(person, campaign.id), to: nil, &ranks)
    }
    try ranks.store(in: scope.connection)
  }

  private func change(
    _ old: QueuePlace?, to new: QueuePlace?, _ ranks: inout RankChanges
  ) throws {
    guard old?.key != new?.key else { return }
    // Whom the trees do not count yet they will count as they are then.
    if old?.isRanked ?? true {
      if let old { old.count(-1, in: &ranks, scope.app.number) }
      if let new { new.count(1, in: &ranks, scope.app.number) }
    }
    if let new {
      try store(new)
    } else if let old {
      try scope.connection.send(
        "DELETE FROM queue_places WHERE app = $1 AND campaign = $2 AND person = $3",
        [scope.tenant, .id(old.campaign), .id(old.person)])
    }
  }

  private func store(_ place: QueuePlace) throws {
    try scope.connection.send(
      """
      INSERT INTO queue_places (app, campaign, person, referral, joined_at, confirmed, is_ranked)
      VALUES ($1, $2, $3, $4, $5, $6, 1)
      ON CONFLICT (app, campaign, person) DO UPDATE SET referral = excluded.referral,
        joined_at = excluded.joined_at, confirmed = excluded.confirmed
      """,
      [
        scope.tenant, .id(place.campaign), .id(place.person), .id(place.referral),
        .instant(place.joinedAt), .integer(place.confirmed),
      ])
  }

  private func stored(_ person: PersonID, _ campaign: CampaignID) throws -> QueuePlace? {
    try scope.connection.first(
      """
      SELECT campaign, person, referral, joined_at, confirmed, is_ranked FROM queue_places
      WHERE app = $1 AND campaign = $2 AND person = $3
      """, [scope.tenant, .id(campaign), .id(person)], QueuePlace.init)
  }

  /// The place that somebody is to have; `nil` for none.
  private func due(_ person: PersonID, _ campaign: CampaignID) throws -> QueuePlace? {
    try scope.connection.first(
      """
      SELECT \(QueuePlace.due) FROM referrals AS r {by referrals_by_person} \(QueuePlace.joins)
      WHERE r.app = \(scope.tenant) AND r.person = \(.id(person))
        AND r.campaign = \(.id(campaign)) AND \(QueuePlace.isDue)
      """, QueuePlace.init)
  }
}

/// A row of the places.
struct QueuePlace {
  let campaign: CampaignID
  let person: PersonID
  let referral: ReferralID
  let joinedAt: Instant
  let confirmed: Int64
  /// Whether the trees of ranks count it. `RankFill` sees to those that they do not.
  let isRanked: Bool

  /// All that makes a place another.
  struct Key: Hashable {
    let referral: ReferralID
    let joinedAt: Instant
    let confirmed: Int64
  }

  var key: Key { Key(referral: referral, joinedAt: joinedAt, confirmed: confirmed) }

  init(_ row: any Row) {
    (campaign, person, referral) = (row.id(0), row.id(1), row.id(2))
    (joinedAt, confirmed, isRanked) = (row.instant(3), row.integer(4), row.bool(5))
  }

  /// Counts it in the trees, or takes it out.
  func count(_ change: Int64, in ranks: inout RankChanges, _ app: Int64) {
    let joined = Board.joined(confirmed: confirmed)
    for (board, score) in [(.queue, confirmed), (joined, JoinSpan(of: joinedAt).score)] {
      for node in RankNode.all(of: score) {
        ranks.add(change, to: node.number, on: board, of: campaign, app)
      }
    }
  }

  // MARK: The place that somebody is to have

  static let due: SQL = "r.campaign, r.person, r.id, r.joined_at, COALESCE(c.confirmed, 0), 1"

  static let joins: SQL = """
    JOIN people AS p ON p.app = r.app AND p.id = r.person
    LEFT JOIN members AS m ON m.app = r.app AND m.referral = r.id
    LEFT JOIN referral_counts AS c
      ON c.app = r.app AND c.campaign = r.campaign AND c.person = r.person
    """

  static let isDue: SQL = """
    r.state NOT IN ('awaiting_sign_up', 'superseded', 'unverified') AND m.left_at IS NULL
      AND m.promoted_at IS NULL AND p.merged_into IS NULL AND p.erased_at IS NULL
    """
}
