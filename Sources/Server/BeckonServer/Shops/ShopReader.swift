import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore

/// Feeds this server's `ShopModels` and `ShopFinders`: app by app from what is stored, part by
/// part, and meanwhile and from then on from the feed. Which apps it reads and which it unloads
/// `IndexMemory` says. It writes nothing but numbers of products that have none.
struct ShopReader: Sendable {
  private struct Progress: Sendable {
    var position: Int64
    var readAt: Instant
    /// What is being read; `nil` while nothing is.
    var reading: ShopReading?
    /// The last app that was read because there was room, though nobody had asked; `nil` behind the
    /// last app.
    var ahead: Int64? = 0
    /// The hour in which old actions were last forgotten, since 1970.
    var hour: Int64 = 0
  }

  /// Rows of the feed that are read at a time.
  static let feedRowsMax = 1_000

  private let surroundings: LoopSurroundings
  private let shops: FedShops
  private let memory: IndexMemory
  private let progress = Locked<Progress?>(nil)

  init(
    _ surroundings: LoopSurroundings, _ models: ShopModels, _ finders: ShopFinders,
    _ memory: IndexMemory
  ) {
    (self.surroundings, self.memory) = (surroundings, memory)
    shops = FedShops(surroundings, models, finders)
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
    let heard = try await follow(&progress)
    progress.readAt = now
    let built: Int
    do {
      built = try await build(&progress)
    } catch {
      // What was begun goes on in the next round.
      let reached = progress
      self.progress.withLock { $0 = reached }
      throw error
    }
    for app in memory.weigh(shops.sizes) {
      shops.unload(app)
      if progress.reading?.app == app { progress.reading = nil }
    }
    if try await forgetOld(&progress, now) { progress.hour = Self.hour(now) }
    try await shops.rate(now)
    let reached = progress
    self.progress.withLock { $0 = reached }
    return (heard == Self.feedRowsMax ? Int64(heard) : 0) + Int64(built)
  }

  private static func hour(_ now: Instant) -> Int64 { now.milliseconds / Span.hourMilliseconds }

  /// How far it has come; from the beginning, if rows of the feed may be gone that it has not read.
  private func current(_ now: Instant) async throws -> Progress {
    if let progress = progress.withLock({ $0 }),
      now.milliseconds(since: progress.readAt) < FeedTail.keptMilliseconds
    {
      return progress
    }
    memory.reset()
    shops.reset()
    let position = try await surroundings.database.read { try FeedTail.newest($0) }
    return Progress(position: position, readAt: now)
  }

  // MARK: What happens

  private func follow(_ progress: inout Progress) async throws -> Int {
    let position = progress.position
    let rows = try await surroundings.database.read {
      try FeedTail.rows(behind: position, limit: Self.feedRowsMax, $0)
    }
    var products: [Int64: Set<Identifier>] = [:]
    for (app, row) in rows {
      let change = FollowedAction(row)
      // What is not in memory will be read with all else of its app.
      guard row.kind == .product || change != nil, memory.hear(of: app) else { continue }
      if row.kind == .product { products[app, default: []].insert(row.id) }
      if let change {
        shops.hear(change, app)
        if progress.reading?.app == app { progress.reading?.unsettled.hear(change) }
      }
    }
    for (app, keys) in products.sorted(by: { $0.key < $1.key }) {
      try await shops.describe(app) { try CatalogueTraits($0).load(keys: keys.sorted()) }
    }
    if let last = rows.last { progress.position = last.row.position }
    return rows.count
  }

  // MARK: What is stored

  /// Reads some more of an app, or begins with one.
  /// - Returns: how many rows it took, at least 1 if there may be more.
  private func build(_ progress: inout Progress) async throws -> Int {
    if progress.reading == nil { progress.reading = try await next(&progress) }
    guard var reading = progress.reading else { return 0 }
    let rows = try await reading.read(surroundings.database, shops)
    progress.reading = reading.isDone ? nil : reading
    if reading.isDone {
      if reading.isAgain { shops.finders.held(reading.app)?.endReading() }
      memory.finish(reading.app)
    }
    return max(1, rows)
  }

  private func next(_ progress: inout Progress) async throws -> ShopReading? {
    if let app = memory.next() { return try await begin(app) }
    if let app = try await shops.reformed() { return ShopReading(again: app) }
    // A server that has room is ready before somebody asks.
    while let last = progress.ahead, memory.hasRoom {
      progress.ahead = try await surroundings.database.read {
        try ShopHistory.next(behind: last, $0)
      }
      guard let app = progress.ahead, !memory.holds(app) else { continue }
      _ = memory.hear(of: app)
      if let app = memory.next() { return try await begin(app) }
    }
    return nil
  }

  private func begin(_ app: Int64) async throws -> ShopReading {
    let unsettled: ShopHistory.Unsettled
    do {
      unsettled = try await surroundings.database.read { try ShopHistory(app: app).unsettled($0) }
    } catch {
      memory.giveUp(app)
      throw error
    }
    return ShopReading(app, unsettled)
  }

  // MARK: What is old

  /// Forgets once in an hour what apps do not keep any longer.
  private func forgetOld(_ progress: inout Progress, _ now: Instant) async throws -> Bool {
    guard progress.reading == nil, progress.hour != Self.hour(now) else { return false }
    for number in shops.models.apps {
      guard let app = try await surroundings.directory.app(number) else { continue }
      let kept = app.settings.retentionDays.events * Span.dayMilliseconds
      shops.models.held(number)?.use { $0.forget(upTo: now.adding(milliseconds: -kept)) }
    }
    return true
  }
}
