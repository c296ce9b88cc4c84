import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonSQLite
import BeckonStore

/// Matching an install, with few and with many clicks stored: the cost must be the same, because
/// the look-up is by (app, network).
enum Matching {
  private static let few = 10_000
  private static let installs = 500
  private static let rounds = 12

  static func run(_ scale: Scale) async throws -> JSON {
    let small = try await Stored(clicks: few)
    defer { small.workshop.remove() }
    Telling.say("  storing \(scale.clicks) clicks …")
    let large = try await Stored(clicks: scale.clicks)
    defer { large.workshop.remove() }
    var times: [(small: Double, large: Double)] = []
    // The two in turn, so that a drift of the machine hits both; the first round warms up.
    for round in 0...rounds {
      let pair = (small: try await small.measure(round), large: try await large.measure(round))
      if round > 0 { times.append(pair) }
    }
    let ratios = times.map { $0.large / $0.small }.sorted()
    let result: JSON = [
      "few_clicks": .integer(few), "many_clicks": .integer(scale.clicks),
      "microseconds_with_few": Telling.rounded(median(times.map(\.small))),
      "microseconds_with_many": Telling.rounded(median(times.map(\.large))),
      "ratio": Telling.rounded(median(ratios)), "goal_ratio_at_most": 1.3,
    ]
    await small.database.close()
    await large.database.close()
    return result
  }

  private static func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }

  /// A database full of clicks from as many networks.
  private final class Stored: Sendable {
    let workshop: Workshop
    let database: SQLiteDatabase
    private let clicks: Int
    private let app: AppContext

    init(clicks: Int) async throws {
      self.clicks = clicks
      workshop = try await Workshop { database, app in
        try await StoredClicks.store(clicks, in: database, app)
      }
      let database = try SQLiteDatabase(SQLiteSettings(path: workshop.databasePath))
      let (recent, number) = (RecentClicks(), workshop.app.number)
      while try await database.read({ try recent.learn($0) }) {}
      let app = try await database.read {
        try Accounts.context(of: number, recentClicks: recent, $0)
      }
      guard let app else { throw BenchError("the app is not there") }
      (self.database, self.app) = (database, app)
    }

    /// Microseconds for one install, each of a network with one click.
    func measure(_ round: Int) async throws -> Double {
      let app = app
      let now = Ambient.system.now()
      let step = max(1, clicks / (Matching.installs * (Matching.rounds + 1)))
      let clicks = clicks
      return try await database.write { connection in
        let started = MonotonicClock.nanoseconds()
        for number in 0..<Matching.installs {
          let scope = Scope(connection: connection, app: app, now: now, ambient: .system)
          let place = (round * Matching.installs + number) * step % clicks
          let device = DeviceDescription(platform: .ios, osVersion: StoredClicks.osVersion)
          let request = FirstLaunch.Request(
            installID: "install \(round) \(number)", device: device, deviceJSON: .object([]),
            network: StoredClicks.address(place), networkClass: .ordinary, link: nil, clickID: nil,
            installReferrer: nil, pasteboard: nil)
          let outcome = try FirstLaunch(scope, request).run()
          guard outcome.decision.type == .default else {
            throw BenchError("not matched: \(outcome.decision.reason)")
          }
        }
        let nanoseconds = MonotonicClock.nanoseconds() - started
        return Double(nanoseconds) / 1_000 / Double(Matching.installs)
      }
    }
  }
}
