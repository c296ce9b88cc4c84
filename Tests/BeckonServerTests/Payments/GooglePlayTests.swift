import BeckonBasics
import BeckonModel
import BeckonSDK
import TestCertificates
import Testing

@testable import BeckonServer

/// Google Play's word on purchases and refunds.
@Suite struct GooglePlayTests {
  /// Lets the loops come to their end, until no notice waits.
  private static func settle(_ server: TestServer, minutes: Double = 0) async throws {
    for _ in 0..<300 {
      try await server.wait(minutes: minutes)
      if try await server.number("SELECT COUNT(*) FROM store_notices") == 0 { return }
      // Sleeps because: the server's own loop may have taken the notice and await the answer.
      try await Task.sleep(nanoseconds: 10_000_000)
    }
  }

  private static func revenue(_ app: TestApp) async throws -> [Int64] {
    let rows = try await app.get("/v1/revenue").list("revenue")
    return ["amount", "trusted_amount", "sandbox_amount"].map { name in
      rows.reduce(0) { $0 + ($1[name]?.integer ?? 0) }
    }
  }

  @Test("A subscription and its renewal are asked about, and are revenue of the app's user, once")
  func subscription() async throws {
    try await GooglePlay.run { server, play in
      let user = "019a1b2c-0000-7000-8000-00000000000d"
      let ben = try await server.app.signUp(user)
      let purchase: JSON = [
        "lineItems": [["productId": "gold", "latestSuccessfulOrderId": "GPA.1-2-3"]],
        "externalAccountIdentifiers": ["obfuscatedExternalAccountId": .string(user)],
      ]
      play.answers.withLock { answers in
        answers["purchases/subscriptionsv2/tokens/tok%2F1"] = purchase
        answers["orders/GPA.1-2-3"] = GooglePlay.order("GPA.1-2-3")
        answers["orders/GPA.1-2-3..0"] = GooglePlay.order("GPA.1-2-3..0")
      }
      for _ in 1...3 {
        let answer = try await play.push(
          server.app, GooglePlay.subscription(4), message: "bought")
        #expect(answer.status == 200, "\(answer.text)")
      }
      try await Self.settle(server)
      #expect(try await Self.revenue(server.app) == [999, 999, 0])
      // A renewal, of which Google's answer says no more whose it is.
      play.answers.withLock { answers in
        answers["purchases/subscriptionsv2/tokens/tok%2F1"] = [
          "lineItems": [["latestSuccessfulOrderId": "GPA.1-2-3..0"]]
        ]
      }
      for type in [2, 1, 3, 20] {
        #expect(try await play.push(server.app, GooglePlay.subscription(type)).status == 200)
      }
      try await Self.settle(server)
      #expect(try await Self.revenue(server.app) == [1_998, 1_998, 0])
      #expect(try await ben.export().list("payments").count == 2)
      #expect(
        try await server.number(
          "SELECT COUNT(*) FROM payments WHERE kind = 'SUBSCRIPTION_RENEWED' AND currency = 'EUR'")
          == 1)
      // The service account showed its own key's signature once, then the token that it got.
      let asked = play.asked.withLock { $0 }
      #expect(asked.filter { $0.url == "/token" }.count == 1)
      let form = String(decoding: asked.first { $0.url == "/token" }?.body ?? [], as: UTF8.self)
      let assertion = try #require(form.split(separator: "&").first?.split(separator: "=").last)
      let parts = assertion.split(separator: ".").map(String.init)
      let numbers = play.account.numbers
      let key = try #require(RSAPublicKey(modulus: numbers.modulus, exponent: numbers.exponent))
      #expect(
        key.verifies(
          try #require(Base64.url.decode(parts[2])), of: Array("\(parts[0]).\(parts[1])".utf8)))
      let get = try #require(asked.first { $0.url.hasSuffix("/orders/GPA.1-2-3") })
      #expect(get.headers["authorization"] ?? get.headers["Authorization"] == "Bearer secret")
      #expect(get.url.contains("/applications/com.example.pirates/"))
    }
  }

