import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore

/// What is held of shops, for those who feed it.
struct FedShops: Sendable {
  private let surroundings: LoopSurroundings
  let models: ShopModels
  let finders: ShopFinders

  init(_ surroundings: LoopSurroundings, _ models: ShopModels, _ finders: ShopFinders) {
    (self.surroundings, self.models, self.finders) = (surroundings, models, finders)
  }

  /// Bytes that each app takes.
  var sizes: [Int64: Int] { models.sizes.merging(finders.sizes, uniquingKeysWith: +) }

  /// Unloads an app.
  func unload(_ app: Int64) {
    models.unload(app)
    finders.unload(app)
  }

  /// Forgets everything.
  func reset() {
    models.reset()
    finders.reset()
  }

  /// Hears what was done in an app.
  func hear(_ change: FollowedAction, _ app: Int64) {
    switch change {
    case .added(let action, let visitor):
      models.make(app).use { $0.add(action, of: visitor) }
    case .forgotten(let visitor): models.held(app)?.use { $0.forget(visitor: visitor) }
    case .moved(let old, let new): models.held(app)?.use { $0.move(visitor: old, to: new) }
    }
  }

  // MARK: Products

  /// Tells a shop of products that are looked up; those without a number get one first.
  /// - Throws: `DatabaseError`.
  func describe(
    _ number: Int64, _ find: @escaping @Sendable (Scope) throws -> CatalogueTraits.Found
  ) async throws {
    guard let app = try await surroundings.directory.app(number) else { return }
    let (database, ambient) = (surroundings.database, surroundings.ambient)
    @Sendable func scope(_ connection: any Connection) -> Scope {
      Scope(connection: connection, app: app, now: ambient.now(), ambient: ambient)
    }
    var found = try await database.read { try find(scope($0)) }
    if !found.unnumbered.isEmpty {
      let products = found.unnumbered
      try await database.write { try CatalogueTraits(scope($0)).number(products) }
      found = try await database.read { try find(scope($0)) }
    }
    guard !found.products.isEmpty else { return }
    await finders.make(number, Self.form(of: app)).hear(found.products)
    let traits = found.traits.sorted { $0.key < $1.key }
    models.make(number).use { model in
      for (product, traits) in traits { model.describe(product, as: traits) }
    }
  }

  /// Tells a shop of its next products.
  /// - Returns: the last of them; `nil` behind the last product.
  /// - Throws: `DatabaseError`.
  func describePage(
    of app: Int64, behind: Identifier?, limit: Int
  ) async throws -> Identifier? {
    let last = Locked<Identifier?>(nil)
    try await describe(app) { scope in
      let page = try CatalogueTraits(scope).page(behind: behind, limit: limit)
      last.withLock { $0 = page?.last }
      return page?.found ?? CatalogueTraits.Found()
    }
    return last.withLock { $0 }
  }

  private static func form(of app: AppContext) -> ShopFinding.Form {
    ShopFinding.Form(app.search, currency: app.settings.currency.flatMap(Currency.init))
  }

  /// An app whose search was set in another form, and has begun anew; `nil` where there is none.
  /// - Throws: `DatabaseError`.
  func reformed() async throws -> Int64? {
    for number in finders.apps {
      guard let app = try await surroundings.directory.app(number) else { continue }
      if finders.held(number)?.takes(Self.form(of: app)) == true { return number }
    }
    return nil
  }

  // MARK: What is popular

  /// Tells the search which products are popular.
  /// - Throws: `DatabaseError`.
  func rate(_ now: Instant) async throws {
    for number in finders.apps {
      guard let finding = finders.held(number), let model = models.held(number) else { continue }
      let changes = model.use(\.changes)
      guard finding.wantsRating(changes: changes, now),
        let app = try await surroundings.directory.app(number)
      else { continue }
      let rates = model.use { $0.popularities(at: now) }
      let ambient = surroundings.ambient
      let ids = try await surroundings.database.read { connection in
        try ProductNumbers(Scope(connection: connection, app: app, now: now, ambient: ambient))
          .products(of: Array(rates.keys))
      }
      finding.rate(
        Dictionary(uniqueKeysWithValues: ids.map { (TextKey($0.value), rates[$0.key] ?? 0) }),
        changes: changes, now)
    }
  }
}
