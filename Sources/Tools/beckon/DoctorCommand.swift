import BeckonBasics
import BeckonModel
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// `beckon doctor`: checks the set-up, each line ok, warn or fail with a remedy.
enum DoctorCommand {
  static let options = [
    DatabaseAddress.option,
    Options.Declared("public-url", "URL", "how people reach the server"),
    Options.Declared("listen", "HOST:PORT", "where the server listens (default 127.0.0.1:8080)"),
    Options.Declared(
      "domain", "HOST", "also: do phones let apps open the links of this host?"),
    Options.Declared("mail-gateway", "URL,…", "mail servers, as the server has them"),
    Options.Declared(
      "sms-gateway", "URL,…", "gateways of text messages, as the server has them"),
    Options.Declared("json", nil, "results as JSON"),
  ]

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

  static let command = Command(
    name: "doctor", summary: "check the set-up, with a remedy for each fault",
    usage: "Usage: beckon doctor [OPTIONS]", options: options, action: run)

  private static func run(_ options: Options) async throws -> Int32 {
    let listen = options["listen"] ?? "127.0.0.1:8080"
    let (host, port) = try ServeCommand.address(listen)
    var findings = [clock()]
    let address = try DatabaseAddress(options["database"])
    findings += await database(address, isNamed: options["database"] != nil)
    findings += await mail(address, gateways: options["mail-gateway"])
    findings += await texts(address, gateways: options["sms-gateway"])
    findings.append(publicURL(options["public-url"]))
    findings += await server(listen, host, port)
    if let domain = options["domain"] {
      findings += await self.domain(domain, address, publicURL: options["public-url"])
    }
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

  /// A server that listens everywhere is asked on this machine.
  private static func server(_ listen: String, _ host: String, _ port: Int) async -> [Finding] {
    let here = ["0.0.0.0": "127.0.0.1", "::": "::1"][host] ?? host
    let name = here.contains(":") ? "[\(here)]" : here
    guard let url = URL(string: "http://\(name):\(port)/health") else {
      return [Finding("server", .fail, "'\(listen)' is no address", remedy: "--listen HOST:PORT")]
    }
    var request = URLRequest(url: url)
    request.timeoutInterval = 3
    do {
      let (data, _) = try await URLSession.shared.data(for: request)
      return judge(health: (try? JSONReader.read(Array(data))) ?? .null)
    } catch {
      return [
        Finding(
          "server", .warn, "nothing answers at \(listen)",
          remedy: "beckon serve --listen \(listen)")
      ]
    }
  }

  private static func proxy(_ health: JSON) -> [Finding] {
    guard health["unnamed_proxy"] == true else { return [] }
    return [
      Finding(
        "proxy", .warn,
        "requests come through a proxy that is not named: no limit by address holds, and matches "
          + "are weak at most",
        remedy: "beckon serve --trusted-proxy ADDRESS; the server's log has the address")
    ]
  }

  private static func judge(health: JSON) -> [Finding] {
    func texts(_ name: String) -> [String] { health[name]?.elements?.compactMap(\.string) ?? [] }
    guard health["status"]?.string == "ok" else {
      let problems = texts("problems")
      let text =
        problems.isEmpty ? "something else answers there" : problems.joined(separator: "; ")
      return [Finding("server", .fail, text, remedy: "read the server's log")]
    }
    let version = health["version"]?.string ?? ""
    return [Finding("server", .ok, "beckon \(version) answers")] + proxy(health)
      + texts("warnings").map {
        Finding(
          "server", .warn, $0,
          remedy: "when it is mended: PATCH /v1/webhooks/{webhook} {\"state\": \"active\"}")
      }
  }
}
