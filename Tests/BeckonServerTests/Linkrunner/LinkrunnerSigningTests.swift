import BeckonModel
import Testing

@testable import BeckonServer

/// Signed requests of Linkrunner's clients (wire.md, 5.1).
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

  @Test("The vendor's example of a signature is ours")
  func vector() {
    // wire.md, 5.1.
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
