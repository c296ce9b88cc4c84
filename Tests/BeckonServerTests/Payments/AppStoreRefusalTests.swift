import BeckonBasics
import BeckonModel
import TestCertificates
import Testing

@testable import BeckonServer

/// What the App Store did not sign, or not for this app, changes nothing.
@Suite struct AppStoreRefusalTests {
  /// Sends it, and expects that it is refused and that nothing has come of it.
  private static func refused(
    _ store: AppStore, _ server: TestServer, _ text: String, _ reason: String
  ) async throws {
    let answer = try await store.send(signed: text)
    #expect(answer.status == 422, "\(reason): \(answer.text)")
    #expect(answer.code == "invalid_field")
    #expect(answer.string("detail")?.contains(reason) == true, "\(reason): \(answer.text)")
    #expect(try await server.number("SELECT COUNT(*) FROM payments") == 0)
    #expect(try await server.number("SELECT COUNT(*) FROM fact_ids") == 0)
  }

  @Test("A signature by any other than the store is refused, and counted")
  func signatures() async throws {
    try await AppStore.run { server, store in
      let payload = try store.payload("SUBSCRIBED", AppStore.transaction("1"))
      let sound = try store.signer.sign(payload)
      let parts = sound.split(separator: ".").map(String.init)
      let stranger = try TestStore()
      let mixed = TestStore(chain: [stranger.chain[0]] + store.signer.chain[1...])
      let noMarker = try TestStore(signer: .signer("Signer"))
      for (text, reason) in [
        (try stranger.sign(payload), "unknown_root"), (try mixed.sign(payload), "chain_broken"),
        (try noMarker.sign(payload), "unknown_root"),
        (try TestStore(chain: Array(store.signer.chain[..<2])).sign(payload), "unreadable"),
        (try store.signer.sign(payload, algorithm: "none"), "ES256"),
        (try store.signer.sign(payload, algorithm: "HS256"), "ES256"),
        (try store.signer.sign(payload, more: [JSON.Member("crit", ["exp"])]), "RFC 7515"),
        (parts[0] + "." + parts[1] + ".", "does not hold"),
        (parts[0] + "." + parts[1], "RFC 7515"), (sound + ".", "RFC 7515"), ("x", "RFC 7515"),
        ("..", "RFC 7515"),
      ] {
        try await Self.refused(store, server, text, reason)
      }
      // Somebody else's payload under the store's header and signature.
      let other = try store.payload("SUBSCRIBED", AppStore.transaction("2"))
      let swapped = [parts[0], Base64.url.encode(other.bytes), parts[2]].joined(separator: ".")
      try await Self.refused(store, server, swapped, "does not hold")
      let metrics = try await store.app.get("/metrics", as: .none).text
      #expect(metrics.contains(#"{store="apple",outcome="refused_signature"} 8"#), "\(metrics)")
      #expect(try await store.send(signed: sound).status == 200)
      #expect(try await store.revenue() == [999, 999, 0, 0])
    }
  }

  @Test("Certificates must have been valid when it was signed, not when it comes")
  func validity() async throws {
    try await AppStore.run { server, store in
      let late: Int64 = 2_000_000_001_000 - AppStore.now
      let early: Int64 = 1_699_999_999_000 - AppStore.now
      for at in [late, early] {
        let payload = try store.payload("SUBSCRIBED", AppStore.transaction("1"), at: at)
        try await Self.refused(store, server, store.signer.sign(payload), "not_valid_then")
        let inner = AppStore.transaction("1", ["signedDate": .integer(AppStore.now + at)])
        let outer = try store.payload("SUBSCRIBED", inner)
        try await Self.refused(store, server, store.signer.sign(outer), "not_valid_then")
      }
      let undated = try store.payload(
        "SUBSCRIBED", AppStore.transaction("1"), ["signedDate": .null])
      try await Self.refused(store, server, store.signer.sign(undated), "signedDate")
    }
  }

