import BeckonDatabase
import BeckonModel
import BeckonStore

/// `beckon migrate`: `serve` does it too; this is for doing it apart, before or after a deployment.
enum MigrateCommand {
  static let options = [
    DatabaseAddress.option, Options.Declared("json", nil, "results as JSON"),
  ]

  static let command = Command(
    name: "migrate", summary: "bring a database up to this version",
    usage: "Usage: beckon migrate [--database URL] [--json]", options: options, action: run)

  private static func run(_ options: Options) async throws -> Int32 {
    let database = try DatabaseAddress(options["database"]).open()
    let applied: [Migration]
    do {
      applied = try await DatabaseAddress.migrate(database)
    } catch {
      await database.close()
      throw error
    }
    await database.close()
    if options.has("json") {
      let names = applied.map { JSON.string("\($0.number) \($0.name)") }
      Terminal.line(JSON.object([JSON.Member("applied", .array(names))]).text)
    } else {
      Terminal.line(
        applied.isEmpty
          ? "nothing to do: the schema is at \(Schema.beckon.version)"
          : applied.map { "applied \($0.number) \($0.name)" }.joined(separator: "\n"))
    }
    return 0
  }
}
