import BeckonModel

/// The app's links that belong to nobody and are not deleted: Linkrunner's campaigns. Links of
/// people would be as many as people.
public struct CampaignLinks {
  /// Which of them are asked for.
  public struct Choice: Sendable {
    /// Whether they can be followed; `nil` for all.
    public var isAlive: Bool?
    /// The `utm_source` they have, in lower case; `nil` for all.
    public var sources: Set<String>?
    /// The host they were made for, empty for the server's own; `nil` for all.
    public var host: String?
    /// Their code; `nil` for all.
    public var code: String?

    /// All of them.
    public init() {}
  }

  private let scope: Scope
  private let choice: Choice

  /// Works in this scope.
  public init(_ scope: Scope, _ choice: Choice = Choice()) {
    self.scope = scope
    self.choice = choice
  }

  /// Newest first, after so many others.
  /// - Throws: `DatabaseError`.
  public func page(after offset: Int, limit: Int) throws -> [Link] {
    try scope.connection.rows(
      """
      SELECT id, app, host, code, url, campaign, referrer, options, created_at, expires_at,
        deleted_at
      FROM links {by links_by_referrer}
      WHERE app = $1 AND deleted_at IS NULL AND referrer IS NULL
        AND ($2 <> 1 OR expires_at IS NULL OR expires_at > $3) AND ($2 <> 0 OR expires_at <= $3)
        AND ($4 = 0 OR lower({document options} -> 'utm' ->> 'source') {among $5})
        AND ($6 = 0 OR host = $7) AND ($8 = 0 OR code = $9)
      ORDER BY id DESC LIMIT $10 OFFSET $11
      """, values + [.integer(Int64(limit)), .integer(Int64(offset))], Links.read)
  }

  /// How many.
  /// - Throws: `DatabaseError`.
  public func count() throws -> Int64 {
    try scope.connection.first(
      """
      SELECT COUNT(*) FROM links {by links_by_referrer}
      WHERE app = $1 AND deleted_at IS NULL AND referrer IS NULL
        AND ($2 <> 1 OR expires_at IS NULL OR expires_at > $3) AND ($2 <> 0 OR expires_at <= $3)
        AND ($4 = 0 OR lower({document options} -> 'utm' ->> 'source') {among $5})
        AND ($6 = 0 OR host = $7) AND ($8 = 0 OR code = $9)
      """, values
    ) { $0.integer(0) } ?? 0
  }

  private var values: [DatabaseValue] { choice.values(in: scope) }
}

extension CampaignLinks.Choice {
  /// The first nine parameters of a statement: tenant and time; of `isAlive` 1 and 0 for what is
  /// asked for, -1 for no matter; of the others whether they count, and what.
  func values(in scope: Scope) -> [DatabaseValue] {
    [
      scope.tenant, .integer(isAlive.map { $0 ? 1 : 0 } ?? -1), scope.time,
      .integer(sources == nil ? 0 : 1),
      .json(.array((sources ?? []).sorted().map(JSON.string))),
      .integer(host == nil ? 0 : 1), .text(host ?? ""), .integer(code == nil ? 0 : 1),
      .text(code ?? ""),
    ]
  }
}
