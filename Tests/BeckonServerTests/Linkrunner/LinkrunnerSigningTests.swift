import BeckonModel
import Testing

@testable import BeckonServer

/// Signed requests of Linkrunner's clients (docs/PROTOCOLS/linkrunner.md, Signing).
@Suite struct LinkrunnerSigningTests {
  @Test("Signed requests: the right signature passes, any other does not")
  func signing() async throws {
    try await TestServer.run { server in
      let phone = LinkrunnerPhone(app: server.app)
      _ = try await server.app.patch(
        "/v1/app", ["request_signing": ["required": true, "keys": ["k1": "secret"]]])
      #expect(try await phone.send("init").status == 401)
      let now = "1780304400000"
      func headers(_ signature: String, at time: String, id: String = "k1") -> [(String, String)] {
        [
          ("Authorization", "HMAC"), ("x-Key-Id", id), ("x-Timestamp", time),
          ("x-Signature", signature),
        ]
      }
      let body = String(decoding: phone.body([:]).bytes, as: UTF8.self)
      let right = LinkrunnerPhone.signature(body, now, "secret")
      #expect(try await phone.send("init", headers: headers(right, at: now)).status == 202)
      #expect(try await phone.send("init", headers: headers("AAAA", at: now)).status == 401)
      #expect(
        try await phone.send("init", headers: headers(right, at: now, id: "k2")).status == 401)
      let old = "1780304000000"
      let late = LinkrunnerPhone.signature(body, old, "secret")
      #expect(try await phone.send("init", headers: headers(late, at: old)).status == 401)
    }
  }

  private static func signed(_ body: JSON) -> [(String, String)] {
    let now = "1780304400000"
    let text = String(decoding: body.bytes, as: UTF8.self)
    return [
      ("x-Key-Id", "k1"), ("x-Timestamp", now),
      ("x-Signature", LinkrunnerPhone.signature(text, now, "secret")),
    ]
  }

  @Test("What was signed for another call removes no payment")
  func replay() async throws {
    try await TestServer.run { server in
      let phone = LinkrunnerPhone(app: server.app)
      try await server.app.set(
        ["request_signing": ["required": true, "keys": ["k1": "secret"]]])
      func send(_ name: String, _ more: JSON, to other: String? = nil) async throws -> HTTPAnswer {
        try await phone.send(other ?? name, more, headers: Self.signed(phone.body(more)))
      }
      let device: JSON = ["device_data": LinkrunnerPhone.device]
      let payment: JSON = [
        "amount": 5, "user_id": "ana", "payment_id": "p1", "type": "DEFAULT", "data": device,
      ]
      #expect(try await send("capture-payment", payment).status == 201)
      for (name, body) in [
        ("capture-payment", payment),
        ("capture-event", ["event_name": "tap", "user_id": "ana", "device_data": device]),
        ("customer-user-id", ["user_id": "ana"]),
        ("trigger", ["user_data": ["id": "ana"], "user_id": "ana", "data": device]),
      ] as [(String, JSON)] {
        let replayed = try await send(name, body, to: "remove-captured-payment")
        #expect(replayed.status == 401, "\(name): \(replayed.text)")
      }
      #expect(
        try await server.number("SELECT COUNT(*) FROM payments WHERE removed_at IS NULL") == 1)
      let removed = try await send(
        "remove-captured-payment", ["user_id": "ana", "payment_id": "p1", "data": device])
      #expect(removed.json["data"]?["removed"] == 1, "\(removed.text)")
    }
  }

  @Test("Where signing is required, the same key changes nothing unsigned by Beckon's own API")
  func native() async throws {
    try await TestServer.run { server in
      let app = server.app
      let signing: JSON = ["required": true, "keys": ["k1": "secret"]]
      func statuses() async throws -> [Int] {
        [
          try await app.post("/v1/people", ["user_id": "ana"], as: .publishable).status,
          try await app.phone(at: "203.0.113.7").install().launch?.status ?? 0,
          try await app.post(
            "/v1/events", ["events": [["id": "e", "name": "tap", "user_id": "ana"]]],
            as: .publishable
          ).status,
        ]
      }
      try await app.set(["request_signing": signing])
      #expect(try await statuses() == [403, 403, 403])
      let refused = try await app.post("/v1/people", ["user_id": "ana"], as: .publishable)
      #expect(refused.code == "secret_key_required" && refused.text.contains("unsigned_native"))
      // The app's server signs nothing, and what only reads needs no signature.
      #expect(try await app.post("/v1/people", ["user_id": "ben"]).status == 201)
      try await app.set(["request_signing": ["unsigned_native": true]])
      #expect(try await statuses() == [201, 201, 200])
      try await app.set(["request_signing": ["unsigned_native": false]])
      #expect(try await statuses() == [403, 403, 403])
      try await app.set(["request_signing": .null])
      #expect(try await statuses() == [200, 201, 200])
      #expect(try await LinkrunnerPhone(app: app).send("init").status == 202)
    }
  }

  @Test("The vendor's example of a signature is ours")
  func vector() {
    // docs/PROTOCOLS/linkrunner.md, Signing.
    for (body, signature) in [
      (#"{"token":"t"}"#, "q31skzu46OA6+j7BGgZDbTpUWXUsoi69JHa4pYzKewY="),
      ("", "tZM36+JmlzPciRLHI59+h6Gp81Q5H2B5Z5zUFhqA3lQ="),
    ] {
      #expect(
        LinkrunnerSigning.signature(
          of: Array(body.utf8), timestamp: 1_700_000_000_000, secret: "secret") == signature)
    }
  }
}
