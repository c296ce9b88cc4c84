import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import TestPrograms
import Testing

/// `beckon doctor --domain`: looks at a link host as Apple and Google do.
@Suite struct DoctorDomainTests {
  private static let fingerprint = [String](repeating: "AB", count: 32).joined(separator: ":")
  private static let apple =
    #"{"applinks":{"details":[{"appIDs":["ABCDE12345.example.shop"],"components":[{"/":"/*"}]}]}}"#
  private static let google =
    #"[{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":"#
    + #""android_app","package_name":"example.shop","sha256_cert_fingerprints":["\#(fingerprint)"]}}]"#

  private static func findings(
    _ domain: String, _ folder: TemporaryFolder, publicURL: String = "https://go.example.com"
  ) async throws -> (status: Int32, checks: [String: JSON]) {
    let doctor = try await BeckonProgram.run(
      "doctor", "--json", "--database", folder.database(), "--domain", domain,
      "--public-url", publicURL)
    let pairs = (doctor.json?.elements ?? []).map { ($0["check"]?.string ?? "", $0) }
    return (doctor.status, Dictionary(pairs, uniquingKeysWith: { first, _ in first }))
  }

  @Test("The server's own files are in order, but for the certificate that a test has not")
  func server() async throws {
    let folder = try TemporaryFolder()
    let keys = try await AppKeys(folder)
    let server = try await RunningServer(folder)
    let before = try await Self.findings(server.url, folder).checks
    #expect(before["link-domain"]?["verdict"] == "warn")
    // The server refuses its own host as one app's, so nobody is told to make it one.
    let own = try await Self.findings(server.url, folder, publicURL: server.url).checks
    #expect(own["link-domain"]?["verdict"] == "ok")
    let refused = try await server.ask(
      "PATCH", "/v1/app", key: keys.secret, ["link_domains": ["127.0.0.1"]])
    #expect(refused.status == 422)
    for check in ["apple-app-site-association", "assetlinks.json"] {
      #expect(before[check]?["verdict"] == "fail")
      #expect(before[check]?["remedy"]?.string?.hasPrefix("PATCH /v1/app") == true)
    }
    let set = try await server.ask(
      "PATCH", "/v1/app", key: keys.secret,
      [
        "link_domains": ["localhost"],
        "ios": ["bundle_id": "example.shop", "team_id": "ABCDE12345"],
        "android": ["package": "example.shop", "sha256": [.string(Self.fingerprint)]],
      ])
    #expect(set.status == 200)
    let (status, after) = try await Self.findings("http://localhost:\(server.port)", folder)
    #expect(after["link-domain"]?["verdict"] == "ok")
    #expect(after["apple-app-site-association"]?["verdict"] == "ok", "\(after)")
    #expect(after["apple-app-site-association"]?["text"] == "names ABCDE12345.example.shop")
    #expect(after["assetlinks.json"]?["verdict"] == "ok", "\(after)")
    #expect(after["domain"]?["verdict"] == "fail", "http is not what phones ask by")
    #expect(status == 1)
    #expect(await server.stop() == 0)
  }

  /// A host with something wrong, and what is said about the two files.
  private static func told(
    of apple: TransportResponse, _ google: TransportResponse
  ) async throws -> [String?] {
    let server = try LoopbackServer { request in
      switch request.url {
      case "/.well-known/apple-app-site-association": .answer(apple)
      case "/.well-known/assetlinks.json": .answer(google)
      default: .answer(json(Self.apple))
      }
    }
    defer { server.stop() }
    let checks = try await findings(server.url, try TemporaryFolder()).checks
    return ["apple-app-site-association", "assetlinks.json"].map { name in
      guard let finding = checks[name], finding["verdict"] == "fail" else { return nil }
      return finding["remedy"] == nil ? "no remedy" : finding["text"]?.string
    }
  }

  private static func json(_ text: String, type: String = "application/json") -> TransportResponse {
    TransportResponse(status: 200, headers: ["Content-Type": type], body: Array(text.utf8))
  }

  @Test("Each thing that phones refuse is named")
  func wrong() async throws {
    let redirect = TransportResponse(status: 301, headers: ["Location": "/elsewhere"])
    let redirected = try await Self.told(of: redirect, redirect)
    #expect(redirected.allSatisfy { $0?.contains("redirects to") == true }, "\(redirected)")
    let text = try await Self.told(
      of: Self.json(Self.apple, type: "text/plain"), Self.json(Self.google, type: "text/html"))
    #expect(text.allSatisfy { $0?.contains("Content-Type") == true }, "\(text)")
    let broken = try await Self.told(of: Self.json("{"), Self.json("[}"))
    #expect(broken == ["it is not JSON", "it is not JSON"])
    let failing = TransportResponse(status: 502)
    let failed = try await Self.told(of: failing, failing)
    #expect(failed.allSatisfy { $0?.contains("502") == true }, "\(failed)")
    let empty = try await Self.told(of: Self.json("{}"), Self.json("[]"))
    #expect(empty == ["it names no app", "it names no package"])
    let padded = Self.apple + String(repeating: " ", count: 128 * 1_024)
    let shapeless = Self.google.replacing("AB:AB", with: "ab:ab")
    let odd = try await Self.told(of: Self.json(padded), Self.json(shapeless))
    #expect(odd[0]?.contains("131072") == true, "\(odd)")
    #expect(odd[1]?.contains("fingerprint") == true, "\(odd)")
    let team = Self.apple.replacing("ABCDE12345", with: "MyTeam")
    #expect(try await Self.told(of: Self.json(team), Self.json(Self.google))[0] != nil)
    #expect(
      try await Self.told(
        of: Self.json(Self.apple, type: "application/json; charset=utf-8"),
        Self.json(Self.google)) == [nil, nil])
  }

  @Test(
    "A file that speaks for another app is found out, where the database tells whose host it is")
  func otherApp() async throws {
    let folder = try TemporaryFolder()
    let keys = try await AppKeys(folder)
    let server = try await RunningServer(folder)
    let set = try await server.ask(
      "PATCH", "/v1/app", key: keys.secret,
      [
        "link_domains": ["localhost"],
        "ios": ["bundle_id": "example.other", "team_id": "ABCDE12345"],
      ])
    #expect(set.status == 200)
    let stranger = try LoopbackServer { request in
      request.url == "/.well-known/assetlinks.json"
        ? .answer(TransportResponse(status: 404)) : .answer(Self.json(Self.apple))
    }
    defer { stranger.stop() }
    let checks = try await Self.findings("http://localhost:\(stranger.port)", folder).checks
    #expect(
      checks["apple-app-site-association"]?["text"]
        == "it does not name ABCDE12345.example.other")
    #expect(checks["assetlinks.json"]?["verdict"] == "ok", "the app is not on Android")
    #expect(await server.stop() == 0)
  }

  @Test("A host that is none, or that nobody answers for, is told with a remedy")
  func unreachable() async throws {
    let folder = try TemporaryFolder()
    let none = try await Self.findings("https://go.example.com/path", folder)
    #expect(none.checks["domain"]?["verdict"] == "fail")
    let dead = try await Self.findings("http://127.0.0.1:1", folder)
    #expect(dead.status == 1)
    #expect(
      dead.checks["apple-app-site-association"]?["text"]?.string?.hasPrefix("cannot be read")
        == true)
  }
}
