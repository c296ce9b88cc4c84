import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonServer
import BeckonStore

/// `beckon recount`: counts by day are made anew from the rows, and trees of ranks are mended. What
/// `beckon doctor` advises where they differ.
enum RecountCommand {
  static let options = [
    DatabaseAddress.option, Options.Declared("app", "APP", "of which app, as app_…"),
    Options.Declared("json", nil, "results as JSON"),
  ]

  static let usage = """
    Usage: beckon recount --app APP [--database URL] [--json]

    Throws the app's counts by day away. The server deletes them in the background, some at a time,
    and counts anew from what is stored; until then reports read every row, and are right but slower.
    What ranks are found by is counted anew at once. Also works while a server runs.
    """

  static let command = Command(
    name: "recount", summary: "count an app's days anew, for reports that are wrong", usage: usage,
    options: options, action: run)

  /// How often a server that is counting just now is waited for.
  private static let triesMax = 100
  private static let pauseNanoseconds: UInt64 = 50_000_000

  private static func run(_ options: Options) async throws -> Int32 {
    let app = try options.app()
    let database = try await DatabaseAddress(options["database"]).openCurrent()
    do {
      try await recount(app, database)
      await database.close()
    } catch {
      await database.close()
      throw error
    }
    Terminal.line(
      options.has("json")
        ? JSON.object([JSON.Member("recounting", .id(app))]).text
        : "The days of \(app.text) are counted anew by the server, within seconds if it runs.")
    return 0
  }

  private static func recount(_ app: AppID, _ database: any Database) async throws {
    try await database.write { connection in
      let scope = try scope(of: app, connection)
      try PlaceCheck(scope).mend()
      try RankCheck(of: scope.app.number, connection).mend(connection)
    }
    for _ in 1...triesMax {
      let hasBegun = try await database.write { try DailyRecount(scope(of: app, $0)).begin() }
      if hasBegun { return }
      try await Task.sleep(nanoseconds: pauseNanoseconds)
    }
    throw Failure("a server is counting all the time", "run the same command again in a moment")
  }

  private static func scope(of app: AppID, _ connection: any Connection) throws -> Scope {
    guard let number = try Accounts(connection).number(of: app),
      let context = try Accounts.context(of: number, forms: GrowthServer.forms, connection)
    else { throw Failure.noApp }
    return Scope(
      connection: connection, app: context, now: Ambient.system.now(), ambient: .system)
  }
}
