import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Links in the database.
public struct Links {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// The prefix of new links: the app's first own, or the public host.
  public var defaultPrefix: String { scope.app.settings.linkDomains.first ?? "" }

  /// Stores a link; `false` when the code is taken under its prefix, or was.
  /// - Parameter longDigest: by what the link is found again when the same long link is shortened
  ///   once more; `nil` for one that nobody looks for.
  /// - Parameter message: the text message in which it goes out; `nil` for any other link.
  /// - Throws: `DatabaseError`.
  public func insert(
    _ link: Link, longDigest: Identifier? = nil, in message: MessageID? = nil
  ) throws -> Bool {
    let row: SQL.Row = [
      "app": scope.tenant, "id": .id(link.id), "prefix": .text(link.prefix),
      "code": .text(link.code), "url": .text(link.url), "campaign": .id(link.campaign),
      "referrer": .id(link.referrer), "options": .json(link.options.json),
      "created_at": .instant(link.createdAt), "expires_at": .instant(link.expiresAt),
      "code_by_client": link.isCodeByClient ? .integer(1) : .null,
      "long_link": .text(link.longLink), "long_digest": .identifier(longDigest),
      "message": .id(message),
    ]
    return try scope.connection.run(
      "INSERT INTO links \(row: row) ON CONFLICT (prefix, code) DO NOTHING") > 0
  }

  /// The link of this id, deleted ones too.
  /// - Throws: `DatabaseError`.
  public func find(_ id: LinkID) throws -> Link? {
    try scope.connection.first(
      "SELECT \(Self.columns) FROM links WHERE app = \(scope.tenant) AND id = \(.id(id))",
      Self.read)
  }

  /// The app's link of this code, under its own prefixes or on the public host. A code that stands
  /// alone does not say which, and a client may have chosen one that another link has elsewhere: so
  /// the others come first.
  /// - Throws: `DatabaseError`.
  public func find(code: String) throws -> Link? {
    let places = (scope.app.settings.linkDomains + [""]).map { LinkAddress(prefix: $0, code: code) }
    let found = try places.compactMap { try Self.find($0, scope.connection) }
      .filter { $0.app == scope.app.number }
    return found.first { !$0.isCodeByClient } ?? found.first
  }

  /// The app's link to which a URL leads.
  /// - Throws: `DatabaseError`.
  func find(opened: OpenedLink) throws -> Link? {
    if let long = LongLinks(scope).served(opened.long) { return try LongLinks(scope).kept(long) }
    guard let address = address(of: opened) else { return nil }
    let link = try Self.find(address, scope.connection)
    return link?.app == scope.app.number ? link : nil
  }

  /// The app's link of a URL, also a long one, which need not have a row.
  /// - Throws: `DatabaseError`.
  public func find(url: String) throws -> Link? {
    try OpenedLink(url, forms: scope.app.forms.links).flatMap(findOrMake)
  }

  /// The same of a URL that was read.
  func findOrMake(_ opened: OpenedLink) throws -> Link? {
    if let long = LongLinks(scope).served(opened.long) {
      return try find(long.id) ?? long.link(of: scope.app.number, at: scope.now)
    }
    return try find(opened: opened)
  }

  /// Where a URL leads, if to a link at all. A path on a host that is neither the app's nor the
  /// public one is no code, even if it reads like one.
  func address(of opened: OpenedLink) -> LinkAddress? {
    let own = Set(texts: scope.app.settings.linkDomains)
    if let address = opened.addresses.first(where: { own.contains($0.prefix) }) { return address }
    guard let code = opened.code, !own.contains(opened.host),
      opened.host == scope.publicHost ?? opened.host
    else { return nil }
    return LinkAddress(prefix: "", code: code)
  }

  /// The link at this address, whichever app's it is: on the public host the code names the app.
  /// - Throws: `DatabaseError`.
  public static func find(_ address: LinkAddress, _ connection: any Connection) throws -> Link? {
    try connection.first(
      """
      SELECT \(columns) FROM links
      WHERE prefix = \(.text(address.prefix)) AND code = \(.text(address.code))
      """, read)
  }

  private static let byAddress = BulkStatement(
    "SELECT \(columns) FROM links WHERE prefix = $1 AND code = $2",
    [.text("prefix"), .text("code")])

  /// Links at these addresses, whichever app's they are.
  /// - Throws: `DatabaseError`.
  static func find(
    _ addresses: Set<LinkAddress>, in connection: any Connection
  ) throws -> [LinkAddress: Link] {
    let rows = addresses.map { [DatabaseValue.text($0.prefix), .text($0.code)] }
    let found = try connection.rows(byAddress, for: rows, Self.read)
    return Dictionary(found.map { ($0.address, $0) }) { first, _ in first }
  }

