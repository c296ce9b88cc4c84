import BeckonBasics
import BeckonContract
import BeckonContractLinkrunner
import BeckonModel
import Testing

@testable import BeckonServer

/// What Linkrunner's clients are answered (docs/PROTOCOLS/linkrunner.md).
@Suite struct LinkrunnerClientGoldenTests {
  @Test func answers() async throws {
    let book = GoldenBook()
    try await book.run { golden in
      try await Self.install(golden)
      try await Self.person(golden)
      try await Self.facts(golden)
      try await Self.removal(golden)
      try await Self.links(golden)
      try await Self.older(golden)
      try await Self.conversionValues(golden)
      try await Self.foreignInstall(golden)
      try await Self.badRequests(golden)
      try await Self.signing(golden)
    }
    var rates = RateLimits()
    rates.perInstall = 1
    try await book.run(rates: rates) { try await Self.tooOften($0) }
    try book.expect(LinkrunnerClientRoute.routes)
  }

  private static func install(_ golden: GoldenServer) async throws {
    try await golden.app.set(["currency": "USD"])
    _ = try await golden.app.link([
      "code": "SUMMER", "url": "https://example.com/treasure",
      "utm": ["source": "facebook", "medium": "paid", "campaign": "Summer", "content": "Parrot"],
    ])
    let phone = GoldenPhone(golden: golden)
    let device: JSON = ["device_data": phone.device]
    try await phone.open("/?c=SUMMER&campaign_id=7&ad_id=77&adset_id=8&adset_name=Adults")
    let start: JSON = [
      "package_version": "4.0.1", "app_version": "1.2", "device_data": phone.device,
      "source": "GENERAL", "debug": false,
    ]
    try await phone.ask(.initialize, "the first launch", start)
    try await phone.ask(.initialize, "the same install once more", start)
    try await phone.ask(.attributionData, "an install that a link of a campaign led to", device)
    var other = GoldenPhone(golden: golden, installID: "organic", address: "203.0.113.8")
    try await other.ask(.attributionData, "an install that nothing led to, before its init", device)
    other.installID = "android"
    other.platform = "ANDROID"
    try await other.ask(
      .attributionData, "an install from Google Play, with its referrer",
      [
        "device_data": [
          "gaid": "38400000-8cf0-11bd-b23e-10b96e40000d",
          "install_ref": "gclid=abc&utm_source=google&utm_campaign=Brand",
        ]
      ])
  }

  private static func person(_ golden: GoldenServer) async throws {
    let phone = GoldenPhone(golden: golden)
    let user: JSON = ["user_data": ["id": "user_123", "email": "ana@example.com", "name": "Ana"]]
    try await phone.ask(.trigger, "a sign-up", user)
    try await phone.ask(.trigger, "a log-in", user)
    try await phone.ask(.trigger, "without 'user_data'")
    try await phone.ask(.trigger, "without an id", ["user_data": ["name": "Ana"]])
    try await phone.ask(
      .setUserData, "what is known of the person", ["user_data": ["id": "user_123", "phone": "1"]])
    try await phone.ask(.setUserData, "without 'user_data'")
    try await phone.ask(.customerUserID, "an id", ["user_id": "user_123"])
    try await phone.ask(.customerUserID, "without an id")
    try await phone.ask(.updatePushToken, "a token", ["push_token": "0a1b"])
    try await phone.ask(.updatePushToken, "without a token")
    try await phone.ask(
      .integrations, "an id of another service", ["integration_info": ["clevertap_id": "ct-1"]])
    try await phone.ask(.integrations, "without 'integration_info'")
  }

  private static func facts(_ golden: GoldenServer) async throws {
    let phone = GoldenPhone(golden: golden)
    let event: JSON = [
      "event_name": "level_completed", "event_data": ["level": 3], "event_id": "e-1",
      "time_since_app_install": 120.5,
    ]
    try await phone.ask(.captureEvent, "an event", event)
    try await phone.ask(.captureEvent, "the same event once more", event)
    try await phone.ask(.captureEvent, "with no data", ["event_name": "tap", "event_data": .null])
    try await phone.ask(.captureEvent, "without a name", ["event_data": [:]])
    try await phone.ask(
      .captureEvent, "data that is no object", ["event_name": "a", "event_data": 1])
    let payment: JSON = [
      "amount": 99.99, "user_id": "user_123", "payment_id": "p-1", "type": "FIRST_PAYMENT",
      "status": "PAYMENT_COMPLETED",
    ]
    try await phone.ask(.capturePayment, "a payment", payment)
    try await phone.ask(.capturePayment, "the same payment once more", payment)
    try await phone.ask(.capturePayment, "without an amount", ["user_id": "user_123"])
    try await phone.ask(.capturePayment, "an amount that is a text", ["amount": "a lot"])
    try await phone.ask(.capturePayment, "an amount below zero", ["amount": -1])
    try await phone.ask(
      .capturePayment, "a status that is none", ["amount": 1, "status": "PAYMENT_PERHAPS"])
  }

  private static func removal(_ golden: GoldenServer) async throws {
    let phone = GoldenPhone(golden: golden)
    let payment: JSON = ["user_id": "user_123", "payment_id": "p-1"]
    try await phone.ask(.removePayment, "a payment of this install", payment)
    try await phone.ask(.removePayment, "one that is removed already", payment)
    try await phone.ask(.removePayment, "neither a payment nor a user")
  }

  private static func links(_ golden: GoldenServer) async throws {
    let phone = GoldenPhone(golden: golden)
    for (title, url) in [
      ("a link of ours", "https://go.example.com/SUMMER"),
      ("the vendor's other form of it", "https://go.example.com/?c=SUMMER"),
      ("a link of somebody else's", "https://app.example.com/product/123"),
    ] {
      try await phone.ask(.handleDeepLink, title, ["deeplink_url": .string(url)])
    }
    try await phone.ask(.handleDeepLink, "without a link")
  }

