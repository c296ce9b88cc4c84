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
    /// The UTM parameters of the opened URL, else of the link.
    public let utm: UTM
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

  /// Resolves a link that opened the app on an install that the call does not name.
  /// - Throws: `DatabaseError`.
  public func open(_ url: String, on platform: Platform) throws -> Link? {
    let opened = OpenedLink(url, forms: scope.app.forms.links)
    let link = try opened.flatMap { try find($0, isKept: false) }
    if let link, link.isAlive(at: scope.now) { try count(link, on: platform) }
    return link
  }

  /// Resolves a link and records that it was opened.
  /// - Throws: `DatabaseError`.
  public func open(_ url: String, on installID: String) throws -> Opened {
    let install = try Installs(scope).find(client: installID)
    let opened = OpenedLink(url, forms: scope.app.forms.links)
    let link = try opened.flatMap { try find($0, isKept: install != nil) }
    let referrer = try link?.referrer.flatMap { try People(scope).present($0)?.id }
    let result = Opened(
      link: link, referrer: referrer, isOwn: referrer != nil && referrer == install?.person,
      platform: try platform(of: install), utm: link?.utm(visited: AdParameters(url: url)) ?? UTM())
    if let install { try record(result, install, installID) }
    return result
  }

  /// The link that a URL is, or the one whose click it names.
  /// - Parameter isKept: whether a long link gets a row, because something will rest on it. Else
  ///   there is none: anybody can make up as many as they like.
  private func find(_ opened: OpenedLink, isKept: Bool) throws -> Link? {
    let links = Links(scope)
    if let link = try isKept ? links.find(opened: opened) : links.findOrMake(opened) { return link }
    guard let click = opened.click, let found = try Clicks(scope).find(click) else { return nil }
    return try Links(scope).find(found.link, clicked: click)
  }

  private func record(_ opened: Opened, _ install: Install, _ installID: String) throws {
    try scope.connection.send(
      "INSERT INTO opens (app, install, link, own, at) VALUES ($1, $2, $3, $4, $5)",
      [scope.tenant, .id(install.id), .id(opened.link?.id), .bool(opened.isOwn), scope.time])
    if let link = opened.link { try count(link, on: opened.platform ?? .other) }
    try publish(opened, install, installID)
  }

  private func platform(of install: Install?) throws -> Platform? {
    let device = try install.flatMap { try Installs(scope).device(of: $0.id) }
    return device?["platform"]?.string.flatMap(Platform.init(word:))
  }

  /// What has a row is counted.
  private func count(_ link: Link, on platform: Platform) throws {
    guard try !link.isLong || Links(scope).find(link.id) != nil else { return }
    try LinkOpens(scope).count(link.id, on: platform)
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
