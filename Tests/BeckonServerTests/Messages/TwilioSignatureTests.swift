import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonTesting
import Testing

@testable import BeckonServer

/// Calls that Twilio signs, and those that somebody else makes in its place.
@Suite struct TwilioSignatureTests {
  private static let number = "+4915112345678"
  private static let form = "MessageSid=SM3&From=%2B4915112345678&To=%2B491511&Body=Stop"

  @Test("A signature is as Twilio's own libraries make it")
  func known() {
    let fields = [
      "Digits=1234", "CallSid=CA1234567890ABCDE", "To=%2B18005551212", "From=%2B14158675309",
      "Caller=%2B14158675309",
    ]
    let text = TwilioSignature(token: "12345").text(
      url: "https://mycompany.com/myapp.php?foo=1&bar=2",
      body: Array(fields.joined(separator: "&").utf8))
    #expect(text == "RSOYDt4T1cUTdK1PDd93/VVr8B8=")
  }

  @Test(
    "It holds for the URL that was called, whatever a proxy left of it",
    arguments: [
      "https://go.example.com/web/sms/a?b=c%20d", "https://go.example.com:443/web/sms/a?b=c+d",
      "https://inside:8080/web/sms/a?b=c+d", "http://inside/web/sms/a?b=c+d",
    ])
  func urls(_ url: String) throws {
    let body = Array(Self.form.utf8)
    func holds(_ token: String, _ signed: [UInt8]) throws -> Bool {
      let signature = TwilioSignature(token: token).text(url: url, body: signed)
      let request = try HTTPRequest(
        method: .post, target: "/web/sms/a?b=c%20d",
        headers: HTTPHeaders([("Host", "inside:8080"), ("X-Twilio-Signature", signature)]),
        body: body)
      return TwilioSignature(token: "secret").holds(
        GatewayCallback(request, publicURL: "https://go.example.com"))
    }
    #expect(try holds("secret", body))
    #expect(try !holds("secrer", body))
    #expect(try !holds("secret", body.dropLast()))
  }

  /// What a STOP comes to that shows the right URL.
  private static func stop(
    _ gateways: [String], _ headers: (_ url: String) -> [(String, String)]
  ) async throws -> (status: Int, isListed: Bool, warnings: Int) {
    var outcome = (status: 0, isListed: false, warnings: 0)
    try await TestServer.run(texting: [:], gateways: gateways) { server, log in
      let app = server.app
      let url = try #require(try await app.get("/v1/messages/replies").string("url"))
      let path = "/web/" + (url.parts(around: "/web/")?.behind ?? "")
      let said = try await app.call(
        "POST", path, body: Array(form.utf8), as: .none, headers: headers(url))
      let listed = try await app.get("/v1/suppressions/" + number)
      outcome = (
        said.status, listed.status == 200,
        log.all("a call that should be a gateway's is not signed by it").count
      )
    }
    return outcome
  }

  @Test("Where all gateways sign, who knows the URL alone ends nobody's messages")
  func forged() async throws {
    let twilio = "twilio+http://AC12:secret@127.0.0.1:1"
    func sign(_ token: String) -> (String) -> [(String, String)] {
      { url in
        let text = TwilioSignature(token: token).text(url: url, body: Array(Self.form.utf8))
        return [("X-Twilio-Signature", text)]
      }
    }
    #expect(try await Self.stop([twilio], { _ in [] }) == (404, false, 1))
    #expect(try await Self.stop([twilio], sign("another")) == (404, false, 1))
    #expect(try await Self.stop([twilio], sign("secret")) == (200, true, 0))
    // By an API key the account's token is not known, and Kannel signs nothing.
    let byKey = "twilio+http://SK12:secret@127.0.0.1:1/AC12"
    #expect(try await Self.stop([byKey], { _ in [] }) == (200, true, 0))
    let kannel = "kannel+http://a:b@127.0.0.1:1"
    #expect(try await Self.stop([twilio, kannel], { _ in [] }) == (200, true, 0))
  }

  @Test("A receipt of Twilio's that is not signed changes nothing")
  func receipt() async throws {
    let other = try Receiver { _ in GatewayBench.twilio.replies[.takes] ?? .hangUp }
    defer { other.stop() }
    let gateways = [
      GatewayBench.twilio.address(other.url), GatewayBench.kannel.address("http://127.0.0.1:1"),
    ]
    try await TestServer.run(texting: [:], gateways: gateways) { server, _ in
      let app = server.app
      let made = try await app.invite([Self.number], by: app.inviter())
      try await server.wait(minutes: 1)
      let told = GatewayBench.twilio.read(try #require(other.received.first)).last ?? ""
      let path = "/web/" + (told.parts(around: "/web/")?.behind ?? "")
      let body = Array("MessageSid=SM1&MessageStatus=delivered".utf8)
      let forged = try await app.call("POST", path, body: body, as: .none)
      #expect(forged.code == "not_found", "\(forged.text)")
      #expect(try await app.recipients(of: made).first?["status"] != "delivered")
      let signed = try await app.call(
        "POST", path, body: body, as: .none, headers: GatewayBench.twilio.sign(told, body))
      #expect(signed.status == 200, "\(signed.text)")
      #expect(try await app.recipients(of: made).first?["status"] == "delivered")
    }
  }
}