  private static func older(_ golden: GoldenServer) async throws {
    let phone = GoldenPhone(golden: golden)
    for call in [LinkrunnerClientRoute.deepLinkTriggered, .rootDeepLinkTriggered] {
      try await phone.ask(call, "the app followed its deep link")
    }
    for call in [LinkrunnerClientRoute.oldPushToken, .rootOldPushToken] {
      try await phone.ask(call, "a token", ["push_token": "0a1b"])
      try await phone.ask(call, "without a token")
    }
    for call in [LinkrunnerClientRoute.log, .rootLog] {
      try await phone.ask(call, "anything", ["message": "hello"])
    }
    for call in [LinkrunnerClientRoute.profile, .rootProfile] {
      for (title, query) in [
        ("a token of ours", "?token=" + golden.app.publishable),
        ("an unknown token", "?token=pk_x"), ("without a token", ""),
      ] {
        try await golden.ask(call, title, at: call.route.path + query, .init(key: .none))
      }
    }
  }

  private static func conversionValues(_ golden: GoldenServer) async throws {
    let schema: JSON = [
      "rules": [
        ["name": "signed up", "when": ["sign_up": true], "fine": 10, "coarse": "low"],
        ["name": "bought", "when": ["payment": true], "fine": 20, "coarse": "high", "lock": true],
      ]
    ]
    _ = try await golden.app.send("PUT", "/v1/postback-schema", schema)
    try await golden.server.wait(minutes: 1)
    let phone = GoldenPhone(golden: golden, installID: "valued", address: "203.0.113.9")
    let title = "with a conversion value"
    try await phone.ask(.initialize, title, ["device_data": phone.device])
    try await phone.ask(.trigger, title, ["user_data": ["id": "ben"]])
    try await phone.ask(.captureEvent, title, ["event_name": "tap"])
    try await phone.ask(.capturePayment, title, ["amount": 5, "user_id": "ben"])
    try await phone.ask(.handleDeepLink, title, ["deeplink_url": "https://a.example/"])
    _ = try await golden.app.send("PUT", "/v1/postback-schema", ["rules": []])
  }

  /// An install that Beckon's own client registered, where the bare id proves nothing.
  private static func foreignInstall(_ golden: GoldenServer) async throws {
    let made = try await golden.app.post(
      "/v1/installs", ["install_id": "native", "platform": "ios"], as: .publishable)
    try #require(made.status == 201)
    let phone = GoldenPhone(golden: golden, installID: "native")
    let title = "an install that another protocol saw first"
    for (call, more) in [
      (.initialize, [:]), (.attributionData, [:]), (.trigger, ["user_data": ["id": "cem"]]),
      (.setUserData, ["user_data": ["id": "cem"]]), (.customerUserID, ["user_id": "cem"]),
      (.updatePushToken, ["push_token": "x"]), (.handleDeepLink, ["deeplink_url": "https://a.b/"]),
      (.removePayment, ["payment_id": "p-1"]), (.captureEvent, ["event_name": "tap"]),
      (.capturePayment, ["amount": 1, "payment_id": "p-2"]),
    ] as [(LinkrunnerClientRoute, JSON)] {
      try await phone.ask(call, title, more)
    }
  }

  private static func badRequests(_ golden: GoldenServer) async throws {
    let phone = GoldenPhone(golden: golden)
    for call in LinkrunnerClientRoute.allCases where call != .profile {
      try await phone.ask(call, "an unknown token", token: "pk_wrong")
    }
    let call = LinkrunnerClientRoute.initialize
    try await golden.ask(call, "no body", .init(key: .none))
    try await golden.ask(call, "not JSON", .init(text: "{\"token\":", key: .none))
    try await golden.ask(
      call, "without an install",
      .init(body: ["token": .string(golden.app.publishable)], key: .none))
    try await golden.ask(
      call, "a page's call", .init(body: ["token": "pk_x"], key: .none, headers: [("Origin", "x")]))
  }

  private static func tooOften(_ golden: GoldenServer) async throws {
    let phone = GoldenPhone(golden: golden)
    try await phone.ask(.captureEvent, "within the bounds", ["event_name": "tap"])
    try await phone.ask(.captureEvent, "too often", ["event_name": "tap"])
  }
}

extension LinkrunnerClientGoldenTests {
  private static func signing(_ golden: GoldenServer) async throws {
    try await golden.app.set(["request_signing": ["required": true, "keys": ["k1": "secret"]]])
    let phone = GoldenPhone(golden: golden)
    let payment: JSON = ["amount": 5, "user_id": "ana", "payment_id": "p-9"]
    func headers(
      _ more: JSON = [:], at offset: Int64 = 0, id: String = "k1", secret: String = "secret"
    ) -> [(String, String)] {
      let now = golden.server.clock.withLock { $0 }.milliseconds + 1_000 + offset
      let signature = LinkrunnerPhone.signature(phone.body(more).text, "\(now)", secret)
      return [
        ("Authorization", "HMAC"), ("x-Key-Id", id), ("x-Timestamp", "\(now)"),
        ("x-Signature", signature),
      ]
    }
    try await phone.ask(.initialize, "signed", headers: headers())
    try await phone.ask(.initialize, "unsigned, where it has to be signed")
    try await phone.ask(.initialize, "signed with another secret", headers: headers(secret: "x"))
    try await phone.ask(.initialize, "signed with an unknown key", headers: headers(id: "k2"))
    try await phone.ask(
      .initialize, "signed by a clock that is off", headers: headers(at: -400_000))
    try await phone.ask(
      .removePayment, "what was signed as a payment", payment, headers: headers(payment))
  }
}
