import BeckonModel
import BeckonSDK
import Foundation
import TestPrograms
import Testing

@testable import BeckonCompatDynamicLinks

/// The real `beckon serve` with the guide's game, whose two Cloud Functions are reward rules.
struct DynamicLinksServer: Sendable {
  static let host = "example.page.link"

  let server: RunningServer
  let keys: AppKeys

  init(settings: [JSON.Member] = []) async throws {
    let folder = try TemporaryFolder()
    keys = try await AppKeys(folder)
    server = try await RunningServer(folder, "--trusted-proxy", "127.0.0.1/32")
    let usual: JSON = [
      "link_domains": [.string(Self.host)], "allowed_targets": ["https://mygame.example.com/*"],
      "ios": [
        "bundle_id": "com.example.ios", "team_id": "ABCDE12345", "app_store_id": "123456789",
      ],
      "android": ["package": "com.example.android"],
    ]
    _ = try await native("PATCH", "/v1/app", .object((usual.members ?? []) + settings))
  }

  /// Makes the campaign of the guide, and the app's default.
  func makeCampaign() async throws {
    let campaign = try await native(
      "POST", "/v1/campaigns",
      [
        "name": "Pirates", "goal": 1, "url": "https://mygame.example.com/",
        "rules": [
          [
            "name": "grantSignupReward", "to": "recipient", "amount": 50,
            "unit": "pieces_of_eight",
            "when": ["attribute": "last_signin_at", "first_set": true],
          ],
          [
            "name": "rewardReferrals", "to": "referrer", "amount": 50, "unit": "pieces_of_eight",
            "when": ["attribute": "level", "crosses": 5],
          ],
        ],
      ])
    _ = try await native("PATCH", "/v1/app", ["default_campaign": campaign["id"] ?? .null])
  }

  /// Asks the native API, as the app's server does.
  func native(
    _ method: String = "GET", _ path: String, _ body: JSON? = nil
  ) async throws -> JSON {
    let answer = try await server.ask(method, path, key: keys.secret, body)
    try #require((200..<300).contains(answer.status), "\(path): \(answer.json.text)")
    return answer.json
  }

  /// What a person has, in pieces of eight.
  func balance(of person: String) async throws -> Int64 {
    let answer = try await native("GET", "/v1/people/\(person)/balances")
    let balances = answer.elements ?? answer["balances"]?.elements ?? []
    return balances.first { $0["unit"] == "pieces_of_eight" }?["posted"]?.integer ?? 0
  }

  /// Opens a link of the game in an iPhone's browser. Redirects are not followed.
  func visit(_ link: URL, address: String = "203.0.113.7") async throws -> TransportResponse {
    let request = TransportRequest(
      method: "GET", url: server.url + link.path,
      headers: [
        "Host": Self.host, "X-Forwarded-For": address, "Accept": "text/html",
        "User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 "
          + "(KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1",
      ])
    return try await Transport.urlSession().send(request)
  }

  /// What stands in the Info.plist of the game's app.
  var information: AppInformation {
    DynamicLinksApp.information(server: server.url) {
      $0.key = keys.publishable
      $0.domains = ["https://" + Self.host]
    }
  }
}
