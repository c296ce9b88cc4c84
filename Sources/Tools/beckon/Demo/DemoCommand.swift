import BeckonBasics
import BeckonModel
import Foundation

/// `beckon demo`: the whole story against a server that it starts itself.
enum DemoCommand {
  static let options = [
    Options.Declared(
      "database", "URL",
      "a database without apps, where the story is played (default: a new SQLite file)"),
    Options.Declared(
      "scale", "N", "first make up the past of three apps, with so many facts, such as 1000000"),
    Options.Declared(
      "seed", "NUMBER", "of --scale: the same number draws the same past (default: any)"),
    Options.Declared("keep", nil, "leave the server running, and its files where they are"),
    Options.Declared("json", nil, "results as JSON"),
  ]

  private static let usage = """
    Usage: beckon demo [--database URL] [--scale N [--seed NUMBER]] [--keep] [--json]

    With --scale the database also has sixty days of three apps with N facts: clicks, installs,
    sign-ups and referrals, conversions, payments, events, visits to shops, text messages and their
    receipts. A million takes some minutes; --keep then prints a link to the dashboard that shows it.
    """

  static let command = Command(
    name: "demo", summary: "play the whole story against a server of its own",
    usage: usage, options: options, action: run)

  private static func run(_ options: Options) async throws -> Int32 {
    let narrator = Narrator(wantsJSON: options.has("json"))
    // A wrong one is told before anything is started.
    if let url = options.written("database") { _ = try DatabaseAddress(url) }
    let server = try await server(options, narrator)
    let story = DemoStory(server: server, narrator: narrator)
    let report = DemoReport(server: server, story: story, narrator: narrator)
    do {
      try await story.play()
      try await report.show()
      try await DemoVisit(server: server, narrator: narrator).play()
      try await DemoSearch(server: server, narrator: narrator).play()
    } catch {
      server.end(keepingFiles: options.has("keep"))
      throw error
    }
    if options.has("keep") {
      report.whereToLook()
      narrator.kept(server, dashboardLink: try server.dashboardLink())
    } else {
      server.end()
      narrator.chapter("To look around yourself")
      narrator.tell("beckon demo --keep leaves the server running, and says where to look")
    }
    return narrator.conclude()
  }

  /// The server, on a database that is filled first if that is asked for.
  private static func server(_ options: Options, _ narrator: Narrator) async throws -> DemoServer {
    let total = try options.number("scale", in: FillPlan.range)
    let seed = try options.number("seed", in: 0...Int.max)
    // Not that of the environment, which names the one that people use.
    let database = options.written("database")
    if total == nil, seed != nil {
      throw UsageError("--seed draws what --scale makes up", "beckon demo --help")
    }
    let cleaning = DemoCleaning()
    guard let total else { return try await DemoServer.start(cleaning, on: database) }
    let fill = DemoFill(total: total, seed: seed.map(UInt64.init) ?? Ambient.system.random() >> 1)
    return try await DemoServer.start(cleaning, on: database) { database in
      narrator.chapter("Three apps, and sixty days")
      narrator.tell("drawn by --seed \(fill.seed)")
      let apps = try await fill.fill(database)
      narrator.filled(fill, apps)
    }
  }
}
