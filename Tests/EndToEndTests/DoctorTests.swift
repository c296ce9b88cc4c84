import BeckonModel
import Foundation
import TestDatabases
import TestPrograms
import Testing

@Suite struct DoctorTests {
  @Test("All is well with a server that runs behind https")
  func well() async throws {
    let folder = try TemporaryFolder()
    _ = try await AppKeys(folder)
    let server = try await RunningServer(folder)
    let doctor = try await BeckonProgram.run(
      "doctor", "--json", "--database", folder.database(), "--listen", "127.0.0.1:\(server.port)",
      "--public-url", "https://go.example.com")
    #expect(doctor.status == 0)
    let findings = try #require(doctor.json?.elements)
    let checks = findings.map { $0["check"]?.string }
    let ofFile = TestDatabase.isPostgres ? [] : ["disk", "integrity"]
    #expect(checks == ["clock"] + ofFile + ["schema", "apps", "public-url", "server"])
    for finding in findings where finding["check"] != "disk" {
      #expect(finding["verdict"] == "ok", "\(finding.text)")
    }
    #expect(await server.stop() == 0)
  }

  @Test(
    "What is missing is a warning with a remedy",
    .enabled(if: !TestDatabase.isPostgres, "is about SQLite's file"))
  func missing() async throws {
    let folder = try TemporaryFolder()
    let doctor = try await BeckonProgram.run(
      "doctor", "--json", "--database", folder.database(), "--listen", "127.0.0.1:1")
    #expect(doctor.status == 0)
    for check in ["database", "public-url", "server"] {
      let finding = doctor.json?.elements?.first { $0["check"]?.string == check }
      #expect(finding?["verdict"] == "warn", "\(check)")
      #expect(finding?["remedy"]?.string?.isEmpty == false)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.file("beckon.db")))
  }

  @Test("A database without tables is a warning, not a fault of the program")
  func empty() async throws {
    let folder = try TemporaryFolder()
    _ = FileManager.default.createFile(atPath: folder.file("beckon.db"), contents: nil)
    let doctor = try await BeckonProgram.run("doctor", "--json", "--database", folder.database())
    let schema = doctor.json?.elements?.first { $0["check"] == "schema" }
    #expect(schema?["remedy"] == "beckon migrate")
  }

  @Test("Damage is found", .enabled(if: !TestDatabase.isPostgres, "is about SQLite's file"))
  func damaged() async throws {
    let folder = try TemporaryFolder()
    _ = try await AppKeys(folder)
    let url = URL(fileURLWithPath: folder.file("beckon.db"))
    var bytes = try Data(contentsOf: url)
    for page in 3..<bytes.count / 4_096 {
      bytes.replaceSubrange(
        page * 4_096..<page * 4_096 + 200, with: Data(repeating: 0x5A, count: 200))
    }
    try bytes.write(to: url)
    let doctor = try await BeckonProgram.run("doctor", "--database", folder.database())
    #expect(doctor.status == 1)
    #expect(doctor.output.contains("fail "), "\(doctor.output)")
    #expect(doctor.output.contains("restore a backup"))
  }
}
