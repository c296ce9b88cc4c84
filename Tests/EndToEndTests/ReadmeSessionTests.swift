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

  /// What a shell prints in a folder, with the programs on its path.
  private static func run(
    _ shell: String, _ script: String, _ folder: TemporaryFolder
  ) async throws -> String {
    let programs = try BeckonProgram.url().deletingLastPathComponent().path
    var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("BECKON_") }
    environment["PATH"] = programs + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
    let output = folder.file("output-\(UUID().uuidString)")
    let shell = try ChildProcess(
      shell, ["-c", script], environment: environment, folder: folder.path,
      output: .file(output), errors: .file(output))
    _ = await shell.ending()
    return String(decoding: FileManager.default.contents(atPath: output) ?? Data(), as: UTF8.self)
      .replacing("\r\n", with: "\n").trimmingCharacters(in: .newlines)
  }

  @Test("Each command of README.md's session prints what stands there", arguments: shells)
  func session(_ shell: String) async throws {
    let readme = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("README.md")
    let text = try String(contentsOf: readme, encoding: .utf8)
    let steps = ReadmeSession.steps(of: text, below: "A session")
    let folder = try TemporaryFolder()
    let server = try await RunningServer(folder, database: "sqlite:" + folder.file("shop.db"))
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
        ? server.ready.text : try await Self.run(shell, settings + command, folder)
      let agrees = try session.agrees(output, with: said)
      #expect(agrees, "\(command) printed \(output), not \(said)")
      compared += 1
    }
    #expect(compared == 11, "the session has other commands than this test knows")
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
