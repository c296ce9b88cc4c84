import BeckonDatabase
import BeckonEngine
import BeckonModel

/// A link.
public struct Link: Hashable, Sendable {
  /// Its id.
  public let id: LinkID
  /// Number of the tenant that it belongs to.
  public let app: Int64
  /// The host under which its code is unique; empty for the public host.
  public let host: String
  /// Its code.
  public let code: String
  /// Where it leads.
  public let url: String
  /// The campaign that a sign-up through it belongs to.
  public let campaign: CampaignID?
  /// Whose link it is.
  public let referrer: PersonID?
  /// Store targets, preview and UTM parameters.
  public let options: LinkOptions
  /// When it was made.
  public let createdAt: Instant
  /// When it stops working.
  public let expiresAt: Instant?
  /// When it was deleted; its code is never used again.
  public let deletedAt: Instant?

  /// Makes a link.
  public init(
    id: LinkID, app: Int64, host: String, code: String, url: String, campaign: CampaignID?,
    referrer: PersonID?, options: LinkOptions, createdAt: Instant, expiresAt: Instant? = nil,
    deletedAt: Instant? = nil
  ) {
    self.id = id
    self.app = app
    self.host = host
    self.code = code
    self.url = url
    self.campaign = campaign
    self.referrer = referrer
    self.options = options
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.deletedAt = deletedAt
  }

  /// Where the app goes when it was opened by the link; `nil` when it leads to the app's own store
  /// pages and nowhere else.
  public var deepLink: String? {
    options.deepLink ?? (options.storeVisitors == .everyone ? nil : url)
  }

  /// Whether it can be followed.
  public func isAlive(at now: Instant) -> Bool {
    deletedAt == nil && expiresAt.map { now < $0 } ?? true
  }
}

/// Whom a link sends to the app's own store pages, as its settings name them when it is followed.
public enum StoreVisitors: String, CaseIterable, Sendable {
  /// Phones without a target of their own.
  case phones
  /// All who have no target of their own: the link has no page on the web.
  case everyone
}

/// What a link may have besides its target.
public struct LinkOptions: Hashable, Sendable {
  /// Where iOS devices without the app go.
  public let ios: String?
  /// Where Android devices without the app go.
  public let android: String?
  /// How previews show it: `title`, `description`, `image`.
  public let social: JSON?
  /// UTM parameters without `utm_`.
  public let utm: JSON?
  /// What people call it.
  public let name: String?
  /// Where the app goes, if that is another place than the link's target.
  public let deepLink: String?
  /// Who goes to the app's own store pages; `nil` for nobody.
  public let storeVisitors: StoreVisitors?

  /// Makes options.
  public init(
    ios: String? = nil, android: String? = nil, social: JSON? = nil, utm: JSON? = nil,
    name: String? = nil, deepLink: String? = nil, storeVisitors: StoreVisitors? = nil
  ) {
    self.storeVisitors = storeVisitors
    self.name = name
    self.deepLink = deepLink
    self.ios = ios
    self.android = android
    self.social = social
    self.utm = utm
  }

  /// As the database and the API write them.
  public var json: JSON {
    .object([
      "ios": ios.map(JSON.string), "android": android.map(JSON.string), "social": social,
      "utm": utm, "name": name.map(JSON.string), "deep_link": deepLink.map(JSON.string),
      "store_visitors": storeVisitors.map { .string($0.rawValue) },
    ])
  }

  init(json: JSON) {
    self.init(
      ios: json["ios"]?.string, android: json["android"]?.string, social: json["social"],
      utm: json["utm"], name: json["name"]?.string, deepLink: json["deep_link"]?.string,
      storeVisitors: json["store_visitors"]?.string.flatMap(StoreVisitors.init(word:)))
  }
}

/// Links in the database.
public struct Links {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// The host of new links: the app's first own domain, or the public one.
  public var defaultHost: String { scope.app.settings.linkDomains.first ?? "" }

  /// Stores a link; `false` when the code is taken on its host, or was.
  /// - Throws: `DatabaseError`.
  public func insert(_ link: Link) throws -> Bool {
    let row: SQL.Row = [
      "app": scope.tenant, "id": .id(link.id), "host": .text(link.host),
      "code": .text(link.code), "url": .text(link.url), "campaign": .id(link.campaign),
      "referrer": .id(link.referrer), "options": .json(link.options.json),
      "created_at": .instant(link.createdAt), "expires_at": .instant(link.expiresAt),
    ]
    return try scope.connection.run(
      "INSERT INTO links \(row: row) ON CONFLICT (host, code) DO NOTHING") > 0
  }

  /// The link of this id, deleted ones too.
  /// - Throws: `DatabaseError`.
  public func find(_ id: LinkID) throws -> Link? {
    try scope.connection.first(
      "SELECT \(Self.columns) FROM links WHERE app = \(scope.tenant) AND id = \(.id(id))",
      Self.read)
  }

