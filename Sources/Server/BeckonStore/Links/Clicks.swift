import BeckonEngine
import BeckonModel

/// One request for a link: a click, or a robot's or browser's visit that is none.
public struct Click: Sendable {
  /// Its id, which travels on in the target as `beckon_click`.
  public let id: ClickID
  /// The link.
  public let link: LinkID
  /// When.
  public let at: Instant
  /// What it was. Only a `click` counts.
  public let kind: VisitKind
  /// Keyed hash of the network from which it came; the address itself is not kept.
  public let network: Identifier
  /// Keyed hash of network and browser, for telling visitors apart.
  public let visitor: Identifier
  /// Device and kind of network, as far as the request tells.
  public let signals: Signals
  /// What an ad network said in the query; mostly nothing.
  public let parameters: JSON?

  /// Makes a click.
  public init(
    id: ClickID, link: LinkID, at: Instant, kind: VisitKind, network: Identifier,
    visitor: Identifier, signals: Signals, parameters: JSON? = nil
  ) {
    self.parameters = parameters
    self.id = id
    self.link = link
    self.at = at
    self.kind = kind
    self.network = network
    self.visitor = visitor
    self.signals = signals
  }
}

/// Clicks in the database.
public struct Clicks {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Adds what the click page learned; once, and only while the click is fresh.
  /// - Throws: `DatabaseError`.
  public func enrich(_ id: ClickID, screen: Screen?, timeZone: String?) throws {
    try scope.connection.send(
      """
      UPDATE clicks SET screen = $3, time_zone = $4
      WHERE app = $1 AND id = $2 AND screen IS NULL AND time_zone IS NULL AND at > $5
      """,
      [
        scope.tenant, .id(id), .text(screen.map(Self.text)), .text(timeZone),
        .integer(scope.now.milliseconds - 10 * Span.minuteMilliseconds),
      ])
  }

  /// A click, as far as an install that names it asks.
  /// - Throws: `DatabaseError`.
  public func find(_ id: ClickID) throws -> (link: LinkID, at: Instant, claimedBy: InstallID?)? {
    try scope.connection.first(
      """
      SELECT clicks.link, clicks.at, click_claims.install
      FROM clicks LEFT JOIN click_claims
        ON click_claims.app = clicks.app AND click_claims.click = clicks.id
      WHERE clicks.app = $1 AND clicks.id = $2 AND clicks.at BETWEEN $3 AND $4
      """,
      // Its id tells when it was, so that one part of the table has to be looked at and not all.
      [
        scope.tenant, .id(id),
        .instant(id.identifier.instant.adding(milliseconds: -Span.dayMilliseconds)),
        .instant(id.identifier.instant.adding(milliseconds: Span.dayMilliseconds)),
      ]
    ) { (link: $0.id(0), at: $0.instant(1), claimedBy: $0.optionalID(2)) }
  }

  /// What an ad network said about a click.
  /// - Throws: `DatabaseError`.
  public func parameters(of id: ClickID) throws -> JSON? {
    try scope.connection.first(
      "SELECT parameters FROM click_parameters WHERE app = $1 AND click = $2",
      [scope.tenant, .id(id)]
    ) { try $0.json(0) }
  }

  /// The newest clicks from a network since an instant, as candidates for an install. One look-up
  /// by (app, network), however many clicks there are elsewhere.
  /// - Throws: `DatabaseError`.
  public func candidates(network: Identifier, since: Instant) throws -> ClickCandidates {
    let limit = ClickCandidates.countMax
    let clicks = try scope.connection.rows(
      """
      SELECT clicks.id, clicks.link, clicks.at, clicks.network_class, clicks.platform,
        clicks.os_version, clicks.device_model, clicks.screen, clicks.language,
        clicks.time_zone, click_claims.install
      FROM clicks LEFT JOIN click_claims
        ON click_claims.app = clicks.app AND click_claims.click = clicks.id
      WHERE clicks.app = $1 AND clicks.network = $2 AND clicks.kind = 'click' AND clicks.at >= $3
      ORDER BY clicks.seq DESC LIMIT $4
      """,
      [scope.tenant, .identifier(network), .instant(since), .integer(Int64(limit) + 1)],
      Self.candidate)
    return ClickCandidates(Array(clicks.prefix(limit)), isTruncated: clicks.count > limit)
  }

  /// Makes a click an install's; `false` when it is another's.
  /// - Throws: `DatabaseError`.
  func claim(_ click: ClickID, for install: InstallID) throws -> Bool {
    try scope.connection.run(
      "INSERT INTO click_claims (app, click, install) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
      [scope.tenant, .id(click), .id(install)]) > 0
  }

  private static func candidate(_ row: any Row) throws -> ClickCandidate {
    let signals = Signals(
      network: "", networkClass: try row.choice(3), platform: try row.choice(4),
      osVersion: row.optionalText(5), deviceModel: row.optionalText(6),
      screen: row.optionalText(7).flatMap(screen), language: row.optionalText(8),
      timeZone: row.optionalText(9).flatMap(TimeZoneSignal.init(text:)))
    return ClickCandidate(
      click: row.id(0), link: row.id(1), at: row.instant(2), signals: signals,
      isClaimed: !row.isNull(10))
  }

  /// `390x844@3.0`.
  private static func text(_ screen: Screen) -> String {
    "\(screen.width)x\(screen.height)@\(screen.scale.map { "\($0)" } ?? "")"
  }

  private static func screen(_ text: String) -> Screen? {
    let parts = text.split(whereSeparator: { $0 == "x" || $0 == "@" })
    guard parts.count >= 2, let width = Int64(parts[0]), let height = Int64(parts[1]) else {
      return nil
    }
    return Screen(
      width: width, height: height, scale: parts.count > 2 ? Double(parts[2]) : nil)
  }
}
