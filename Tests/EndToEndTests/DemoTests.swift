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

  @Test("Ctrl-C ends it, and leaves nothing behind")
  func stopping() async throws {
    let folder = try TemporaryFolder()
    let place = folder.file("temporary")
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    func files() throws -> [String] {
      try FileManager.default.subpathsOfDirectory(atPath: place).filter {
        $0.hasPrefix("beckon-demo-")
      }
    }
    for words in [["--scale", "1000000"], ["--keep"]] {
      let process = try BeckonProgram.start(
        ["demo"] + words, environment: ["TMPDIR": place], output: .nothing,
        errors: .file(folder.file("errors")))
      while try files().isEmpty {
        // Sleeps because: the other program tells nobody how far it is.
        try await Task.sleep(nanoseconds: 5_000_000)
      }
      process.signal(SIGINT)
      #expect(await process.ending() == 130)
      #expect(try files() == [])
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
