import BeckonDatabase
import BeckonEngine
import BeckonModel

extension Clicks {
  /// A look for the clicks that an install may belong to.
  struct Search {
    let app: Int64
    /// Keyed hash of the install's network.
    let network: Identifier
    /// How far back.
    let since: Instant
  }

  private struct Found {
    /// Of the search.
    let index: Int
    /// Newer clicks have larger ones.
    let seq: Int64
    let click: ClickCandidate
  }

  /// The claim is no join: where a planner takes the table of claims for small, it would walk all
  /// of an app's.
  private static let search = BulkStatement(
    """
    SELECT clicks.id, clicks.link, clicks.at, clicks.network_class, clicks.platform,
      clicks.os_version, clicks.device_model, clicks.screen, clicks.language,
      clicks.time_zone, (SELECT install FROM click_claims
        WHERE click_claims.app = clicks.app AND click_claims.click = clicks.id),
      clicks.seq, $5
    FROM clicks
    WHERE clicks.app = $1 AND clicks.network = $2 AND clicks.kind = 'click' AND clicks.at >= $3
    ORDER BY clicks.seq DESC LIMIT $4
    """,
    [
      .integer("app"), .identifier("network"), .integer("since"), .integer("limit"),
      .integer("index"),
    ])

  /// The newest clicks that each search finds; none for `nil`. A look-up by (app, network) each,
  /// however many clicks there are elsewhere.
  /// - Throws: `DatabaseError`.
  static func candidates(
    for searches: [Search?], in connection: any Connection
  ) throws -> [ClickCandidates] {
    let limit = ClickCandidates.countMax
    let rows = searches.enumerated().compactMap { index, search -> [DatabaseValue]? in
      guard let search else { return nil }
      return [
        .integer(search.app), .identifier(search.network), .instant(search.since),
        .integer(Int64(limit) + 1), .integer(Int64(index)),
      ]
    }
    var found = [[Found]](repeating: [], count: searches.count)
    for row in try connection.rows(search, for: rows, candidate) { found[row.index].append(row) }
    return found.map { found in
      guard found.count > limit else { return ClickCandidates(found.map(\.click)) }
      let newest = found.sorted { $0.seq > $1.seq }.prefix(limit)
      return ClickCandidates(newest.map(\.click), isTruncated: true)
    }
  }

  private static func candidate(_ row: any Row) throws -> Found {
    let signals = Signals(
      network: "", networkClass: try row.choice(3), platform: try row.choice(4),
      osVersion: row.optionalText(5), deviceModel: row.optionalText(6),
      screen: row.optionalText(7).flatMap(screen), language: row.optionalText(8),
      timeZone: row.optionalText(9).flatMap(TimeZoneSignal.init(text:)))
    let click = ClickCandidate(
      click: row.id(0), link: row.id(1), at: row.instant(2), signals: signals,
      isClaimed: !row.isNull(10))
    return Found(index: Int(row.integer(12)), seq: row.integer(11), click: click)
  }
}

extension ClickCandidates {
  /// The same after some of them have been claimed.
  func claimed(_ claimed: Set<ClickID>) -> ClickCandidates {
    guard !claimed.isEmpty else { return self }
    let clicks = clicks.map { click in
      ClickCandidate(
        click: click.click, link: click.link, at: click.at, signals: click.signals,
        isClaimed: click.isClaimed || claimed.contains(click.click))
    }
    return ClickCandidates(clicks, isTruncated: isTruncated)
  }
}
