import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// The products of an app: what is known of them, and what comes of what is said.
public struct Products {
  let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// A product's key in the database, and its id in the feed.
  public static func key(of id: String) -> Identifier { Identifier(hashing: "product", id) }

  // MARK: Reading

  /// What `read` reads, in its order.
  static let columns: SQL = """
    product, body, created_at, changed_at, deleted_at, absent_since, feed
    """

  /// What the text of a row says.
  /// - Throws: `DatabaseError.corrupt` when it is not JSON.
  static func told(_ body: String) throws -> [ProductKey: Product.Told] {
    do throws(JSONError) {
      return Product.told(stored: try JSONReader.read(body, takesAnyNumber: true))
    } catch {
      throw DatabaseError.corrupt("a product is not JSON: \(error.reason)")
    }
  }

  /// Reads a product whose columns begin at `first`.
  /// - Parameter told: what its text says.
  static func read(
    _ row: any Row, from first: Int = 0,
    told: (String) throws -> [ProductKey: Product.Told] = Products.told
  ) throws -> Product {
    Product(
      id: row.text(first), told: try told(row.text(first + 1)),
      createdAt: row.instant(first + 2), changedAt: row.instant(first + 3),
      deletedAt: row.optionalInstant(first + 4), absentSince: row.optionalInstant(first + 5),
      feed: row.optionalIdentifier(first + 6))
  }

  private static let byKey = BulkStatement(
    "SELECT id, \(columns) FROM products WHERE app = $1 AND id = $2",
    [.integer("app"), .identifier("id")])

  /// Products by their keys, as the feed names them; also those that were deleted.
  /// - Throws: `DatabaseError`.
  public func load(keys: some Sequence<Identifier>) throws -> [Identifier: Product] {
    try load(keys: keys) { _, body in try Self.told(body) }
  }

  /// The same for who has read some of them before.
  /// - Parameter told: what a product's text says, by its key.
  func load(
    keys: some Sequence<Identifier>,
    told: (Identifier, String) throws -> [ProductKey: Product.Told]
  ) throws -> [Identifier: Product] {
    let found = try scope.connection.rows(
      Self.byKey, for: keys.map { [scope.tenant, .identifier($0)] }
    ) { row in
      let key = row.identifier(0)
      return (key, try Self.read(row, from: 1) { try told(key, $0) })
    }
    return Dictionary(found) { first, _ in first }
  }

  /// Products by their ids; also those that were deleted.
  /// - Throws: `DatabaseError`.
  public func load(_ ids: some Sequence<String>) throws -> [TextKey: Product] {
    let found = try load(keys: Set(ids.map(Self.key)))
    return Dictionary(found.values.map { (TextKey($0.id), $0) }) { first, _ in first }
  }

  /// A product that is not deleted; `nil` when there is none.
  /// - Throws: `DatabaseError`.
  public func find(_ id: String) throws -> Product? {
    try load([id]).values.first { $0.deletedAt == nil }
  }

  /// Products in the order of their keys, behind one of them: for whoever reads all of them.
  /// - Throws: `DatabaseError`.
  public func page(
    behind key: Identifier?, limit: Int
  ) throws -> [(key: Identifier, product: Product)] {
    let behind = key.map { "id > \(.identifier($0))" as SQL }
    return try scope.connection.rows(
      """
      SELECT id, \(Self.columns) FROM products
      WHERE app = \(scope.tenant)\(and: [behind]) ORDER BY id LIMIT \(.integer(Int64(limit)))
      """
    ) { (key: $0.identifier(0), product: try Self.read($0, from: 1)) }
  }

  // MARK: What the server says

  /// What became of what was said of a product, or why nothing of it was taken.
  public typealias Outcome = Result<ProductChange, FieldError>

  /// Does what the app's server or a feed says of products, in this order, and stores it.
  /// - Parameters:
  ///   - makesNew: whether products that are not there are made; else they are refused.
  ///   - feed: the import that says so.
  /// - Throws: `DatabaseError`.
  public func tell(
    _ words: [ProductWords], _ manner: ProductDecision.Manner, makesNew: Bool = true,
    feed: Identifier? = nil
  ) throws -> [Outcome] {
    let known = try load(words.map(\.id))
    let currency = scope.app.settings.currency.flatMap(Currency.init)
    var current = known
    let outcomes = words.map { word -> Outcome in
      do throws(FieldError) {
        let old = current[word.id]
        guard makesNew || (old != nil && old?.deletedAt == nil) else {
          throw FieldError("product", "is not in the catalogue; PUT /v1/products/{product} adds it")
        }
        let change = try ProductDecision.server(
          word, of: old, manner, currency: currency, feed: feed, now: scope.now)
        current[word.id] = change.product
        return .success(change)
      } catch {
        return .failure(error)
      }
    }
    try ProductRows(scope).store(outcomes.compactMap { try? $0.get() })
    return outcomes
  }

  /// Deletes a product: what was known of it goes, and clients do not bring it back. Gives whether
  /// it was there.
  /// - Throws: `DatabaseError`.
  public func delete(_ id: String) throws -> Bool {
    guard let product = try find(id) else { return false }
    try ProductRows(scope).store([ProductDecision.delete(product, now: scope.now)])
    try ProductClaims(scope).drop(Self.key(of: id))
    return true
  }

  /// Forgets a product of which only clients have told, with all that they have said.
  /// - Throws: `DatabaseError`.
  func forget(_ product: Product) throws {
    let key = Self.key(of: product.id)
    for sql: StaticString in [
      "DELETE FROM products WHERE app = $1 AND id = $2",
      "DELETE FROM product_claims WHERE app = $1 AND product = $2",
      "DELETE FROM product_prices WHERE app = $1 AND product = $2",
    ] { try scope.connection.send(sql, [scope.tenant, .identifier(key)]) }
    try Feed(scope).publishChange(.product, [key])
  }

  // MARK: What clients say

  /// Who reports on an install, by the app's own id of it.
  public func reporter(onInstall id: String) -> Identifier { scope.app.digest(ofInstall: id) }

  /// Does what a client says of products that somebody looks at, and stores what of it counts.
  /// Nothing that it says is ever a reason to refuse it as a whole.
  /// - Parameter reporter: the install or visitor, as a keyed hash: no two of one device, if that
  ///   can be helped.
  /// - Throws: `DatabaseError`.
  @discardableResult
  public func report(
    _ reports: [ProductReport], by reporter: Identifier
  ) throws -> [ProductChange] {
    var known = try load(reports.map(\.words.id))
    let claims = ProductClaims(scope)
    let hosts = CatalogHosts(scope.app.settings)
    var changes: [ProductChange] = []
    for report in reports {
      let old = known[report.words.id]
      func decide(
        _ waiting: [ProductChange.Claim], isHeard: Bool
      ) -> ProductChange {
        ProductDecision.client(
          report, of: old, claims: waiting,
          ProductDecision.Witness(
            reporter, isHeard: isHeard, hosts: hosts,
            currency: scope.app.settings.currency.flatMap(Currency.init)),
          now: scope.now)
      }
      // Most say what is known, and need no look at what others have said.
      var change = decide([], isHeard: true)
      if change.isWritten || !change.claims.isEmpty {
        change = decide(
          try claims.waiting(for: Products.key(of: report.words.id)),
          isHeard: try claims.count(of: reporter) < ProductLimits.claimsOfReporter)
        try ProductRows(scope).store([change], isByClient: true)
        try claims.note(change, by: reporter)
      }
      if let product = change.product { known[product.id] = product }
      changes.append(change)
    }
    return changes
  }
}
