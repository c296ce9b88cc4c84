import BeckonModel
import ChildProcess
import Foundation
import TestDatabases
import TestPrograms
import Testing

@Suite(.enabled(if: !TestDatabase.isPostgres, "the session has a file"))
struct ReadmeSessionTests {
  /// The shells in which the session is tried: Linux's and macOS's own. `path` is special in zsh.
  private static let shells = ["/bin/bash", "/bin/zsh"]
    .filter(FileManager.default.isExecutableFile(atPath:))

  /// Documents with a session, the file of its database, and how many of its commands print
  /// something.
  private static let documents = [
    (path: "README.md", file: "shop.db", count: 11),
    (path: "docs/IMPORTING.md", file: "sailors.db", count: 8),
    (path: "docs/RECORDS.md", file: "game.db", count: 14),
  ]

  @Test("Each command of a session prints what stands there", arguments: shells, documents)
  func session(
    _ shell: String, document: (path: String, file: String, count: Int)
  ) async throws {
    let steps = ReadmeSession.steps(
      of: try ReadmeSession.text(of: document.path), below: "A session")
    let folder = try TemporaryFolder()
    let server = try await RunningServer(folder, database: "sqlite:" + folder.file(document.file))
    var session = ReadmeSession(server: server.url)
    var settings = ""
    var compared = 0
    for step in steps where !step.command.hasPrefix("script/bootstrap") {
      let said = step.printed.joined(separator: "\n")
      let command = session.real(step.command)
      if said.isEmpty {
        if !command.hasPrefix("export PATH") { settings += command + "\n" }
        continue
      }
      let output =
        command.hasPrefix("beckon serve")
        ? server.ready.text : try await ReadmeSession.run(shell, settings + command, folder).output
      let agrees = try session.agrees(output, with: said)
      #expect(agrees, "\(command) printed \(output), not \(said)")
      compared += 1
    }
    #expect(compared == document.count, "the session has other commands than this test knows")
    #expect(await server.stop() == 0)
  }

  @Test("A session that prints something else is noticed")
  func canary() throws {
    let text = "## A session\n```\n$ a \\\n    b\nper_01m7z5e15teygtqz4b5qd202w9 x … z\n```\n## B\n"
    let step = try #require(ReadmeSession.steps(of: text, below: "A session").first)
    #expect(step.command == "a \\\n  b")
    let (first, second) = ("per_01m7xykwxhfn28h6mdpz2e7mqy", "per_01m7xykx8web8sjbx1n7vw4zxk")
    var session = ReadmeSession(server: "")
    let said = step.printed.joined()
    #expect(try session.agrees("\(first) x y y z", with: said))
    #expect(try session.agrees("\(first) x z", with: said) == false)
    #expect(try session.agrees("\(second) x y z", with: said) == false)
    #expect(session.real("GET \(said)") == "GET \(first) x … z")
  }
}
