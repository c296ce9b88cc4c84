import BeckonBasics
import BeckonModel
import BeckonStore
import BeckonStoreSQLite

/// `beckon migrate`: `serve` does it too; this is for doing it apart, before or after a deployment.
enum MigrateCommand {
  static let options = [
    OpenDatabase.option, Options.Declared("json", nil, "results as JSON"),
    Options.Declared("help", nil, "this text"),
  ]

  static func run(_ words: [String]) async throws -> Int32 {
    let options = try Options(words, command: "migrate", Self.options)
    if options.has("help") {
      Terminal.line(
        Options.help("Usage: beckon migrate [--database URL] [--json]", Self.options))
      return 0
    }
    try options.refuseWords()
    let path = try OpenDatabase.path(options["database"] ?? OpenDatabase.defaultURL)
    let database = try SQLiteDatabase(SQLiteDatabase.Settings(path: path))
    let applied: [Migration]
    do {
      applied = try await database.write {
        try Migrator.migrate($0, now: Ambient.system.now())
      }
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
          ? "nothing to do: the schema is at \(Migration.all.count)"
          : applied.map { "applied \($0.number) \($0.name)" }.joined(separator: "\n"))
    }
    return 0
  }
}
