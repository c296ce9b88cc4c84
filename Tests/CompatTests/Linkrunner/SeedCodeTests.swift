import BeckonContract
import BeckonContractLinkrunner
import BeckonModel
import BeckonTesting
import Foundation
import Testing

@testable import BeckonCompatLinkrunner

/// The guide's own code, through the vendor's singletons: one test at a time.
@Suite(.serialized, .timeLimit(.minutes(5))) struct SeedCodeTests {}

/// What it sends.
extension SeedCodeTests {
  @Suite struct SentTests {
    let app = LinkrunnerApp()
    let server: RecordingServer

    init() throws {
      server = try RecordingServer.start()
      let information = ["BeckonURL": server.url.absoluteString, "BeckonKey": server.token]
      LinkrunnerSession.shared.replace(
        app.surroundings(information: information), defaults: app.defaults)
    }

    @Test func nothingIsSentBeforeConfigure() async throws {
      await callOtherEndpoints("push_1")
      await #expect(throws: LinkrunnerError.notInitialized) {
        try await LinkrunnerClient.shared.trackEvent("early")
      }
      for path in Linkrunner.Path.allCases { #expect(try await server.stored(path).isEmpty) }
    }

    @Test func theGuidesAppRegistersTheInstallAndReadsItsCampaign() async throws {
      _ = MyApp().body
      try await eventually { try await server.stored(.attributionData).count == 1 }
      let install = try #require(try await server.stored(.initialize).first)
      #expect(
        install["install_instance_id"]?.string == LinkrunnerClient.shared.installInstanceId())
      #expect(install["token"]?.string == server.token)
    }

    @Test func theGuidesCallsArrive() async throws {
      LinkrunnerClient.shared.configure(token: "YOUR_PROJECT_TOKEN")
      identifyAndTrack()
      await callOtherEndpoints("push_1")
      try await eventually {
        let facts: [Linkrunner.Path] = [.trigger, .captureEvent, .capturePayment, .removePayment]
        for path in facts where try await server.stored(path).isEmpty { return false }
        return true
      }
      let person = try #require(try await server.stored(.trigger).first)
      #expect(
        person["user_data"]
          == ["email": "user@example.com", "id": "user_123", "name": "John Doe"])
      let event = try #require(try await server.stored(.captureEvent).first)
      #expect(event["event_name"] == "purchase_initiated")
      #expect(event["event_data"] == ["amount": 99.99, "product_id": "12345"])
      #expect(event["event_id"]?.string?.isEmpty == false)
      let payment = try #require(try await server.stored(.capturePayment).first)
      #expect(payment["payment_id"] == "payment_123")
      #expect(payment["amount"] == 99.99)
      #expect(payment["type"] == "FIRST_PAYMENT")
      #expect(payment["status"] == "PAYMENT_COMPLETED")
      let told = try #require(try await server.stored(.setUserData).first)
      #expect(told["user_data"] == ["id": "user_123", "phone": "9876543210"])
      #expect(try await server.stored(.updatePushToken).first?["push_token"] == "push_1")
      #expect(
        try await server.stored(.integrations).first?["integration_info"]
          == ["clevertap_id": "YOUR_CLEVERTAP_ID"])
      #expect(try await server.stored(.removePayment).first?["payment_id"] == "payment_123")
      #expect(
        try await server.stored(.handleDeepLink).first?["deeplink_url"]
          == "https://app.example.com/product/123")
    }

    @Test func theSDKsCallsArrive() async throws {
      let (attribution, link) = await useTheSDK()
      #expect(attribution.attributionSource == server.attribution.source)
      #expect(attribution.deeplink == server.attribution.deepLink)
      #expect(attribution.campaignData?.name == server.attribution.campaign?.name)
      #expect(link.deeplink == server.link.deepLink)
      #expect(link.isLinkrunner == server.link.isOurs)

      #expect(try await server.stored(.initialize).count == 1)
      let person = try #require(try await server.stored(.trigger).first)
      #expect(person["user_data"]?["name"]?.string == LinkrunnerSDK.shared.hashWithSHA256("Jane"))
      #expect(person["data"]?["plan"] == "gold")
      #expect(try await server.stored(.customerUserID).map { $0["user_id"] } == ["user_789"])
      let event = try #require(try await server.stored(.captureEvent).first)
      #expect(event["event_id"] == "event_1")
      #expect(event["user_id"] == "user_789")
      let payment = try #require(try await server.stored(.capturePayment).first)
      #expect(payment["amount"] == 49.5)
      #expect(payment["type"] == "FIRST_PAYMENT")
      #expect(try await server.stored(.removePayment).count == 1)
      #expect(try await server.stored(.updatePushToken).first?["push_token"] == "push_2")
    }
  }
}
