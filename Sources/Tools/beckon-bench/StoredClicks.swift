import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore

/// Clicks put into a database in bulk, each from a network of its own, by the store's own way.
enum StoredClicks {
  /// Version of the system on the devices that clicked.
  static let osVersion = "18.5"
  private static let batch = 20_000

  /// The address of a click, by its number below 16 million.
  static func address(_ number: Int) -> String {
    "20.\(number >> 16 & 0xFF).\(number >> 8 & 0xFF).\(number & 0xFF)"
  }

  /// Stores clicks on a new link; tells how far it is.
  /// - Throws: `DatabaseError`.
  static func store(_ count: Int, in database: any Database, _ app: AppContext) async throws {
    let now = Ambient.system.now()
    let link = Link(
      id: Ambient.system.id(), app: app.number, prefix: "",
      code: Ambient.system.secret(prefix: "bench"), url: "https://shop.example/start",
      campaign: nil, referrer: nil, options: LinkOptions(), createdAt: now)
    try await database.write { connection in
      let scope = Scope(connection: connection, app: app, now: now, ambient: .system)
      _ = try Links(scope).insert(link)
    }
    let started = MonotonicClock.nanoseconds()
    var told = started
    for start in stride(from: 0, to: count, by: batch) {
      let numbers = start..<min(start + batch, count)
      let clicks = ClickBatch(
        numbers.map { (app: app.number, click: click($0, link.id, now, app)) })
      try await database.write { try clicks.store(in: $0) }
      let time = MonotonicClock.nanoseconds()
      guard time - told > 2_000_000_000 || numbers.upperBound == count else { continue }
      told = time
      let rate = Double(numbers.upperBound) * 1e9 / Double(time - started)
      Telling.say("  \(numbers.upperBound) of \(count) clicks stored, \(Int(rate)) a second")
    }
    try await skipRollUp(in: database)
  }

  /// Counts them as counted: a server does that as they come, not all at once while it is measured.
  private static func skipRollUp(in database: any Database) async throws {
    try await database.write { connection in
      let last = try connection.first("SELECT MAX(seq) FROM clicks", []) { $0.integer(0) }
      try Loops(connection).move(ClickRollUp.loop, to: last ?? 0)
    }
  }

  private static func click(
    _ number: Int, _ link: LinkID, _ now: Instant, _ app: AppContext
  ) -> Click {
    let network = app.digest(ofNetwork: address(number))
    return Click(
      id: Ambient.system.id(), link: link, at: now, kind: .click, network: network,
      visitor: network,
      signals: Signals(
        network: nil, networkClass: .ordinary, platform: .ios, osVersion: osVersion))
  }
}