  @Test("Each signed text inside must be the store's, of this app and this environment")
  func inner() async throws {
    try await AppStore.run { server, store in
      func refused(_ data: JSON, _ reason: String) async throws {
        let payload = try store.payload("SUBSCRIBED", AppStore.transaction("1"), data: data)
        try await Self.refused(store, server, store.signer.sign(payload), reason)
      }
      func signed(_ json: JSON, by signer: TestStore? = nil) throws -> JSON {
        .string(try (signer ?? store.signer).sign(json))
      }
      let transaction = AppStore.transaction("1")
      let foreign = AppStore.transaction("1", ["bundleId": "com.example.other"])
      try await refused(["signedTransactionInfo": signed(foreign)], "not that of the notification")
      let test = AppStore.transaction("1", ["environment": "Sandbox"])
      try await refused(["signedTransactionInfo": signed(test)], "not that of the notification")
      try await refused(
        ["signedTransactionInfo": signed(transaction, by: try TestStore())], "unknown_root")
      let renewal: JSON = ["signedDate": .integer(AppStore.now), "environment": "Production"]
      // One in the place of the other.
      try await refused(["signedTransactionInfo": signed(renewal)], "is missing")
      try await refused(
        ["signedRenewalInfo": signed(renewal, by: try TestStore())], "unknown_root")
      let elsewhere = AppStore.replacing(renewal, ["environment": "Sandbox"])
      try await refused(["signedRenewalInfo": signed(elsewhere)], "another environment")
      let dear = AppStore.transaction("1", ["price": .number("1e30")])
      try await refused(["signedTransactionInfo": signed(dear)], "price")
      let strange = AppStore.transaction("1", ["currency": "dollars"])
      try await refused(["signedTransactionInfo": signed(strange)], "ISO 4217")
      let answer = try await store.send(
        "SUBSCRIBED", transaction, data: ["signedRenewalInfo": signed(renewal)])
      #expect(answer.status == 200, "\(answer.text)")
    }
  }

  @Test("What is not for the app is refused until its settings say that it is")
  func otherApp() async throws {
    try await AppStore.run(settings: [:]) { server, store in
      let elsewhere = AppStore(signer: store.signer, app: try await server.otherApp())
      let payload = try store.payload(
        "SUBSCRIBED", AppStore.transaction("1"), data: ["appAppleId": 7])
      let text = try store.signer.sign(payload)
      try await Self.refused(store, server, text, "set the app's ios.bundle_id")
      try await store.app.set(["ios": ["bundle_id": "com.example.other"]])
      try await Self.refused(store, server, text, "com.example.other")
      try await store.app.set([
        "ios": ["bundle_id": .string(AppStore.bundle), "app_store_id": "id8"]
      ])
      try await Self.refused(store, server, text, "app_store_id")
      try await store.app.set([
        "ios": ["bundle_id": .string(AppStore.bundle), "app_store_id": "id7"]
      ])
      // Apple sends it again.
      #expect(try await store.send(signed: text).status == 200)
      #expect(try await store.revenue() == [999, 999, 0, 0])
      #expect(try await elsewhere.send(signed: text).status == 422)
      let metrics = try await store.app.get("/metrics", as: .none).text
      #expect(metrics.contains(#"{store="apple",outcome="refused_app"} 4"#), "\(metrics)")
    }
  }

  @Test(
    "What is no notification at all is refused",
    arguments: [
      ("", 400, "malformed_json"), ("[]", 422, "invalid_field"), ("{}", 422, "invalid_field"),
      (#"{"signedPayload":5}"#, 422, "invalid_field"),
      (#"{"signedPayload":""}"#, 422, "invalid_field"),
      (String(repeating: " ", count: 140_000), 413, "body_too_large"),
    ])
  func form(_ body: String, _ status: Int, _ code: String) async throws {
    try await AppStore.run { _, store in
      let answer = try await store.app.call("POST", store.path, body: Array(body.utf8), as: .none)
      #expect(answer.status == status, "\(answer.text)")
      #expect(answer.code == code)
      let metrics = try await store.app.get("/metrics", as: .none).text
      let isCounted = metrics.contains(#"{store="apple",outcome="refused_form"} 1"#)
      #expect(isCounted == (status != 413), "\(metrics)")
      #expect(try await store.app.get(store.path, as: .none).status == 405)
      for app in ["x", "app_00000000000000000000000000"] {
        let nobody = try await store.app.post("/v1/stores/apple/\(app)", [:], as: .none)
        #expect(nobody.code == "not_found")
      }
    }
  }
}
