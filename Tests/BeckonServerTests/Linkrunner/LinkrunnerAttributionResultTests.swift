import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore
import Testing

@testable import BeckonServer

/// `GET /api/v1/get-attribution-result`.
@Suite struct LinkrunnerAttributionResultTests {
  private static let idfv = "6D92078A-8246-4BA4-AE5B-76104861E7DC"

  /// A phone that came through a campaign and whose user signed up.
  private static func attributed(_ app: TestApp) async throws -> LinkrunnerPhone {
    _ = try await app.link([
      "code": "SUMMER", "url": "https://example.com/treasure",
      "utm": ["source": "facebook", "campaign": "Summer Sale"],
    ])
    let phone = LinkrunnerPhone(app: app)
    try await phone.open(
      "/?c=SUMMER&adset_id=12&adset_name=Engagement&ad_id=13&ad_name=Boat&keyword_id=14")
    _ = try await phone.send("trigger", ["user_data": ["id": "ana"]])
    return phone
  }

  @Test("A device, a user and an install are found, and told in the vendor's members")
  func members() async throws {
    try await TestServer.run(publicURL: "https://go.example.com") { server in
      let backend = LinkrunnerBackend(app: server.app)
      let phone = try await Self.attributed(server.app)
      let expected: JSON = [
        "campaign_name": "Summer Sale", "display_id": "SUMMER",
        "deeplink": "https://example.com/treasure", "domain_name": "go.example.com",
        "ad_set_id": "12", "ad_set_name": "Engagement", "ad_creative_id": "13",
        "ad_creative_name": "Boat", "keyword_id": "14", "keyword_name": .null,
        "ad_network": "META", "attribution_type": "INORGANIC",
      ]
      for query in [
        "device_identifier=" + Self.idfv, "device_identifier=" + Self.idfv.lowercased(),
        "user_id=ana", "install_instance_id=" + phone.installID,
        "user_id=nobody&device_identifier=" + Self.idfv,
      ] {
        let answer = try await backend.call("GET", "get-attribution-result?" + query)
        #expect(answer.status == 200, "\(query)")
        for member in expected.members ?? [] {
          #expect(answer.value("data." + member.name) == member.value, "\(member.name), \(query)")
        }
      }
    }
  }

  @Test("The user is surer than the device; who is not known is 204, who is not named 400")
  func subjects() async throws {
    try await TestServer.run { server in
      let backend = LinkrunnerBackend(app: server.app)
      _ = try await Self.attributed(server.app)
      let other = LinkrunnerPhone(app: server.app, address: "198.51.100.1")
      _ = try await other.send(
        "trigger",
        [
          "user_data": ["id": "ben"],
          "device_data": ["idfv": "00000000-0000-0000-0000-00000000000B"],
        ])
      for (query, status) in [
        ("user_id=ben&device_identifier=" + Self.idfv, 204), ("user_id=ana", 200),
        ("device_identifier=00000000-0000-0000-0000-00000000000b", 204),
        ("device_identifier=00000000-0000-0000-0000-000000000000", 204),
        ("device_identifier=%25", 204), ("device_identifier=", 400), ("", 400),
      ] {
        let answer = try await backend.call("GET", "get-attribution-result?" + query)
        #expect(answer.status == status, "\(query): \(answer.text)")
      }
    }
  }

  @Test("Where there are more installs than are looked through, that is what is said")
  func latest() async throws {
    try await TestServer.run { server in
      for number in 1...3 {
        try server.setTime("2026-06-01T09:00:0\(number)Z")
        let id = "0000000\(number)-0000-0000-0000-000000000000"
        let body: JSON = ["device_data": ["gaid": .string(id)], "platform": "ANDROID"]
        _ = try await LinkrunnerPhone(app: server.app).send("init", body)
      }
      let (app, ambient) = (server.app.id, server.ambient)
      let found = try await server.database.read { connection in
        let number = try #require(try Accounts(connection).number(of: app))
        let context = try #require(try Accounts.context(of: number, connection))
        let lookup = DeviceLookup(
          Scope(connection: connection, app: context, now: ambient.now(), ambient: ambient))
        return try [(1, 2), (2, 2), (1, 3), (4, 2), (4, 3)].map { number, installsMax in
          switch try lookup.find(
            "0000000\(number)-0000-0000-0000-000000000000", among: Int64(installsMax))
          {
          case .found: "found"
          case .none: "none"
          case .notAmongLatest: "not among the latest"
          }
        }
      }
      #expect(
        found == [
          "not among the latest", "found", "found", "not among the latest", "none",
        ])
    }
  }
}
