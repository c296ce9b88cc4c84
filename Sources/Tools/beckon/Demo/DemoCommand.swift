import BeckonModel
import Foundation

/// `beckon demo`: the whole story against a server that it starts itself.
enum DemoCommand {
  static let options = [
    Options.Declared(
      "database", "URL", "where the story is played (default: a new SQLite file)"),
    Options.Declared("keep", nil, "leave the server running, and its files where they are"),
    Options.Declared("json", nil, "results as JSON"),
  ]

  static let command = Command(
    name: "demo", summary: "play the whole story against a server of its own",
    usage: "Usage: beckon demo [--database URL] [--keep] [--json]", options: options, action: run)

  private static func run(_ options: Options) async throws -> Int32 {
    let narrator = Narrator(wantsJSON: options.has("json"))
    // A wrong one is told before anything is started.
    if let url = options["database"] { _ = try DatabaseAddress(url) }
    let server = try DemoServer(database: options["database"])
    let story = DemoStory(server: server, narrator: narrator)
    let report = DemoReport(server: server, story: story, narrator: narrator)
    do {
      try await story.play()
      try await report.show()
      try await DemoVisit(server: server, narrator: narrator).play()
    } catch {
      server.stop()
      throw error
    }
    if options.has("keep") {
      report.whereToLook()
      narrator.kept(server, dashboardLink: try server.dashboardLink())
    } else {
      server.stop()
      server.removeFiles()
      narrator.chapter("To look around yourself")
      narrator.tell("beckon demo --keep leaves the server running, and says where to look")
    }
    return narrator.conclude()
  }
}
