import BeckonContract
import BeckonContractLinkrunner
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import Testing

@testable import BeckonCompatLinkrunner

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct SigningTests {
  @Test(arguments: [
    (#"{"token":"t"}"#, "q31skzu46OA6+j7BGgZDbTpUWXUsoi69JHa4pYzKewY="),
    ("", "tZM36+JmlzPciRLHI59+h6Gp81Q5H2B5Z5zUFhqA3lQ="),
  ])
  func theVectorsOfTheProtocol(body: String, signature: String) {
    let generator = HmacSignatureGenerator(secretKey: "secret", keyId: "key_1")
    var canonical = ""
    let signed = generator.signRequest(
      payload: body, timestamp: 1_700_000_000_000, onCanonicalString: { canonical = $0 })
    #expect(signed.signature == signature)
    #expect(signed.keyId == "key_1")
    let hash = body.isEmpty ? "" : "GMgJJtUjDwTOGNN+t9beM+VCD6aXziJCzL20/ghugX8="
    #expect(canonical == "1700000000000\n" + hash)
  }

  @Test func aRequestCarriesTheSignatureOfItsBody() throws {
    let clock = ManualClock(now: Instant(milliseconds: 1_700_000_000_000))
    let interceptor = RequestSigningInterceptor(ambient: clock.ambient)
    var request = URLRequest(url: try #require(URL(string: "https://go.example.com/")))
    request.httpBody = Data(#"{"token":"t"}"#.utf8)
    #expect(interceptor.signRequest(request).value(forHTTPHeaderField: "x-Signature") == nil)

    interceptor.configure(secretKey: "secret", keyId: "key_1")
    let signed = interceptor.signRequest(request)
    #expect(signed.value(forHTTPHeaderField: "Authorization") == "HMAC")
    #expect(signed.value(forHTTPHeaderField: "x-Key-Id") == "key_1")
    #expect(signed.value(forHTTPHeaderField: "x-Timestamp") == "1700000000000")
    #expect(
      signed.value(forHTTPHeaderField: "x-Signature")
        == "q31skzu46OA6+j7BGgZDbTpUWXUsoi69JHa4pYzKewY=")
    interceptor.reset()
    #expect(interceptor.signRequest(request).value(forHTTPHeaderField: "Authorization") == nil)
  }

  @Test func whatWaitedIsSignedAnewAndTheSecretIsInNoFile() async throws {
    let (app, fake, clock) = (LinkrunnerApp(), LinkrunnerFake(), ManualClock())
    fake.play(.status(503), .status(503))
    let session = app.session(
      app.surroundings(transport: Transport { try fake.respond($0) }, ambient: clock.ambient))
    session.signer.configure(secretKey: "top-secret", keyId: "key_1")
    var surroundings = session.surroundings
    surroundings.patienceMilliseconds = 0
    session.replace(surroundings, defaults: app.defaults)
    let client = LinkrunnerClient(session)
    client.configure(
      token: "token_1", server: try #require(URL(string: "https://go.example.com")))

    let answer = try await client.trackEvent("level_completed")
    #expect(answer["queued"] as? Bool == true)
    clock.advance(milliseconds: 3_600_000)
    try await eventually { try await session.client().flush().remaining == 0 }
    #expect(fake.stored(.captureEvent).count == 1)
    let signatures = fake.requests.map { $0.header("x-signature") }
    #expect(signatures.allSatisfy { $0 != nil })
    #expect(Set(signatures).count > 1)
    for name in try FileManager.default.contentsOfDirectory(atPath: app.directory.path) {
      let content = try Data(contentsOf: app.directory.appendingPathComponent(name))
      #expect(!String(decoding: content, as: UTF8.self).contains("top-secret"))
    }
  }
}
