import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore

/// Feeds this server's `ShopModels` and `ShopFinders`: from what is stored, part by part, and
/// meanwhile and from then on from the feed. It writes nothing but numbers of products that have
/// none.
struct ShopReader: Sendable {
  /// How far it has come with what is stored.
  private enum Stage: Sendable {
    case numbers(behind: Int64)
    case actions(behind: Int64)
    case catalogue(app: Int64, behind: Identifier?)
    case next(app: Int64)
    /// The products of an app whose search has another form now.
    case again(app: Int64, behind: Identifier?)
    case done
  }

  private struct Progress: Sendable {
    var position: Int64
    var readAt: Instant
    var stage = Stage.numbers(behind: 0)
    var moving: [Int64: Int64] = [:]
    /// The hour in which old actions were last forgotten, since 1970.
    var hour: Int64 = 0
  }

  /// Rows of the feed, numbers or actions that are read at a time.
  static let (feedRowsMax, rowsMax, productsMax) = (1_000, 10_000, 500)
  /// Actions that are taken in while nobody else comes at a shop.
  private static let sliceMax = 500

  let surroundings: LoopSurroundings
  let models: ShopModels
  let finders: ShopFinders
  private let progress = Locked<Progress?>(nil)

  init(_ surroundings: LoopSurroundings, _ models: ShopModels, _ finders: ShopFinders) {
    (self.surroundings, self.models, self.finders) = (surroundings, models, finders)
  }

  /// The last row of the feed that it has read; 0 before its first round.
  var position: Int64 { progress.withLock { $0?.position ?? 0 } }

  /// The loop that does it. It is as far behind as it pauses.
  var loop: BackgroundLoop {
    BackgroundLoop(name: "recommendations", everyMilliseconds: 200) { try await round() }
  }

  /// Reads what has happened, then some more of what is stored.
  /// - Returns: how many rows it took, if there may be more.
  private func round() async throws -> Int64 {
    let now = surroundings.ambient.now()
    var progress = try await current(now)
    let read = try await follow(&progress)
    progress.readAt = now
    let built = try await build(&progress)
    if try await forgetOld(&progress, now) { progress.hour = Self.hour(now) }
    try await rate(now)
    let reached = progress
    self.progress.withLock { $0 = reached }
    return (read == Self.feedRowsMax ? Int64(read) : 0) + Int64(built)
  }

  private static func hour(_ now: Instant) -> Int64 { now.milliseconds / Span.hourMilliseconds }

  /// How far it has come; from the beginning, if rows of the feed may be gone that it has not read.
  private func current(_ now: Instant) async throws -> Progress {
    if let progress = progress.withLock({ $0 }),
      now.milliseconds(since: progress.readAt) < FeedTail.keptMilliseconds
    {
      return progress
    }
    models.reset()
    finders.reset()
    let database = surroundings.database
    let position = try await database.read { try FeedTail.newest($0) }
    let moving = try await database.read { try ShopHistory.moving($0) }
    return Progress(position: position, readAt: now, moving: moving)
  }

  // MARK: What happens

  private func follow(_ progress: inout Progress) async throws -> Int {
    let position = progress.position
    let rows = try await surroundings.database.read {
      try FeedTail.rows(behind: position, limit: Self.feedRowsMax, $0)
    }
    var products: [Int64: Set<Identifier>] = [:]
    for (app, row) in rows {
      if row.kind == .product { products[app, default: []].insert(row.id) }
      if let change = FollowedAction(row) { hear(change, app) }
    }
    for (app, keys) in products.sorted(by: { $0.key < $1.key }) {
      try await describe(app) { try CatalogueTraits($0).load(keys: keys.sorted()) }
    }
    if let last = rows.last { progress.position = last.row.position }
    return rows.count
  }

  private func hear(_ change: FollowedAction, _ app: Int64) {
    switch change {
    case .added(let action, let visitor):
      models.make(app).use { $0.add(action, of: visitor) }
    case .forgotten(let visitor): models[app]?.use { $0.forget(visitor: visitor) }
    case .moved(let old, let new): models[app]?.use { $0.move(visitor: old, to: new) }
    }
  }

  /// Tells a shop of products that are looked up; those without a number get one first.
  private func describe(
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
    await finders.make(number, Self.form(of: app)).hear(found.products)
    let traits = found.traits.sorted { $0.key < $1.key }
    models.make(number).use { model in
      for (product, traits) in traits { model.describe(product, as: traits) }
    }
  }

