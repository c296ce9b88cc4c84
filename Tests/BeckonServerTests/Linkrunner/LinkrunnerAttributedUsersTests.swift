import BeckonModel
import Testing

@testable import BeckonServer

/// `GET /api/v1/attributed-users`.
@Suite struct LinkrunnerAttributedUsersTests {
  private static func users(_ query: String, _ app: TestApp) async throws -> HTTPAnswer {
    try await LinkrunnerBackend(app: app).call("GET", "attributed-users?" + query)
  }

  @Test("A user has the vendor's members, the device among them under the names it came with")
  func members() async throws {
    try await TestServer.run { server in
      _ = try await server.app.link([
        "code": "SUMMER", "url": "https://example.com/",
        "utm": ["source": "instagram", "campaign": "Summer Sale"],
      ])
      let phone = LinkrunnerPhone(app: server.app)
      try await phone.open("/?c=SUMMER&adset_id=12&adset_name=Engagement&ad_id=13&ad_name=Boat")
      _ = try await phone.send("trigger", ["user_data": ["id": "ana", "name": "Ana"]])
      let answer = try await Self.users("display_id=SUMMER", server.app)
      #expect(answer.integer("data.total_users") == 1)
      #expect(answer.integer("data.pagination.limit") == 50)
      let user = try #require(answer.list("data.users").first)
      let expected: JSON = [
        "ad_channel": "META", "campaign_display_id": "SUMMER", "campaign_name": "Summer Sale",
        "attributed_at": "2026-06-01T09:00:00.000Z", "installed_at": "2026-06-01T09:00:00.000Z",
        "store_click_at": "2026-06-01T09:00:00.000Z", "meta_ad_id": "13", "ad_creative_id": "13",
        "ad_creative_name": "Boat", "ad_set_id": "12", "ad_set_name": "Engagement",
        "publisher_platform": .null, "platform_position": .null,
      ]
      for member in expected.members ?? [] {
        #expect(user[member.name] == member.value, "\(member.name) in \(user.text)")
      }
      #expect(user["device_data"] == nil)
      let told = user["user_data"]
      #expect(told?["id"] == "ana" && told?["name"] == "Ana" && told?["email"] == .null)
      let device = told?["device_data"]
      for (name, text) in [
        ("idfv", "6D92078A-8246-4BA4-AE5B-76104861E7DC"), ("brand", "Apple"), ("version", "1.2"),
        ("build_number", "34"), ("bundle_id", "com.example.pirates"),
        ("system_version", "17.5.1"), ("device_name", "iPhone15,2"),
        ("timezone", "Europe/Istanbul"),
      ] {
        #expect(device?[name]?.string == text, "\(name) in \(device?.text ?? "")")
      }
      #expect(device?["device_display"]?["width"] != nil)
      for name in ["platform", "os_version", "link_parameters"] { #expect(device?[name] == nil) }
    }
  }

  @Test("Times without a zone are UTC's, also where the app is elsewhere, or the zone's named")
  func zones() async throws {
    try await TestServer.run { server in
      try await server.app.set(["time_zone": "Asia/Tokyo"])
      _ = try await server.app.link(["code": "SUMMER", "url": "https://example.com/"])
      let phone = LinkrunnerPhone(app: server.app)
      try await phone.open("/SUMMER")
      _ = try await phone.send("trigger", ["user_data": ["id": "ana"]])
      for (query, total) in [
        ("start_timestamp=2026-06-01T09:00:00.000", 1),
        ("start_timestamp=2026-06-01T09:00:00.001", 0),
        ("start_timestamp=2026-06-01T18:00:00.000&timezone=Asia/Tokyo", 1),
        ("start_timestamp=2026-06-01T18:00:00.001&timezone=Asia/Tokyo", 0),
        ("end_timestamp=2026-06-01T09:00:00.001", 1),
      ] {
        let answer = try await Self.users("display_id=SUMMER&" + query, server.app)
        #expect(answer.integer("data.pagination.total") == Int64(total), "\(query): \(answer.text)")
      }
    }
  }

  @Test("What is not acceptable is refused with the vendor's statuses")
  func refusals() async throws {
    try await TestServer.run { server in
      _ = try await server.app.link(["code": "SUMMER", "url": "https://example.com/"])
      for (query, status, word) in [
        ("", 422, "display_id"), ("display_id=", 422, "display_id"),
        ("display_id=SUMMER&page=0", 422, "page"), ("display_id=SUMMER&page=x", 422, "page"),
        ("display_id=SUMMER&limit=1001", 422, "limit"),
        ("display_id=SUMMER&timezone=Atlantis/Main", 400, "timezone"),
        ("display_id=SUMMER&start_timestamp=soon", 400, "start_timestamp"),
        ("display_id=WINTER", 404, "display_id"),
      ] {
        let answer = try await Self.users(query, server.app)
        #expect(answer.status == status, "\(query): \(answer.text)")
        #expect(answer.string("msg")?.contains(word) == true, "\(query): \(answer.text)")
      }
    }
  }
}
