import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// A campaign's leaderboard in either order.
struct LeaderboardRows {
  let scope: Scope
  let campaign: CampaignID
  let order: LeaderboardOrder

  /// A row, as far as both orders have it in common.
  struct Row {
    let person: PersonID
    let standing: BoardStanding
    /// The place behind which the next row is.
    let cursor: String
  }

  /// Rows behind a cursor.
  /// - Throws: `FieldError` when the cursor is no place in this order; `DatabaseError`.
  func page(behind cursor: String?, limit: Int) throws -> [Row] {
    switch order {
    case .confirmed:
      try Leaders(scope, of: campaign)
        .page(behind: cursor.map { try place($0, BoardPlace.init) }, limit: limit).map(row)
    case .points:
      try PointLeaders(scope, of: campaign)
        .page(behind: cursor.map { try place($0, PointPlace.init) }, limit: limit).map(row)
    }
  }

  /// A person with their neighbours.
  /// - Throws: `DatabaseError`.
  func around(_ person: PersonID, limit: Int) throws -> [Row] {
    switch order {
    case .confirmed: try Leaders(scope, of: campaign).around(person, limit: limit).map(row)
    case .points: try PointLeaders(scope, of: campaign).around(person, limit: limit).map(row)
    }
  }

  private func place<Place>(_ cursor: String, _ read: (String) -> Place?) throws -> Place {
    guard let place = read(cursor) else { throw Page.badCursor }
    return place
  }

  private func row(_ entry: Leaders.Entry) -> Row {
    Row(person: entry.place.person, standing: entry.standing, cursor: entry.place.text)
  }

  private func row(_ entry: PointLeaders.Entry) -> Row {
    Row(person: entry.place.person, standing: entry.standing, cursor: entry.place.text)
  }

  /// A row as the API writes it.
  /// - Throws: `DatabaseError`.
  func json(_ row: Row, _ call: Call) throws -> JSON {
    let identities = try People(scope).identities(of: row.person)
    let shown = identities.first.map { identity in
      call.proof.key == .secret ? identity.value : identity.masked
    }
    let place = try Leaders(scope, of: campaign).place(of: row.person)
    let points = try Points(scope).of(row.person, in: campaign)
    return .object([
      "rank": .integer(row.standing.rank), "tied": .integer(row.standing.tied),
      "person": .id(row.person), "name": shown.map(JSON.string), "points": .integer(points),
      "confirmed": .integer(place?.confirmed ?? 0),
      "unconfirmed": .integer(place?.unconfirmed ?? 0), "pending": .integer(place?.pending ?? 0),
    ])
  }
}

extension Call {
  /// In which order a campaign's leaderboard is asked for: `?board=`, or that of its kind.
  /// - Throws: `FieldError`.
  func leaderboardOrder(of campaign: Campaign) throws -> LeaderboardOrder {
    try choice("board") ?? campaign.kind.leaderboardOrder
  }
}