  // MARK: What is stored

  private func build(_ progress: inout Progress) async throws -> Int {
    let database = surroundings.database
    switch progress.stage {
    case .done:
      guard let app = try await reformed() else { return 0 }
      progress.stage = .again(app: app, behind: nil)
      return 1
    case .numbers(let behind):
      let rows = try await database.read {
        try ShopHistory.numbers(behind: behind, limit: Self.rowsMax, $0)
      }
      for (app, rows) in Dictionary(grouping: rows, by: \.app) {
        models.make(app).use { model in for row in rows { model.number(row.number) } }
      }
      progress.stage = rows.last.map { .numbers(behind: $0.number) } ?? .actions(behind: 0)
      return max(1, rows.count)
    case .actions(let behind):
      let rows = try await database.read {
        try ShopActions.chunk(behind: behind, limit: Self.rowsMax, $0)
      }
      take(rows, progress.moving)
      progress.stage = rows.last.map { .actions(behind: $0.seq) } ?? .next(app: 0)
      return max(1, rows.count)
    case .next(let behind):
      let app = try await database.read { try ShopHistory.app(behind: behind, $0) }
      progress.stage = app.map { .catalogue(app: $0, behind: nil) } ?? .done
      if app == nil { models.isWhole = true }
      return app == nil ? 0 : 1
    case .catalogue(let app, let behind):
      let reached = try await describeProducts(of: app, behind: behind)
      progress.stage = reached.map { .catalogue(app: app, behind: $0) } ?? .next(app: app)
      return Self.productsMax
    case .again(let app, let behind):
      let reached = try await describeProducts(of: app, behind: behind)
      progress.stage = reached.map { .again(app: app, behind: $0) } ?? .done
      if reached == nil { finders[app]?.endReading() }
      return Self.productsMax
    }
  }

  /// Tells a shop of its next products.
  /// - Returns: the last of them; `nil` behind the last product.
  private func describeProducts(
    of app: Int64, behind: Identifier?
  ) async throws -> Identifier? {
    let last = Locked<Identifier?>(nil)
    try await describe(app) { scope in
      let page = try CatalogueTraits(scope).page(behind: behind, limit: Self.productsMax)
      last.withLock { $0 = page?.last }
      return page?.found ?? CatalogueTraits.Found()
    }
    return last.withLock { $0 }
  }

  private func take(_ rows: [StoredAction], _ moving: [Int64: Int64]) {
    for (app, rows) in Dictionary(grouping: rows, by: \.app) {
      let shop = models.make(app)
      for start in stride(from: 0, to: rows.count, by: Self.sliceMax) {
        shop.use { model in
          for row in rows[start..<min(start + Self.sliceMax, rows.count)] {
            guard let kind = ShopAction.Kind(number: row.kind) else { continue }
            let action = ShopAction(
              kind, product: row.product, session: row.session,
              at: Instant(milliseconds: row.at))
            model.add(action, of: moving[row.visitor] ?? row.visitor)
          }
        }
      }
    }
  }

  // MARK: What a search needs besides

  private static func form(of app: AppContext) -> ShopFinding.Form {
    ShopFinding.Form(app.search, currency: app.settings.currency.flatMap(Currency.init))
  }

  /// An app whose search was set in another form, and has begun anew; `nil` where there is none.
  private func reformed() async throws -> Int64? {
    for number in finders.apps {
      guard let app = try await surroundings.directory.app(number) else { continue }
      if finders[number]?.takes(Self.form(of: app)) == true { return number }
    }
    return nil
  }

  /// Tells the search which products are popular.
  private func rate(_ now: Instant) async throws {
    for number in finders.apps {
      guard let finding = finders[number], let model = models[number] else { continue }
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

  // MARK: What is old

  /// Forgets once in an hour what apps do not keep any longer.
  private func forgetOld(_ progress: inout Progress, _ now: Instant) async throws -> Bool {
    guard models.isWhole, progress.hour != Self.hour(now) else { return false }
    for number in models.apps {
      guard let app = try await surroundings.directory.app(number) else { continue }
      let days = app.settings.retentionDays.events
      models[number]?.use {
        $0.forget(upTo: now.adding(milliseconds: -days * Span.dayMilliseconds))
      }
    }
    return true
  }
}