  /// The app's link of this code, on its own domains or the public host.
  /// - Throws: `DatabaseError`.
  public func find(code: String) throws -> Link? {
    for host in scope.app.settings.linkDomains + [""] {
      let link = try Self.find(host: host, code: code, scope.connection)
      if let link, link.app == scope.app.number { return link }
    }
    return nil
  }

  /// The app's link to which a URL leads.
  /// - Throws: `DatabaseError`.
  func find(opened: OpenedLink) throws -> Link? {
    guard let address = address(of: opened) else { return nil }
    let link = try Self.find(host: address.host, code: address.code, scope.connection)
    return link?.app == scope.app.number ? link : nil
  }

  /// Host and code of a link.
  struct Address: Hashable {
    let host: String
    let code: String
  }

  /// Where a URL leads, if to a link at all. A path on a host that is neither the app's nor the
  /// public one is no code, even if it reads like one.
  func address(of opened: OpenedLink) -> Address? {
    guard let code = opened.code else { return nil }
    let isOwn = scope.app.settings.linkDomains.contains(opened.host)
    guard isOwn || opened.host == scope.publicHost ?? opened.host else { return nil }
    return Address(host: isOwn ? opened.host : "", code: code)
  }

  /// The link of this code on a host, whichever app's it is: the code names the app.
  /// - Throws: `DatabaseError`.
  public static func find(
    host: String, code: String, _ connection: any Connection
  ) throws -> Link? {
    try connection.first(
      "SELECT \(columns) FROM links WHERE host = \(.text(host)) AND code = \(.text(code))", read)
  }

  private static let byAddress = BulkStatement(
    "SELECT \(columns) FROM links WHERE host = $1 AND code = $2", [.text("host"), .text("code")])

  /// Links at these addresses, whichever app's they are.
  /// - Throws: `DatabaseError`.
  static func find(
    _ addresses: Set<Address>, in connection: any Connection
  ) throws -> [Address: Link] {
    let rows = addresses.map { [DatabaseValue.text($0.host), .text($0.code)] }
    let found = try connection.rows(byAddress, for: rows, Self.read)
    return Dictionary(found.map { (Address(host: $0.host, code: $0.code), $0) }) { first, _ in
      first
    }
  }

  /// A person's links, oldest first, behind one of them, for the export.
  /// - Throws: `DatabaseError`.
  func page(of person: PersonID, behind last: LinkID?, _ limit: Int) throws -> [ExportRow] {
    try scope.connection.rows(
      """
      SELECT id, code, url, campaign, created_at FROM links {by links_by_referrer}
      WHERE app = $1 AND referrer = $2 AND id > $3 ORDER BY id LIMIT $4
      """,
      [
        scope.tenant, .id(person), .identifier(last?.identifier ?? Identifier(high: 0, low: 0)),
        .integer(Int64(limit)),
      ]
    ) { row in
      let id: LinkID = row.id(0)
      return ExportRow(
        key: id.text,
        json: .object([
          "id": .id(id), "code": .string(row.text(1)), "url": .string(row.text(2)),
          "campaign": row.optionalID(3, CampaignID.self).map(JSON.id),
          "created_at": .instant(row.instant(4)),
        ]))
    }
  }

  /// Links of the app, newest first, from before a link on.
  /// - Throws: `DatabaseError`.
  public func page(before: LinkID?, limit: Int) throws -> [Link] {
    try scope.connection.rows(
      """
      SELECT \(Self.columns) FROM links
      WHERE app = \(scope.tenant) \(and: [before.map { "id < \(.id($0))" }])
      ORDER BY id DESC LIMIT \(.integer(limit))
      """, Self.read)
  }

  /// Changes where a link leads and what it has besides; its code stays.
  /// - Throws: `DatabaseError`.
  public func update(_ id: LinkID, url: String, options: LinkOptions, expiresAt: Instant?) throws {
    try scope.connection.send(
      "UPDATE links SET url = $3, options = $4, expires_at = $5 WHERE app = $1 AND id = $2",
      [scope.tenant, .id(id), .text(url), .json(options.json), .instant(expiresAt)])
  }

  /// Deletes a link; its row stays, so that its code is never used again and earlier clicks still
  /// match. `false` when there is none, or it is deleted already.
  /// - Throws: `DatabaseError`.
  public func delete(_ id: LinkID) throws -> Bool {
    try scope.connection.run(
      "UPDATE links SET deleted_at = $3 WHERE app = $1 AND id = $2 AND deleted_at IS NULL",
      [scope.tenant, .id(id), scope.time]) > 0
  }

  /// What `read` reads, in its order.
  static let columns: SQL = """
    id, app, host, code, url, campaign, referrer, options, created_at, expires_at, deleted_at
    """

  static func read(_ row: any Row) throws -> Link {
    Link(
      id: row.id(0), app: row.integer(1), host: row.text(2), code: row.text(3), url: row.text(4),
      campaign: row.optionalID(5), referrer: row.optionalID(6),
      options: LinkOptions(json: try row.json(7)), createdAt: row.instant(8),
      expiresAt: row.optionalInstant(9), deletedAt: row.optionalInstant(10))
  }
}
