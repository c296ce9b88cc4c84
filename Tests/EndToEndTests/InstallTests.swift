import ChildProcess
import Foundation
import TestDatabases
import TestPrograms
import Testing

/// `script/install`, below a folder in place of the machine's.
@Suite(.enabled(if: !TestDatabase.isPostgres, "opens no database"))
struct InstallTests {
  private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// What a program says, and how it ends.
  private static func run(
    _ program: String, _ arguments: [String], _ folder: TemporaryFolder
  ) async throws -> (status: Int32, output: String) {
    let output = folder.file("output-\(UUID().uuidString)")
    let process = try ChildProcess(
      program, arguments, environment: ProcessInfo.processInfo.environment, folder: package,
      output: .file(output), errors: .file(output))
    let status = await process.ending()
    let text = FileManager.default.contents(atPath: output) ?? Data()
    return (status, String(decoding: text, as: UTF8.self))
  }

  private static func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
  }

  @Test("Program, unit and settings are put in place, and settings that were changed stay")
  func files() async throws {
    let folder = try TemporaryFolder()
    let root = folder.file("root")
    let program = try BeckonProgram.url().path
    for _ in 1...2 {
      let installed = try await Self.run(
        "script/install", ["--program", program, "--into", root], folder)
      #expect(installed.status == 0, "\(installed.output)")
    }
    #expect(try Self.mode(root + "/usr/local/bin/beckon") == 0o755)
    #expect(try Self.mode(root + "/etc/beckon.env") == 0o600)
    for file in [
      "etc/systemd/system/beckon-backup.timer", "etc/systemd/system/beckon-backup.service",
      "usr/local/share/bash-completion/completions/beckon",
      "usr/local/share/zsh/site-functions/_beckon",
    ] {
      #expect(try Self.mode(root + "/" + file) == 0o644)
    }
    #expect(
      FileManager.default.contentsEqual(atPath: root + "/usr/local/bin/beckon", andPath: program))
    try "BECKON_PUBLIC_URL=https://go.example.com\n".write(
      toFile: root + "/etc/beckon.env", atomically: true, encoding: .utf8)
    let again = try await Self.run(
      "script/install", ["--program", program, "--into", root], folder)
    #expect(again.status == 0, "\(again.output)")
    #expect(
      try String(contentsOfFile: root + "/etc/beckon.env", encoding: .utf8)
        == "BECKON_PUBLIC_URL=https://go.example.com\n")
  }

  @Test(
    "systemd finds no fault in the unit",
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-analyze"), "no systemd"))
  func unit() async throws {
    let folder = try TemporaryFolder()
    let text = try String(
      contentsOfFile: Self.package + "/script/lib/beckon.service", encoding: .utf8)
    let unit = folder.file("beckon.service")
    try text.replacing("/usr/local/bin/beckon", with: try BeckonProgram.url().path)
      .write(toFile: unit, atomically: true, encoding: .utf8)
    let verified = try await Self.run("/usr/bin/systemd-analyze", ["verify", unit], folder)
    #expect(verified.status == 0)
    #expect(verified.output == "")
    try text.replacing("RestartSec=2", with: "RestartSecond=2")
      .write(toFile: unit, atomically: true, encoding: .utf8)
    let misspelt = try await Self.run("/usr/bin/systemd-analyze", ["verify", unit], folder)
    #expect(misspelt.output.contains("RestartSecond"))
    for name in ["beckon-backup.service", "beckon-backup.timer"] {
      let text = try String(contentsOfFile: Self.package + "/script/lib/" + name, encoding: .utf8)
      try text.replacing("/usr/local/bin/beckon", with: try BeckonProgram.url().path)
        .write(toFile: folder.file(name), atomically: true, encoding: .utf8)
    }
    let timer = try await Self.run(
      "/usr/bin/systemd-analyze", ["verify", folder.file("beckon-backup.timer")], folder)
    #expect(timer.status == 0)
    #expect(timer.output == "")
  }

  @Test(
    "A wrong command line installs nothing, and says why",
    arguments: [["--prefix", "/x"], ["--into"], ["--program"]])
  func usage(_ words: [String]) async throws {
    let folder = try TemporaryFolder()
    let refused = try await Self.run("script/install", words, folder)
    #expect(refused.status == 64)
    #expect(refused.output.contains("script/install: "))
  }
}
