import BeckonDatabase
import BeckonEngine
import BeckonModel

/// The link of a decision, and whether its referrer is there.
struct MatchedLink {
  let link: Link
  /// Whether the referrer is neither merged nor erased.
  private let isReferrerPresent: Bool

  private static let statement = BulkStatement(
    """
    SELECT \(Links.columns), (SELECT 1 FROM people WHERE people.app = links.app
        AND people.id = links.referrer AND merged_into IS NULL AND erased_at IS NULL)
    FROM links WHERE app = $1 AND id = $2
    """, [.integer("app"), .identifier("id")])

  /// Links of these ids.
  /// - Throws: `DatabaseError`.
  static func find(
    _ keys: Set<TenantKey>, in connection: any Connection
  ) throws -> [TenantKey: MatchedLink] {
    let found = try connection.rows(statement, for: keys.map(\.values)) { row in
      MatchedLink(link: try Links.read(row), isReferrerPresent: !row.isNull(14))
    }
    return Dictionary(
      found.map { (TenantKey(app: $0.link.app, $0.link.id.identifier), $0) }
    ) { first, _ in first }
  }

  /// Whose link it is, or into whom that one was merged, if not erased.
  /// - Throws: `DatabaseError`.
  func referrer(_ scope: Scope) throws -> PersonID? {
    if link.longLink != nil { return try LongLinks(scope).withReferrer(link).referrer }
    guard let referrer = link.referrer, !isReferrerPresent else { return link.referrer }
    return try People(scope).present(referrer)?.id
  }
}