  /// A person's links, oldest first, behind one of them, for the export.
  /// - Parameter key: the key of who asks: with an app's key, links that went out in text messages
  ///   are left out, which only their recipients are to follow.
  /// - Throws: `DatabaseError`.
  func page(
    of person: PersonID, behind last: LinkID?, _ limit: Int, to key: KeyKind
  ) throws -> [ExportRow] {
    try scope.connection.rows(
      """
      SELECT id, code, url, campaign, created_at FROM links {by links_by_referrer}
      WHERE app = $1 AND referrer = $2 AND id > $3 AND (message IS NULL OR $5 = 1)
      ORDER BY id LIMIT $4
      """,
      [
        scope.tenant, .id(person), .identifier(last?.identifier ?? Identifier(high: 0, low: 0)),
        .integer(Int64(limit)), .bool(key == .secret),
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

  /// Changes where a link leads and what it has besides; its code stays. What was there before
  /// stays readable.
  /// - Parameter key: the beginning of the key by which it is changed.
  /// - Throws: `DatabaseError`.
  public func change(_ old: Link, to new: Link, by key: String) throws {
    let changed: SQL.Row = [
      "url": .text(new.url), "campaign": .id(new.campaign), "options": .json(new.options.json),
      "expires_at": .instant(new.expiresAt), "changed_at": scope.time,
    ]
    try scope.connection.send(
      "UPDATE links \(set: changed) WHERE app = \(scope.tenant) AND id = \(.id(old.id))")
    try Changes(scope).note(
      old.id.identifier, from: old.configuration, to: new.configuration, by: key)
  }

  /// A link as it was at an instant.
  /// - Throws: `DatabaseError`.
  func inForce(_ link: Link, at instant: Instant) throws -> Link {
    guard let changedAt = link.changedAt, instant < changedAt else { return link }
    return try Changes(scope).all(of: link.id.identifier, since: instant).reduce(link) {
      $0.changed(by: $1.before.members ?? [])
    }
  }

  /// The link of a decision as it was when it was clicked on, or else when it was decided.
  /// - Throws: `DatabaseError`.
  func inForce(_ link: Link, for decision: StoredDecision) throws -> Link {
    try inForce(link, at: decision.click?.identifier.instant ?? decision.at)
  }

  /// The link of a decision, as it was then.
  /// - Throws: `DatabaseError`.
  func find(of decision: StoredDecision) throws -> Link? {
    try decision.link.flatMap(find).map { try inForce($0, for: decision) }
  }

  /// The link on which a click was made, as it was then.
  /// - Throws: `DatabaseError`.
  func find(_ link: LinkID, clicked click: ClickID) throws -> Link? {
    let isLong = LongLink.isLong(link)
    let found = try find(link) ?? (isLong ? LongLinks(scope).kept(clicked: click) : nil)
    return try found.map { try inForce($0, at: click.identifier.instant) }
  }

  /// The same for who only reads: a long link is given as it would be kept.
  /// - Throws: `DatabaseError`.
  func shown(_ link: LinkID, clicked click: ClickID) throws -> Link? {
    let isLong = LongLink.isLong(link)
    let found = try find(link) ?? (isLong ? LongLinks(scope).shown(clicked: click) : nil)
    return try found.map { try inForce($0, at: click.identifier.instant) }
  }

  /// Takes a code from the app's link that a client gave it; the link gets another, and keeps what
  /// it has led to.
  /// - Throws: `DatabaseError`.
  /// - Parameter prefix: under which the link stands; `nil` for that of new links.
  func takeBack(code: String, under prefix: String? = nil) throws {
    let other = Code.unguessable(random: (scope.ambient.random(), scope.ambient.random()))
    try scope.connection.send(
      """
      UPDATE links SET code = \(.text(other)), code_by_client = NULL
      WHERE app = \(scope.tenant) AND prefix = \(.text(prefix ?? defaultPrefix)) AND code = \(.text(code))
        AND code_by_client = 1
      """)
    try scope.connection.announce(Announcement(app: scope.app.number, .configuration))
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
    id, app, prefix, code, url, campaign, referrer, options, created_at, expires_at, deleted_at,
    changed_at, code_by_client, long_link
    """

  static func read(_ row: any Row) throws -> Link {
    Link(
      id: row.id(0), app: row.integer(1), prefix: row.text(2), code: row.text(3), url: row.text(4),
      campaign: row.optionalID(5), referrer: row.optionalID(6),
      options: LinkOptions(json: try row.json(7)), createdAt: row.instant(8),
      expiresAt: row.optionalInstant(9), deletedAt: row.optionalInstant(10),
      changedAt: row.optionalInstant(11), isCodeByClient: !row.isNull(12),
      longLink: row.optionalText(13))
  }
}