  @Test("A refund, in part and in whole, comes in any order; what was never paid is nothing")
  func refunds() async throws {
    try await GooglePlay.run { server, play in
      let voided: JSON = ["voidedPurchaseNotification": ["orderId": "GPA.7", "productType": 2]]
      let part: JSON = [
        "state": "PARTIALLY_REFUNDED", "lastEventTime": "2026-06-01T08:10:00Z",
        "orderHistory": [
          "partialRefundEvents": [
            [
              "state": "PROCESSED_SUCCESSFULLY", "processTime": "2026-06-01T08:10:00Z",
              "refundDetails": ["total": ["currencyCode": "EUR", "units": "4"]],
            ],
            [
              "state": "PENDING",
              "refundDetails": ["total": ["currencyCode": "EUR", "units": "5"]],
            ],
          ]
        ],
      ]
      let item: JSON = ["lineItems": [["productId": "gem", "oneTimePurchaseDetails": [:]]]]
      func order(_ more: JSON) -> JSON {
        GooglePlay.order("GPA.7", .object((item.members ?? []) + (more.members ?? [])))
      }
      let bought: JSON = ["oneTimeProductNotification": ["sku": "gem", "purchaseToken": "tok2"]]
      for (state, notice, expected) in [
        (["state": "PENDING"], bought, 0), (part, voided, 599), ([:], bought, 599),
        (["state": "REFUNDED", "lastEventTime": "2026-06-01T08:20:00Z"], voided, 0),
        (part, voided, 0),
      ] as [(JSON, JSON, Int64)] {
        play.answers.withLock { answers in
          answers["purchases/products/gem/tokens/tok2"] = ["orderId": "GPA.7"]
          answers["orders/GPA.7"] = order(state)
        }
        #expect(try await play.push(server.app, notice).status == 200)
        try await Self.settle(server)
        #expect(try await Self.revenue(server.app)[0] == expected)
      }
      #expect(
        try await server.number("SELECT COUNT(*) FROM payments WHERE kind = 'ONE_TIME_REFUNDED'")
          == 1)
    }
  }

  @Test("While Google does not answer the notice waits, and in the end is given up")
  func retries() async throws {
    try await GooglePlay.run { server, play in
      play.answers.withLock { answers in
        answers["purchases/subscriptionsv2/tokens/tok%2F1"] = [
          "latestOrderId": "GPA.1", "testPurchase": [:],
        ]
        answers["orders/GPA.1"] = GooglePlay.order("GPA.1")
      }
      play.failure.withLock { $0 = 503 }
      #expect(try await play.push(server.app, GooglePlay.subscription(4)).status == 200)
      for _ in 1...5 { try await server.wait(minutes: 3) }
      #expect(try await server.number("SELECT COUNT(*) FROM store_notices") == 1)
      play.failure.withLock { $0 = nil }
      try await server.app.set(play.settings(["test_payments": true]))
      try await Self.settle(server, minutes: 30)
      #expect(try await Self.revenue(server.app) == [999, 0, 999])
      play.failure.withLock { $0 = 500 }
      let token = try play.token(["exp": .integer(GooglePlay.now + 400_000)])
      #expect(
        try await play.push(server.app, GooglePlay.subscription(2), token: token).status == 200)
      try await Self.settle(server, minutes: 60 * 12)
      let metrics = try await server.app.get("/metrics", as: .none).text
      #expect(metrics.contains(#"{store="google",outcome="given_up"} 1"#), "\(metrics)")
      #expect(try await Self.revenue(server.app) == [999, 0, 999])
    }
  }

  @Test("Testers' purchases are dropped where they are not wanted")
  func testers() async throws {
    try await GooglePlay.run { server, play in
      play.answers.withLock { answers in
        answers["purchases/products/gem/tokens/tok2"] = ["orderId": "GPA.7", "purchaseType": 0]
        answers["orders/GPA.7"] = GooglePlay.order("GPA.7")
      }
      let bought: JSON = ["oneTimeProductNotification": ["sku": "gem", "purchaseToken": "tok2"]]
      #expect(try await play.push(server.app, bought).status == 200)
      try await Self.settle(server)
      #expect(try await Self.revenue(server.app) == [0, 0, 0])
    }
  }

  @Test("A push that Google did not sign for this app is refused, and changes nothing")
  func forged() async throws {
    try await GooglePlay.run { server, play in
      let notice = GooglePlay.subscription(4)
      let late: JSON = ["exp": .integer(GooglePlay.now - 61)]
      let early: JSON = ["iat": .integer(GooglePlay.now + 61)]
      let sound = try play.token()
      let parts = sound.split(separator: ".").map(String.init)
      for token in [
        try play.token(by: try TestAccount()), try play.token(id: "key-2"),
        try play.token(algorithm: "HS256"), try play.token(algorithm: "none"),
        try play.token(["aud": "https://elsewhere.example"]), try play.token(["aud": .null]),
        try play.token(["email": "other@project.example"]),
        try play.token(["email_verified": false]), try play.token(["iss": "https://evil.example"]),
        try play.token(late), try play.token(early), try play.token(["exp": .null]),
        parts[0] + "." + parts[1] + ".", "x", "..",
      ] {
        let answer = try await play.push(server.app, notice, token: token)
        #expect(answer.code == "unauthorized", "\(answer.text)")
      }
      let path = "/v1/stores/google/\(server.app.id.text)"
      #expect(try await server.app.post(path, [:], as: .none).code == "unauthorized")
      let other: JSON = ["packageName": "com.example.other"]
      let foreign = try await play.push(
        server.app, .object((notice.members ?? []) + (other.members ?? [])))
      #expect(foreign.string("field") == "message.data.packageName", "\(foreign.text)")
      #expect(try await server.number("SELECT COUNT(*) FROM store_notices") == 0)
      #expect(try await server.number("SELECT COUNT(*) FROM fact_ids") == 0)
      #expect(try await play.push(server.app, ["testNotification": [:]]).status == 200)
      #expect(try await server.number("SELECT COUNT(*) FROM store_notices") == 0)
    }
  }

  @Test(
    "What is no push at all is refused",
    arguments: [
      ("", 400, "malformed_json"), ("[]", 422, "invalid_field"), ("{}", 422, "invalid_field"),
      (#"{"message":{"messageId":"1","data":"!"}}"#, 422, "invalid_field"),
      (#"{"message":{"messageId":"1","data":"e30="}}"#, 422, "invalid_field"),
      (#"{"message":{"data":"e30="}}"#, 422, "invalid_field"),
      (String(repeating: " ", count: 70_000), 413, "body_too_large"),
    ])
  func form(_ body: String, _ status: Int, _ code: String) async throws {
    try await GooglePlay.run { server, play in
      let path = "/v1/stores/google/\(server.app.id.text)"
      let answer = try await server.app.call(
        "POST", path, body: Array(body.utf8), as: .text(try play.token()))
      #expect(answer.status == status, "\(answer.text)")
      #expect(answer.code == code)
      let metrics = try await server.app.get("/metrics", as: .none).text
      let isCounted = metrics.contains(#"{store="google",outcome="refused_form"} 1"#)
      #expect(isCounted == (status != 413), "\(metrics)")
      try await server.app.set(["android": ["package": .string(GooglePlay.package)]])
      let unset = try await server.app.post(path, [:], as: .text(try play.token()))
      #expect(unset.code == "not_found")
      let wrong = try await server.app.patch("/v1/app", play.settings(["account_key": "x"]))
      #expect(wrong.string("field") == "android.play.account_key")
    }
  }

  @Test("When Google's keys cannot be had, Google is asked to come again")
  func noKeys() async throws {
    try await TestServer.run { server in
      let play = try GooglePlay()
      try await server.app.set(play.settings())
      let answer = try await play.push(server.app, GooglePlay.subscription(4))
      #expect(answer.status == 503, "\(answer.text)")
      // Nobody has forged anything.
      let metrics = try await server.app.get("/metrics", as: .none).text
      #expect(!metrics.contains(#"store="google",outcome="refused"#), "\(metrics)")
    }
  }
}
