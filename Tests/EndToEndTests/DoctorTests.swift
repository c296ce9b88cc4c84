import BeckonDatabase
import BeckonModel
import BeckonSDK
import BeckonTesting
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

  @Test("Where an app sends mails, it is told whether somebody takes them")
  func mail() async throws {
    let folder = try TemporaryFolder()
    let keys = try await AppKeys(folder)
    let server = try await RunningServer(folder)
    let settings: JSON = ["mail": ["from": "shop@example.com"]]
    _ = try await server.ask("PATCH", "/v1/app", key: keys.secret, settings)
    func told(_ more: String...) async throws -> [JSON?] {
      let doctor = try await BeckonProgram.run(
        all: ["doctor", "--json", "--database", folder.database()] + more)
      return (doctor.json?.elements ?? []).filter { $0["check"] == "mail" }.map { $0["verdict"] }
    }
    #expect(try await told() == ["warn"])
    #expect(try await told("--mail-gateway", "smtp://mail.example.com") == ["ok"])
    #expect(try await told("--mail-gateway", "mail.example.com") == ["fail"])
    #expect(await server.stop() == 0)
  }

  /// What `beckon doctor` says of the server.
  private static func server(
    _ folder: TemporaryFolder, listen: String
  ) async throws -> [JSON] {
    let doctor = try await BeckonProgram.run(
      "doctor", "--json", "--database", folder.database(), "--listen", listen)
    return (doctor.json?.elements ?? []).filter { $0["check"] == "server" }
  }

  @Test("A server that listens everywhere is asked where it can be")
  func everywhere() async throws {
    let folder = try TemporaryFolder()
    _ = try await AppKeys(folder)
    let server = try await RunningServer(folder)
    for host in ["", "0.0.0.0", "127.0.0.1"] {
      let told = try await Self.server(folder, listen: "\(host):\(server.port)")
      #expect(told.map { $0["verdict"] } == ["ok"], "\(host): \(told)")
    }
    #expect(await server.stop() == 0)
  }

  @Test("A proxy that nobody named is a warning with a remedy, and the log tells its address once")
  func unnamedProxy() async throws {
    let folder = try TemporaryFolder()
    _ = try await AppKeys(folder)
    let server = try await RunningServer(folder)
    for _ in 1...3 {
      _ = try await server.ask("GET", "/none", headers: ["X-Forwarded-For": "203.0.113.7"])
    }
    let doctor = try await BeckonProgram.run(
      "doctor", "--json", "--database", folder.database(), "--listen", "127.0.0.1:\(server.port)")
    let told = (doctor.json?.elements ?? []).first { $0["check"] == "proxy" }
    #expect(told?["verdict"] == "warn", "\(doctor.json?.text ?? "")")
    #expect(told?["remedy"]?.string?.contains("--trusted-proxy") == true)
    #expect(await server.stop() == 0)
    let lines = server.log.split(separator: "\n").filter { $0.contains("trusted-proxy") }
    #expect(lines.count == 1 && lines[0].contains("127.0.0.1"), "\(lines)")
  }

  @Test("A webhook that was disabled is a warning with a remedy")
  func disabledWebhook() async throws {
    let folder = try TemporaryFolder()
    let keys = try await AppKeys(folder)
    let receiver = try LoopbackServer { _ in .answer(TransportResponse(status: 410)) }
    defer { receiver.stop() }
    let server = try await RunningServer(folder, "--webhook-private-networks")
    let made = try await server.ask(
      "POST", "/v1/webhooks", key: keys.secret, ["url": .string(receiver.url), "facts": ["*"]])
    let webhook = try #require(made.json["id"]?.string)
    _ = try await server.ask("POST", "/v1/webhooks/\(webhook)/test", key: keys.secret, [:])
    let deadline = Date(timeIntervalSinceNow: 60)
    var told: [JSON] = []
    repeat {
      told = try await Self.server(folder, listen: "127.0.0.1:\(server.port)")
    } while told.count < 2 && Date() < deadline
    #expect(told.map { $0["verdict"] } == ["ok", "warn"], "\(told)")
    #expect(told.last?["text"]?.string?.contains(webhook) == true, "\(told)")
    #expect(told.last?["remedy"]?.string?.isEmpty == false)
    #expect(await server.stop() == 0)
  }

  @Test("A webhook of a vendor that the program does not have is a warning with a remedy")
  func lostWebhook() async throws {
    let folder = try TemporaryFolder()
    let keys = try await AppKeys(folder)
    let server = try await RunningServer(folder, "--webhook-private-networks")
    let made = try await server.ask(
      "POST", "/v1/webhooks", key: keys.secret, ["url": "http://127.0.0.1:1", "facts": ["*"]])
    let webhook = try #require(made.json["id"]?.string)
    #expect(await server.stop() == 0)
    let database = try TestDatabase.open(folder.database())
    try await database.write { _ = try $0.run("UPDATE webhooks SET form = 'smoke'", []) }
    try await Self.expectLost(folder, webhook, form: "smoke", remedy: "delete the webhook")
    // After three days it is disabled for that, whether the form is known again or not.
    for (form, remedy) in [("smoke", "delete the webhook"), ("native", "\"state\": \"active\"")] {
      try await database.write {
        _ = try $0.run(
          "UPDATE webhooks SET form = $1, state = 'disabled', disabled_reason = 'unknown_form'",
          [.text(form)])
      }
      try await Self.expectLost(folder, webhook, form: form, remedy: remedy)
    }
    await database.close()
  }

  private static func expectLost(
    _ folder: TemporaryFolder, _ webhook: String, form: String, remedy: String
  ) async throws {
    let doctor = try await BeckonProgram.run(
      "doctor", "--json", "--database", folder.database())
    let told = (doctor.json?.elements ?? []).filter { $0["check"] == "webhook" }
    #expect(told.map { $0["verdict"] } == ["warn"], "\(doctor.json?.text ?? "")")
    #expect(told.first?["text"]?.string?.contains("\(webhook) gets nothing") == true)
    #expect(told.first?["text"]?.string?.contains("'\(form)'") == true)
    #expect(told.first?["remedy"]?.string?.contains(remedy) == true)
  }

  @Test(
    "A database that was named and is missing is a fault; what else is missing, a warning",
    .enabled(if: !TestDatabase.isPostgres, "is about SQLite's file"))
  func missing() async throws {
    let folder = try TemporaryFolder()
    let doctor = try await BeckonProgram.run(
      "doctor", "--json", "--database", folder.database(), "--listen", "127.0.0.1:1")
    #expect(doctor.status == 1)
    for (check, verdict) in [("database", "fail"), ("public-url", "warn"), ("server", "warn")] {
      let finding = doctor.json?.elements?.first { $0["check"]?.string == check }
      #expect(finding?["verdict"]?.string == verdict, "\(check)")
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
    let pages = bytes.count / 4_096
    try #require(pages > 3)
    for page in 3..<pages {
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
