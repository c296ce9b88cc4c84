import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonServer

/// `beckon dashboard-link`: a link by which whoever keeps the server signs in to its dashboard.
enum DashboardLinkCommand {
  static let options = [
    DatabaseAddress.option,
    Options.Declared(
      "public-url", "URL", "how people reach the server (default http://127.0.0.1:8080)"),
    Options.Declared("name", "NAME", "of the operator who signs in (default: the first)"),
    Options.Declared("json", nil, "the result as JSON"),
  ]

  static let command = Command(
    name: "dashboard-link", summary: "make a link that signs in to the dashboard, once",
    usage:
      "Usage: beckon dashboard-link [--name NAME] [--public-url URL] [--database URL] [--json]",
    options: options, action: run)

  private static func run(_ options: Options) async throws -> Int32 {
    let url = try options["public-url"].map(ServeCommand.publicURL) ?? "http://127.0.0.1:8080"
    let name = options["name"]
    if let name, !(1...Limits.nameBytes).contains(name.utf8.count) {
      throw UsageError("--name must be 1 to \(Limits.nameBytes) bytes", "--name Ana")
    }
    let database = try await DatabaseAddress(options["database"]).openCurrent()
    do {
      let link = try await DashboardLink.make(
        database, publicURL: url, name: name, command: "beckon dashboard-link", ambient: .system)
      await database.close()
      Terminal.line(options.has("json") ? JSON.object(["url": .string(link)]).text : link)
      return 0
    } catch {
      await database.close()
      throw error
    }
  }
}
