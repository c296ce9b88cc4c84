import BeckonBasics
import BeckonModel
import BeckonStore
import BeckonStoreSQLite
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// `beckon doctor`: checks the set-up, each line ok, warn or fail with a remedy.
enum DoctorCommand {
  static let options = [
    OpenDatabase.option,
    Options.Declared("public-url", "URL", "how people reach the server"),
    Options.Declared("listen", "HOST:PORT", "where the server listens (default 127.0.0.1:8080)"),
    Options.Declared("json", nil, "results as JSON"),
    Options.Declared("help", nil, "this text"),
  ]

  /// Below this much room a database soon stops.
  private static let freeBytesLeast = 1 << 30

  enum Verdict: String {
    case ok, warn, fail
  }

  struct Finding {
    let check: String
    let verdict: Verdict
    let text: String
    let remedy: String?

    init(_ check: String, _ verdict: Verdict, _ text: String, remedy: String? = nil) {
      self.check = check
      self.verdict = verdict
      self.text = text
      self.remedy = remedy
    }
  }

  static func run(_ words: [String]) async throws -> Int32 {
    let options = try Options(words, command: "doctor", Self.options)
    if options.has("help") {
      Terminal.line(Options.help("Usage: beckon doctor [OPTIONS]", Self.options))
      return 0
    }
    try options.refuseWords()
    let path = try OpenDatabase.path(options["database"] ?? OpenDatabase.defaultURL)
    var findings = [clock(), room(path)]
    findings += await database(path)
    findings.append(publicURL(options["public-url"]))
    findings.append(await server(options["listen"] ?? "127.0.0.1:8080"))
    Terminal.line(options.has("json") ? json(findings).text : text(findings))
    return findings.contains { $0.verdict == .fail } ? 1 : 0
  }

  private static func text(_ findings: [Finding]) -> String {
    findings.map { finding in
      let head = finding.verdict.rawValue.padding(toLength: 5, withPad: " ", startingAt: 0)
      let remedy = finding.remedy.map { "\n      try: \($0)" } ?? ""
      return "\(head) \(finding.check): \(finding.text)\(remedy)"
    }.joined(separator: "\n")
  }

  private static func json(_ findings: [Finding]) -> JSON {
    .array(
      findings.map { finding in
        .object([
          "check": .string(finding.check), "verdict": .string(finding.verdict.rawValue),
          "text": .string(finding.text), "remedy": finding.remedy.map(JSON.string),
        ])
      })
  }

  // MARK: Checks

  /// Holds and windows are counted by the wall clock.
  private static func clock() -> Finding {
    let now = Ambient.system.now()
    guard let least = Instant("2026-01-01T00:00:00Z"), now > least else {
      return Finding(
        "clock", .fail, "it is set to \(now.text)", remedy: "set the clock, e.g. with chrony")
    }
    return Finding("clock", .ok, now.text)
  }

  private static func room(_ path: String) -> Finding {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder)
    guard let free = (attributes?[.systemFreeSize] as? NSNumber)?.intValue else {
      return Finding(
        "disk", .fail, "there is no folder \(folder)", remedy: "mkdir -p '\(folder)'")
    }
    let megabytes = free / (1 << 20)
    return free < freeBytesLeast
      ? Finding("disk", .warn, "\(megabytes) MB free in \(folder)", remedy: "make room")
      : Finding("disk", .ok, "\(megabytes) MB free in \(folder)")
  }

  private static func database(_ path: String) async -> [Finding] {
    guard FileManager.default.fileExists(atPath: path) else {
      return [
        Finding(
          "database", .warn, "\(path) is not there yet",
          remedy: "'beckon serve' or 'beckon app create' makes it")
      ]
    }
    do {
      let database = try SQLiteDatabase(SQLiteDatabase.Settings(path: path))
      do {
        let damage = try await database.integrityProblems()
        let findings = damage.isEmpty ? try await database.read(inspect) : []
        await database.close()
        return [integrity(damage)] + findings
      } catch {
        await database.close()
        throw error
      }
    } catch {
      let failure = Failure(error)
      return [Finding("database", .fail, failure.problem, remedy: failure.remedy)]
    }
  }

  private static func integrity(_ damage: [String]) -> Finding {
    damage.isEmpty
      ? Finding("integrity", .ok, "quick_check finds nothing")
      : Finding("integrity", .fail, damage.joined(separator: "; "), remedy: "restore a backup")
  }

  @Sendable private static func inspect(_ connection: any Connection) throws -> [Finding] {
    let tables = try connection.rows(
      "SELECT name FROM sqlite_master WHERE name IN ('migrations', 'apps')", []
    ) { $0.text(0) }
    guard tables.count == 2 else {
      return [Finding("schema", .warn, "there is none yet", remedy: "beckon migrate")]
    }
    let version = try connection.first("SELECT MAX(number) FROM migrations", []) { $0.integer(0) }
    let known = Int64(Migration.all.count)
    let schema =
      switch version ?? 0 {
      case known: Finding("schema", .ok, "at \(known)")
      case ..<known:
        Finding("schema", .warn, "at \(version ?? 0) of \(known)", remedy: "beckon migrate")
      default:
        Finding(
          "schema", .fail, "newer than this program", remedy: "use the newer beckon program")
      }
    let apps = try Accounts(connection).apps().count
    let app =
      apps == 0
      ? Finding("apps", .warn, "there is none", remedy: "beckon app create --name NAME")
      : Finding("apps", .ok, "\(apps)")
    return [schema, app]
  }

  private static func publicURL(_ text: String?) -> Finding {
    guard let text else {
      return Finding(
        "public-url", .warn, "not set: links will hold the address the server listens on",
        remedy: "--public-url https://go.example.com")
    }
    return text.hasPrefix("https://")
      ? Finding("public-url", .ok, text)
      : Finding(
        "public-url", .warn, "\(text) is not https: phones refuse it as an app link",
        remedy: "put a proxy with a certificate in front, and give its https address")
  }

  private static func server(_ address: String) async -> Finding {
    guard let url = URL(string: "http://\(address)/health") else {
      return Finding("server", .fail, "'\(address)' is no address", remedy: "--listen HOST:PORT")
    }
    var request = URLRequest(url: url)
    request.timeoutInterval = 3
    do {
      let (data, _) = try await URLSession.shared.data(for: request)
      let health = try JSONReader.read(Array(data))
      let problems = health["problems"]?.elements?.compactMap(\.string) ?? []
      guard health["status"]?.string == "ok" else {
        let text =
          problems.isEmpty ? "something else answers there" : problems.joined(separator: "; ")
        return Finding("server", .fail, text, remedy: "read the server's log")
      }
      return Finding("server", .ok, "beckon \(health["version"]?.string ?? "") answers")
    } catch {
      return Finding(
        "server", .warn, "nothing answers at \(address)", remedy: "beckon serve --listen \(address)"
      )
    }
  }
}
