import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonServer
import BeckonStore

/// Fills a database with the past of three apps: clicks, installs, sign-ups, conversions, payments,
/// events, visits to shops, and text messages with their receipts. They go the way that real ones
/// do: clicks into the database by the batch, all else as calls of a server whose clock runs
/// through sixty days; what follows from them, the rewards above all, is decided by its rules, and
/// what is counted from them by its loops.
struct DemoFill {
  let plan: FillPlan
  let seed: UInt64
  private let clock: Locked<Instant>
  private let progress: FillProgress
  private let ambient: Ambient

  init(total: Int, seed: UInt64) {
    plan = FillPlan(total: total, end: Ambient.system.now())
    self.seed = seed
    let clock = Locked(plan.start(of: 0))
    self.clock = clock
    ambient = Ambient(now: { clock.withLock { $0 } }, random: Ambient.system.random)
    progress = FillProgress(total: total)
  }

  /// Fills the database.
  /// - Returns: the apps.
  /// - Throws: `Failure`, `DatabaseError`.
  func fill(_ address: DatabaseAddress) async throws -> [FilledApp] {
    // Its loops send whatever waits, so no server may work beside it.
    let (database, lock) = try await address.openForServing()
    defer { withExtendedLifetime(lock) {} }
    try await database.write { try Partitions.makeAhead($0, now: ambient.now()) }
    var apps: [FilledApp] = []
    for (place, theme) in FillTheme.all.enumerated() {
      let chance = FillChance(seed: seed &+ UInt64(place))
      apps.append(try await FillGround.app(theme, in: database, ambient, chance: chance))
    }
    let server = try GrowthServer(
      Self.configuration, database: database, ambient: ambient,
      logger: Logger(level: .error, now: ambient.now) { Terminal.error($0) }, runsLoops: false)
    do {
      try await run(apps, server, database)
    } catch {
      progress.end()
      await server.stop()
      throw error
    }
    progress.end()
    await server.stop()
    return apps
  }

  private static var configuration: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.port = 0
    configuration.smsGateways = [.log]
    configuration.smsPerSecond = 1_000_000
    configuration.requestMilliseconds = 60_000
    return configuration
  }

  private func run(
    _ apps: [FilledApp], _ server: GrowthServer, _ database: any Database
  ) async throws {
    let calls = FillCalls(url: server.url, clock: clock)
    let ground = FillGround(calls: calls, plan: plan)
    for app in apps { try await ground.lay(app) }
    try await server.runLoopsOnce()
    for slot in 0..<plan.slotCount {
      try await fill(slot, apps, calls, database)
      guard (slot + 1).isMultiple(of: FillPlan.slotsOfDay) else { continue }
      // Once a day what is counted and sent beside requests.
      try await server.runLoopsOnce()
      for (place, app) in apps.enumerated() {
        let count = (slot + 1 - FillPlan.slotsOfDay...slot).reduce(0) {
          $0 + plan.count(of: .receipts, app: place, slot: $1)
        }
        let told = FillPhase.receipts(app, count)
        let now = clock.withLock { $0 }
        _ = try await calls.perform(told, from: now, until: now)
        progress.add(told.count, .receipts)
      }
    }
    try await server.runLoopsOnce()
  }

  private func fill(
    _ slot: Int, _ apps: [FilledApp], _ calls: FillCalls, _ database: any Database
  ) async throws {
    let start = plan.start(of: slot)
    let step = FillPlan.slotMilliseconds / Int64(FillPhase.all.count + 1)
    for (place, app) in apps.enumerated() {
      let clicks = FillClicks(
        app: app, from: start, milliseconds: step, isOfLate: slot * 6 > plan.slotCount * 5
      ).draw(plan.count(of: .clicks, app: place, slot: slot))
      let batch = ClickBatch(clicks)
      try await database.write { try batch.store(in: $0) }
      progress.add(clicks.count, .clicks)
    }
    for (number, phase) in FillPhase.all.enumerated() {
      let from = start.adding(milliseconds: step * Int64(number + 1))
      try await perform(
        phase, slot, apps, calls, from: from, until: from.adding(milliseconds: step))
    }
    for app in apps { try await findLinks(of: app, database) }
  }

  /// The apps' calls go together.
  private func perform(
    _ phase: FillPhase, _ slot: Int, _ apps: [FilledApp], _ calls: FillCalls, from: Instant,
    until: Instant
  ) async throws {
    let counts = apps.indices.map { plan.count(of: phase.kind, app: $0, slot: slot) }
    let told = zip(apps, counts).map { phase.calls($0, $1, from) }
    var answers = try await calls.perform(told.flatMap { $0 }, from: from, until: until)[...]
    for (app, calls) in zip(apps, told) {
      try phase.take(app, Array(answers.prefix(calls.count)))
      answers = answers.dropFirst(calls.count)
    }
    progress.add(counts.reduce(0, +), phase.kind)
  }

  /// Clicks name a link by its id, which nobody is told of the links of people.
  private func findLinks(of app: FilledApp, _ database: any Database) async throws {
    let codes = app.newCodes
    app.newCodes = []
    guard !codes.isEmpty else { return }
    let (context, ambient) = (app.context, ambient)
    app.personalLinks += try await database.read { connection in
      let scope = Scope(connection: connection, app: context, now: ambient.now(), ambient: ambient)
      return try codes.compactMap { try Links(scope).find(code: $0)?.id }
    }
  }
}
