import BeckonContract
import BeckonContractLinkrunner
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import Testing

@testable import BeckonCompatLinkrunner

/// What each method sends, to the letter.
@Suite struct RequestTests {
  let app = LinkrunnerApp()
  let fake = LinkrunnerFake()
  let clock = ManualClock()

  @Test func theKindsOfPaymentsAreTheProtocols() {
    #expect(
      PaymentType.allCases.map(\.rawValue) == Linkrunner.PaymentType.allCases.map(\.rawValue))
    #expect(
      PaymentStatus.allCases.map(\.rawValue) == Linkrunner.PaymentStatus.allCases.map(\.rawValue))
  }
  let session: LinkrunnerSession
  let client: LinkrunnerClient

  init() throws {
    let fake = fake
    app.defaults.set("a1B2c3D4e5F6g7H8i9J0", forKey: "linkrunner_install_instance_id")
    session = app.session(
      app.surroundings(transport: Transport { try fake.respond($0) }, ambient: clock.ambient))
    client = LinkrunnerClient(session)
    let url = try #require(URL(string: "https://go.example.com"))
    client.configure(token: "PROJECT_TOKEN", server: url)
    clock.advance(milliseconds: 120_500)
  }

  static let head =
    #""token":"PROJECT_TOKEN","platform":"IOS","install_instance_id":"a1B2c3D4e5F6g7H8i9J0""#
  static let device =
    #"{"device":"iPhone","system_version":"17.4","idfa":"6D92078A","#
    + #""install_instance_id":"a1B2c3D4e5F6g7H8i9J0"}"#
  static let time = #""timestamp":1790000120500"#

  @Test func initialize() async throws {
    try await client.initialize(link: "https://go.example.com/abc")
    expect(
      .initialize,
      """
      {\(Self.head),"package_version":"ios-rest-1.0","app_version":"1.0",\
      "device_data":\(Self.device),"debug":false,"link":"https://go.example.com/abc"}
      """)
  }

  @Test func attributionData() async throws {
    _ = try await client.attributionData()
    expect(.attributionData, #"{\#(Self.head),"device_data":\#(Self.device),"debug":false}"#)
  }

  @Test func signup() async throws {
    try await client.signup(
      userData: ["id": "user_123", "age": 30], additionalData: ["plan": "gold"])
    expect(
      .trigger,
      """
      {\(Self.head),"user_data":{"age":30,"id":"user_123"},\
      "data":{"plan":"gold","device_data":\(Self.device)},\
      "time_since_app_install":120.5,\(Self.time)}
      """)
  }

  @Test func setUserData() async throws {
    try await client.setUserData(["id": "user_123", "phone": "9876543210"])
    expect(
      .setUserData,
      """
      {\(Self.head),"user_data":{"id":"user_123","phone":"9876543210"},\
      "device_data":\(Self.device),\(Self.time)}
      """)
  }

  @Test func trackEvent() async throws {
    try await client.trackEvent("level_completed", data: ["level": 3])
    let id = try #require(fake.bodies(.captureEvent).first?["event_id"]?.string)
    #expect(id.count == 36)
    expect(
      .captureEvent,
      """
      {\(Self.head),"event_name":"level_completed","event_data":{"level":3},"event_id":"\(id)",\
      "device_data":\(Self.device),"time_since_app_install":120.5,\(Self.time)}
      """)
  }

  @Test func capturePayment() async throws {
    try await client.capturePayment(
      amount: 99.99, userId: "user_123", paymentId: "payment_123", type: "FIRST_PAYMENT",
      eventData: ["item": "book"])
    expect(
      .capturePayment,
      """
      {\(Self.head),"amount":99.99,"user_id":"user_123","payment_id":"payment_123",\
      "type":"FIRST_PAYMENT","status":"PAYMENT_COMPLETED","event_data":{"item":"book"},\
      "time_since_app_install":120.5,"data":{"device_data":\(Self.device)},\(Self.time)}
      """)
  }

  @Test func removePayment() async throws {
    try await client.removePayment(userId: "user_123")
    expect(
      .removePayment,
      """
      {\(Self.head),"user_id":"user_123","data":{"device_data":\(Self.device)},\(Self.time)}
      """)
  }

  @Test func setPushToken() async throws {
    try await client.setPushToken("push_1")
    expect(.updatePushToken, #"{\#(Self.head),"push_token":"push_1",\#(Self.time)}"#)
  }

  @Test func setIntegrationData() async throws {
    try await client.setIntegrationData(clevertapId: "clever_1")
    expect(
      .integrations,
      #"{\#(Self.head),"integration_info":{"clevertap_id":"clever_1"},\#(Self.time)}"#)
  }

  @Test func handleDeeplink() async throws {
    try await client.handleDeeplink("https://app.example.com/product/123")
    expect(
      .handleDeepLink,
      """
      {\(Self.head),"deeplink_url":"https://app.example.com/product/123",\
      "device_data":\(Self.device),\(Self.time)}
      """)
  }

  @Test func theSDKSaysItsSourceAndThePersonsId() async throws {
    let sdk = LinkrunnerSDK(session)
    await sdk.initialize(
      token: "PROJECT_TOKEN", server: try #require(URL(string: "https://go.example.com")),
      disableIdfa: true)
    let start = try #require(fake.bodies(.initialize).first)
    #expect(start["source"] == "GENERAL")
    #expect(start["device_data"]?["idfa"] == .null)
    await sdk.setCustomerUserId("user_123")
    await sdk.setCustomerUserId("user_123")
    #expect(fake.bodies(.customerUserID).count == 1)
    await sdk.trackEvent(eventName: "level_completed", eventId: "event_1")
    let event = try #require(fake.bodies(.captureEvent).first)
    #expect(event["user_id"] == "user_123")
    #expect(event["event_id"] == "event_1")
  }

  @Test func everyFieldOfUserDataHasItsNameOnTheWire() {
    let data = UserData(
      id: "1", name: "2", phone: "3", email: "4", isFirstTimeUser: true, userCreatedAt: "5",
      mixPanelDistinctId: "6", amplitudeDeviceId: "7", posthogDistinctId: "8", brazeDeviceId: "9",
      gaAppInstanceId: "10", gaSessionId: "11", netcoreDeviceGuid: "12")
    #expect(
      data.json(isHashing: false).text == """
        {"id":"1","name":"2","phone":"3","email":"4","is_first_time_user":true,\
        "user_created_at":"5","mixpanel_distinct_id":"6","amplitude_device_id":"7",\
        "posthog_distinct_id":"8","braze_device_id":"9","ga_app_instance_id":"10",\
        "ga_session_id":"11","netcore_device_guid":"12"}
        """)
    let hashed = data.json(isHashing: true)
    #expect(hashed["id"] == "1")
    #expect(
      hashed["name"]?.string
        == "d4735e3a265e16eee03f59718b9b5d03019c07d8b6c51f90da3a666eec13ab35")
  }

  @Test(arguments: [-1, .nan, .infinity])
  func anAmountThatIsNoneIsRefused(amount: Double) async {
    await #expect(throws: LinkrunnerError.self) {
      try await client.capturePayment(amount: amount, userId: "user_123")
    }
    #expect(fake.requests.isEmpty)
  }

  private func expect(
    _ path: Linkrunner.Path, _ text: String, at place: SourceLocation = #_sourceLocation
  ) {
    let request = fake.requests.first { $0.url.hasSuffix(path.rawValue) }
    #expect(request?.method == "POST", sourceLocation: place)
    #expect(request?.header("content-type") == "application/json", sourceLocation: place)
    #expect(request?.header("authorization") == nil, sourceLocation: place)
    #expect(fake.bodies(path).map(\.text) == [text], sourceLocation: place)
  }
}
