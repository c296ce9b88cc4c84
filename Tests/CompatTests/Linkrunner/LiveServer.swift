import BeckonContract
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import TestPrograms
import Testing

/// The real `beckon serve` on a file of its own, with an app whose token is the guide's.
struct LiveServer: Sendable {
  /// What the guide's code passes for the project's token.
  static let token = "YOUR_PROJECT_TOKEN"

  let server: RunningServer
  let keys: AppKeys
  private let browser = Transport.urlSession()

  init() async throws {
    let folder = try TemporaryFolder()
    keys = try await AppKeys(folder)
    let alias = try await BeckonProgram.run(
      "app", "alias", "--app", keys.app, "--vendor", "linkrunner", "--key", Self.token, "--as",
      "publishable", "--database", folder.database())
    try #require(alias.status == 0, "\(alias.errors)")
    server = try await RunningServer(folder, "--trusted-proxy", "127.0.0.1/32")
    _ = try await native("PATCH", "/v1/app", ["currency": "USD"])
  }

  var url: String { server.url }

  /// Opens a link in the browser of an iPhone.
  /// - Parameter address: where it is, if not on this machine as its apps are.
  func open(_ path: String, address: String = "127.0.0.1") async throws {
    let request = TransportRequest(
      method: "GET", url: url + path,
      headers: [
        "User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 "
          + "(KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1",
        "Accept": "text/html", "X-Forwarded-For": address,
      ])
    #expect(try await browser.send(request).status == 302)
  }

  /// Asks the native API, as the app's server does.
  func native(
    _ method: String = "GET", _ path: String, _ body: JSON? = nil
  ) async throws -> JSON {
    let answer = try await server.ask(method, path, key: keys.secret, body)
    try #require((200..<300).contains(answer.status), "\(path): \(answer.json.text)")
    return answer.json
  }

  /// Asks the vendor's API for servers.
  /// - Returns: the answer's `data`.
  func vendor(
    _ method: String = "GET", _ path: String, _ body: JSON? = nil
  ) async throws -> JSON {
    let answer = try await server.ask(
      method, "/api/v1/" + path, body, headers: ["linkrunner-key": keys.secret])
    try #require((200..<300).contains(answer.status), "\(path): \(answer.json.text)")
    return answer.json["data"] ?? .null
  }

  /// Everything that the server knows about a user.
  func export(_ userID: String) async throws -> JSON {
    let found = try await native("POST", "/v1/people", ["user_id": .string(userID)])
    let person = try #require(found["person"]?.string)
    return try await native("GET", "/v1/people/\(person)/export")
  }

  /// Revenue in cents, by link, campaign or day.
  func revenue(by grouping: String) async throws -> [String: Int64] {
    let rows = try await native("GET", "/v1/revenue?by=" + grouping)["revenue"]?.elements ?? []
    var revenue: [String: Int64] = [:]
    for row in rows {
      #expect(row["currency"] == "USD")
      revenue[row[grouping]?.string ?? "", default: 0] += row["amount"]?.integer ?? 0
    }
    return revenue
  }

  /// What the vendor's report says of each campaign, by `display_id`.
  func reports() async throws -> [String: JSON] {
    var reports: [String: JSON] = [:]
    var (page, pages) = (Int64(1), Int64(1))
    while page <= pages {
      let data = try await vendor("GET", "reporting/campaigns?limit=100&page=\(page)")
      for row in data["campaigns"]?.elements ?? [] {
        reports[row["display_id"]?.string ?? ""] = row
      }
      pages = data["pagination"]?["pages"]?.integer ?? 0
      page += 1
    }
    return reports
  }

  /// What it says of one.
  func report(_ displayID: String) async throws -> JSON {
    try #require(try await reports()[displayID])
  }
}
