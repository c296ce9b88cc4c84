import BeckonModel
import ChildProcess
import Foundation
import TestPrograms
import Testing

@Suite struct DemoTests {
  @Test("The demo plays its story to the end")
  func demo() async throws {
    let folder = try TemporaryFolder()
    let demo = try await BeckonProgram.run("demo", "--database", folder.database())
    #expect(demo.status == 0, "\(demo.output)\n\(demo.errors)")
    #expect(demo.output.contains("checks hold"), "\(demo.output)")
    // Into a file it is written for a terminal of 80 columns.
    for line in demo.output.split(separator: "\n") {
      #expect(line.count <= 80 && !line.hasSuffix(" "), "\(line)")
    }
  }

  @Test(
    "Ctrl-C ends it, and leaves nothing behind",
    arguments: [
      (["--scale", "1000000"], "beckon.db"), (["--keep"], ""), (["--keep"], "beckon.db"),
      (["--keep"], "server.log"), (["--keep"], "phone-"),
    ])
  func stopping(words: [String], whenThereIs file: String) async throws {
    let folder = try TemporaryFolder()
    let place = folder.file("temporary")
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    let process = try BeckonProgram.start(
      ["demo"] + words, environment: ["TMPDIR": place], output: .nothing,
      errors: .file(folder.file("errors")))
    await interrupt(process, whenThereIs: file, in: place)
    #expect(await process.ending() == 130)
    #expect(files(in: place) == [])
    var (left, looks) = (processes(with: "TMPDIR=" + place), 0)
    while !left.isEmpty, looks < 3_000 {
      // Sleeps because: what was killed ends a moment later, and the system tells only its parent.
      try await Task.sleep(nanoseconds: 10_000_000)
      (left, looks) = (processes(with: "TMPDIR=" + place), looks + 1)
    }
    #expect(left == [])
  }

  private func interrupt(
    _ process: ChildProcess, whenThereIs file: String, in place: String
  ) async {
    await withCheckedContinuation { continuation in
      // A thread of its own: while other tests keep the pool's threads, the story would end.
      Thread.detachNewThread {
        while !files(in: place).contains(where: { $0.hasPrefix(file) }), process.isRunning {
          // Sleeps because: the other program tells nobody how far it is.
          usleep(1_000)
        }
        process.signal(SIGINT)
        continuation.resume()
      }
    }
  }

  /// The names of the demo's folder and of what is in it.
  private func files(in place: String) -> [String] {
    contents(of: place).flatMap { [$0] + contents(of: place + "/" + $0) }
  }

  private func contents(of folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  /// The processes whose environment has this, where the system shows it.
  private func processes(with setting: String) -> [String] {
    let wanted = Array(setting.utf8)[...]
    return contents(of: "/proc").filter { process in
      guard process.allSatisfy(\.isNumber) else { return false }
      let environment = FileManager.default.contents(atPath: "/proc/\(process)/environ")
      return [UInt8](environment ?? Data()).split(separator: 0).contains(wanted)
    }
  }

  @Test("For scripts it is one object, in which each list of the shop says why")
  func json() async throws {
    let folder = try TemporaryFolder()
    let demo = try await BeckonProgram.run("demo", "--json", "--database", folder.database())
    let told = try #require(demo.json, "\(demo.output)\n\(demo.errors)")
    #expect(told["sound"] == true && told["failed"] == [], "\(told.text)")
    let rows = (told["chapters"]?.elements ?? []).flatMap { $0["tables"]?.elements ?? [] }
      .flatMap { $0.elements ?? [] }.filter { $0["recommended"] != nil }
    #expect(rows.count > 10, "\(told.text)")
    // A reason that has no words stands there as its word of the API.
    #expect(rows.allSatisfy { $0["why"]?.string?.contains("_") == false }, "\(told.text)")
    let found = (told["chapters"]?.elements ?? []).flatMap { $0["tables"]?.elements ?? [] }
      .flatMap { $0.elements ?? [] }.filter { $0["typed"] != nil }
    #expect(found.contains { $0["typed"] == "sypglass" && $0["found"] == "Spyglass" })
  }
}
