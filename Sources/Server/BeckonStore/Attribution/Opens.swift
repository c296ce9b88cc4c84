import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Links that were opened on a device where the app was already: no install, no match.
public struct Opens {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// An opened link.
  public struct Opened: Sendable {
    /// The link; `nil` when it is none of this app's.
    public let link: Link?
    /// Whose link it is.
    public let referrer: PersonID?
    /// Whether it is the opener's own.
    public let isOwn: Bool
    /// The install's platform, where the link says different things of different ones.
    public let platform: Platform?
  }

  /// The links that were opened on an install, oldest first, behind one of them, for the export.
  /// - Throws: `DatabaseError`.
  func page(on install: InstallID, behind seq: Int64, _ limit: Int) throws -> [ExportRow] {
    try scope.connection.rows(
      """
      SELECT seq, link, own, at FROM opens {by opens_by_install}
      WHERE app = $1 AND install = $2 AND seq > $3 ORDER BY seq LIMIT $4
      """,
      [scope.tenant, .id(install), .integer(seq), .integer(Int64(limit))]
    ) { row in
      ExportRow(
        key: "\(row.integer(0))",
        json: .object([
          "install": .id(install), "link": row.optionalID(1, LinkID.self).map(JSON.id),
          "own": .bool(row.bool(2)), "at": .instant(row.instant(3)),
        ]))
    }
  }

  /// Resolves a link and records that it was opened.
  /// - Throws: `DatabaseError`.
  public func open(_ url: String, on installID: String) throws -> Opened {
    let opened = OpenedLink(url)
    var link = try opened.flatMap(Links(scope).find(opened:))
    if link == nil, let click = opened?.click, let found = try Clicks(scope).find(click) {
      link = try Links(scope).find(found.link, clicked: click)
    }
    let install = try Installs(scope).find(client: installID)
    let referrer = try link?.referrer.flatMap { try People(scope).present($0)?.id }
    let isOwn = referrer != nil && referrer == install?.person
    if let install {
      try scope.connection.send(
        "INSERT INTO opens (app, install, link, own, at) VALUES ($1, $2, $3, $4, $5)",
        [scope.tenant, .id(install.id), .id(link?.id), .bool(isOwn), scope.time])
    }
    let result = Opened(
      link: link, referrer: referrer, isOwn: isOwn, platform: try platform(of: install, for: link))
    if let install { try publish(result, install, installID) }
    return result
  }

  private func platform(of install: Install?, for link: Link?) throws -> Platform? {
    guard let install, let link, link.options.platforms != PlatformOptions() else { return nil }
    let device = try Installs(scope).device(of: install.id)
    return device?["platform"]?.string.flatMap(Platform.init(word:))
  }

  private func publish(_ opened: Opened, _ install: Install, _ installID: String) throws {
    try Feed(scope).publish(
      .open, scope.ambient.identifier(), about: scope.app.digest(ofInstall: installID),
      isByClient: true
    ) {
      Feed.body(
        of: [
          JSON.Member("install", .id(install.id)), JSON.Member("install_id", .string(installID)),
        ],
        [
          "link": opened.link.map { .id($0.id) } ?? .null,
          "code": opened.link.map { .string($0.code) } ?? .null,
          "deep_link": .orNull(opened.link?.deepLink(on: opened.platform)),
          "referrer": opened.referrer.map(JSON.id) ?? .null, "own": .bool(opened.isOwn),
        ])
    }
  }
}
