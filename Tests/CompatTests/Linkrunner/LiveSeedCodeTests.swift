import BeckonModel
import BeckonTesting
import Foundation
import Testing

@testable import BeckonCompatLinkrunner

/// What the real server makes of it, as the app's own server reads it there.
extension SeedCodeTests {
  @Suite struct LiveTests {
    let app = LinkrunnerApp()
    let live: LiveServer

    init() async throws {
      live = try await LiveServer()
      LinkrunnerSession.shared.replace(
        app.surroundings(information: ["BeckonURL": live.url]), defaults: app.defaults)
    }

    @Test("The guide's blocks one after the other, from the click to the payment taken back")
    func guide() async throws {
      _ = try await live.vendor(
        "POST", "create-campaign",
        [
          "name": "Summer Sale", "custom_display_id": "SUMMER",
          "deeplink": "pirates://treasure/7",
          "link_for_desktop_users": "https://example.com/treasure",
        ])
      try await live.open("/?c=SUMMER&gclid=Cj0KCQ")
      _ = MyApp().body
      _ = MyApp().body
      try await theInstallBelongsToItsCampaign()

      identifyAndTrack()
      try await eventually { try await self.live.revenue(by: "day").values.first == 9_999 }
      try await eventually { try await self.live.report("SUMMER")["sign-ups"] == "1" }
      try await thePersonIsKnown()
      try await eventually { try await self.live.report("SUMMER")["clicks"] == "1" }
      let report = try await live.report("SUMMER")
      #expect(report["installs"] == "1")
      #expect(report["revenue"] == "$99.99")
      #expect(try await live.revenue(by: "link").values.map { $0 } == [9_999])

      await callOtherEndpoints("push_1")
      #expect(try await live.revenue(by: "day") == [:])
      #expect(try await live.report("SUMMER")["revenue"] == "$0.00")
      let export = try await live.export("user_123")
      #expect(export["payments"]?.elements?.count == 1)
      #expect(export["payments"]?[0]?["removed_at"]?.string != nil)
      #expect(export["attributes"]?["push_token"] == "push_1")
      #expect(
        export["attributes"]?["integration_info"] == ["clevertap_id": "YOUR_CLEVERTAP_ID"])
      #expect(export["attributes"]?["phone"] == "9876543210")
    }

    private func theInstallBelongsToItsCampaign() async throws {
      let id = LinkrunnerClient.shared.installInstanceId()
      let path = "get-attribution-result?install_instance_id=" + id
      try await eventually { try await self.live.vendor("GET", path) != .null }
      let result = try await live.vendor("GET", path)
      #expect(result["attribution_source"] == "GOOGLE")
      #expect(result["campaign_data"]?["id"] == "SUMMER")
      #expect(result["campaign_data"]?["name"] == "Summer Sale")
      // The app is told the same as the app's server.
      let told = try await LinkrunnerClient.shared.attributionData()["data"] as? [String: Any]
      let campaign = try #require(told?["campaign_data"] as? [String: Any])
      #expect(campaign["name"] as? String == "Summer Sale")
      #expect(campaign["type"] as? String == "INORGANIC")
      #expect(campaign["ad_network"] as? String == "GOOGLE")
      #expect(told?["deeplink"] as? String == "pirates://treasure/7")
    }

    private func thePersonIsKnown() async throws {
      let users = try await live.vendor("GET", "attributed-users?display_id=SUMMER")["users"]
      #expect(users?.elements?.count == 1)
      let user = users?[0]?["user_data"]
      #expect(user?["id"] == "user_123")
      #expect(user?["email"] == "user@example.com")
      #expect(user?["name"] == "John Doe")
      try await eventually {
        try await self.live.export("user_123")["facts"]?.elements?
          .contains { $0["name"] == "purchase_initiated" } == true
      }
      let facts = try await live.export("user_123")["facts"]?.elements ?? []
      let event = facts.first { $0["name"] == "purchase_initiated" }
      #expect(event?["properties"] == ["amount": 99.99, "product_id": "12345"])
      #expect(facts.count { $0["name"] == "purchase_initiated" } == 1)
    }

    @Test("An app that used the vendor's SDK")
    func vendorSDK() async throws {
      let campaign = try await live.native(
        "POST", "/v1/campaigns", ["name": "Autumn", "goal": 1, "url": "https://example.com/"])
      let link = try await live.native(
        "POST", "/v1/links",
        [
          "url": "https://example.com/leaf", "code": "leaf",
          "campaign": campaign["id"] ?? .null, "utm": ["source": "facebook", "campaign": "Red"],
        ])
      try await live.open("/leaf")
      let (attribution, opened) = await useTheSDK()
      #expect(attribution.attributionSource == "META")
      #expect(attribution.campaignData?.name == "Red")
      #expect(attribution.campaignData?.adNetwork == .meta)
      #expect(attribution.campaignData?.installedAt != nil)
      #expect(attribution.campaignData?.storeClickAt != nil)
      #expect(attribution.deeplink == "https://example.com/leaf")
      #expect(!opened.isLinkrunner)
      let ours = await LinkrunnerSDK.shared.handleDeeplink(url: link["short_url"]?.string)
      #expect(ours.isLinkrunner)
      #expect(ours.deeplink == "https://example.com/leaf")

      let paid = try await live.export("user_456")
      #expect(paid["attributes"]?["name"]?.string == LinkrunnerSDK.shared.hashWithSHA256("Jane"))
      #expect(paid["attributes"]?["additional_data"] == ["age": 30, "plan": "gold"])
      #expect(paid["payments"]?[0]?["amount"] == 4_950)
      #expect(paid["payments"]?[0]?["removed_at"]?.string != nil)
      // Who logged in later on the same phone.
      let event = try await live.export("user_789")["facts"]?.elements?
        .first { $0["name"] == "level_completed" }
      #expect(event?["properties"] == ["level": 3])

      await LinkrunnerSDK.shared.capturePayment(
        amount: 20, userId: "user_789", paymentId: "payment_789")
      #expect(try await live.revenue(by: "campaign") == [campaign["id"]?.string ?? "?": 2_000])
      #expect(try await live.revenue(by: "link") == [link["id"]?.string ?? "?": 2_000])
    }
  }
}
