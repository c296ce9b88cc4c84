// The code of the vendor's guide for iOS without the SDK, as it stands there. Edits:
// * `import BeckonCompatLinkrunner` in place of the file LinkrunnerClient.swift, which the guide
//   has one write.
// * `import SwiftUI` and `@main` left out, because tests have neither; `App`, `Scene`,
//   `WindowGroup` and `ContentView` below stand for SwiftUI's.
// * `_ =` before `try?` where the compiler would warn of an unused result, because here a warning
//   is an error.
// * Statements that stand alone in the guide stand in functions here, and `apnsOrFcmToken`, which
//   the guide does not define, is their parameter.
import BeckonCompatLinkrunner
import Foundation

/// "3. Initialize and read attribution"
struct MyApp: App {
  init() {
    LinkrunnerClient.shared.configure(token: "YOUR_PROJECT_TOKEN")
    Task {
      _ = try? await LinkrunnerClient.shared.initialize()

      for _ in 0..<5 {
        let data =
          (try? await LinkrunnerClient.shared.attributionData())?["data"] as? [String: Any]
        if let campaign = data?["campaign_data"] as? [String: Any] {
          print("Campaign: \(campaign)")
          break
        }
        // Sleeps because: the guide's code does.
        try? await Task.sleep(nanoseconds: 2_000_000_000)
      }
    }
  }

  var body: some Scene {
    WindowGroup { ContentView() }
  }
}

/// "4. Identify the user" and "5. Track events and payments"
func identifyAndTrack() {
  Task {
    try? await LinkrunnerClient.shared.signup(
      userData: ["id": "user_123", "email": "user@example.com", "name": "John Doe"]
    )
  }

  // Custom event
  Task {
    try? await LinkrunnerClient.shared.trackEvent(
      "purchase_initiated",
      data: ["product_id": "12345", "amount": 99.99]
    )
  }

  // Payment
  Task {
    try? await LinkrunnerClient.shared.capturePayment(
      amount: 99.99,
      userId: "user_123",
      paymentId: "payment_123",
      type: "FIRST_PAYMENT"
    )
  }
}

/// "Other endpoints", and what the text says of the permission to track.
func callOtherEndpoints(_ apnsOrFcmToken: String) async {
  await LinkrunnerClient.shared.requestTrackingAuthorization()
  _ = LinkrunnerClient.shared.installInstanceId()

  _ = try? await LinkrunnerClient.shared.setUserData(["id": "user_123", "phone": "9876543210"])
  _ = try? await LinkrunnerClient.shared.setPushToken(apnsOrFcmToken)
  _ = try? await LinkrunnerClient.shared.setIntegrationData(clevertapId: "YOUR_CLEVERTAP_ID")
  _ = try? await LinkrunnerClient.shared.handleDeeplink("https://app.example.com/product/123")
  _ = try? await LinkrunnerClient.shared.removePayment(
    userId: "user_123", paymentId: "payment_123")
}

/// An app that used the vendor's SDK, with an import of this one.
func useTheSDK() async -> (LRAttributionDataResponse, LRDeeplinkResponse) {
  let sdk = LinkrunnerSDK.shared
  await sdk.initialize(token: "YOUR_PROJECT_TOKEN", debug: false)
  sdk.enablePIIHashing(true)
  await sdk.signup(
    userData: UserData(id: "user_456", name: "Jane", email: "jane@example.com"),
    additionalData: ["plan": "gold", "age": 30])
  await sdk.setCustomerUserId("user_456")
  await sdk.setCustomerUserId("user_789")
  await sdk.setAdditionalData(IntegrationData(clevertapId: "clever_1"))
  await sdk.trackEvent(eventName: "level_completed", eventData: ["level": 3], eventId: "event_1")
  await sdk.capturePayment(
    amount: 49.5, userId: "user_456", paymentId: "payment_456", type: .firstPayment,
    status: .completed)
  await sdk.removePayment(userId: "user_456", paymentId: "payment_456")
  await sdk.setPushToken("push_2")
  return await (
    sdk.getAttributionData(), sdk.handleDeeplink(url: "https://app.example.com/product/456")
  )
}

// What stands for SwiftUI.

protocol Scene {}

protocol App {
  associatedtype Body: Scene
  var body: Body { get }
}

struct ContentView {}

struct WindowGroup: Scene {
  init(content: () -> ContentView) {}
}
