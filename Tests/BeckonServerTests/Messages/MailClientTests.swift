import BeckonBasics
import BeckonEngine
import BeckonModel
import BeckonTesting
import TestMail
import Testing

@testable import BeckonServer

/// Handing a mail over to a real mail server.
@Suite struct MailClientTests {
  private static func mail(to recipient: String, text: String = "Hi") throws -> OutgoingMail {
    let sender = try MailSender(
      address: try #require(MailboxAddress("shop@example.com")), name: "Şhop")
    return try OutgoingMail(
      id: MessageID(Identifier(high: 3, low: 4)), from: sender,
      to: try #require(MailboxAddress(recipient)),
      MailContent(subject: "Grüße", text: text, html: "<p>Hi</p>"),
      at: try #require(Instant("2026-11-23T09:05:07Z")))
  }

  private static func send(
    to recipient: String, _ url: String, certificates: String? = nil, milliseconds: Int64 = 20_000
  ) async throws -> MailOutcome {
    let client = MailClient(certificates: certificates, milliseconds: milliseconds)
    return await client.send(try mail(to: recipient), through: try MailGateway(url))
  }

  @Test("A mail arrives as it was written, dots and long lines too")
  func arrives() async throws {
    let server = try MailServer()
    let text = ".\n..\nEnde\n" + String(repeating: "lang ", count: 300) + "\n."
    let client = MailClient()
    let outcome = await client.send(
      try Self.mail(to: "ana@example.org", text: text),
      through: try MailGateway(server.url + "/shop.example"))
    #expect(outcome == .accepted(GatewayAnswer(code: 250, text: "2.0.0 kept")))
    let mail = try #require(server.mails().first)
    #expect(mail.from == "shop@example.com" && mail.to == "ana@example.org")
    #expect(mail.hello == "shop.example" && !mail.isEncrypted && mail.user == nil)
    #expect(mail.header("Message-ID")?.hasPrefix("<msg_") == true)
    #expect(mail.header("Date") == "Mon, 23 Nov 2026 09:05:07 +0000")
    #expect(mail.part("text/plain") == text.split(separator: "\n").joined(separator: "\r\n"))
    #expect(mail.part("text/html") == "<p>Hi</p>")
  }

  @Test(
    "What the server says of recipient and mail is told with its code",
    arguments: [
      ("gone@example.org", MailOutcome.Stage.recipient, 550, "5.1.1 no such user here"),
      ("blocked@example.org", .recipient, 550, "5.7.1 not from you"),
      ("busy@example.org", .recipient, 451, "4.3.2 come again"),
      ("spam@example.org", .content, 554, "5.6.0 we do not like it"),
    ])
  func refusals(_ story: (String, MailOutcome.Stage, Int, String)) async throws {
    let server = try MailServer()
    let outcome = try await Self.send(to: story.0, server.url)
    #expect(outcome == .refused(story.1, GatewayAnswer(code: story.2, text: story.3)))
    #expect(try server.mails().isEmpty)
  }

  @Test("When the connection ends behind the mail, nobody knows whether it was taken")
  func vanishing() async throws {
    let server = try MailServer()
    let outcome = try await Self.send(to: "vanish@example.org", server.url)
    #expect(outcome == .unknown("connection_lost"))
    #expect(try server.mails().count == 1)
  }

  @Test("Without a server, with one that speaks something else or nothing, nobody has the mail")
  func unreachable() async throws {
    #expect(
      try await Self.send(to: "a@b.co", "smtp+plain://127.0.0.1:1")
        == .unreachable("connection_failed"))
    // Both wait for the other to speak first.
    let web = try LoopbackServer { _ in Receiver.status(200) }
    defer { web.stop() }
    let port = try #require(web.url.split(separator: ":").last)
    let silent = try await Self.send(
      to: "a@b.co", "smtp+plain://127.0.0.1:\(port)", milliseconds: 300)
    #expect(silent == .unreachable("timeout"))
    let other = MailClient()
    let mail = try Self.mail(to: "a@b.co")
    let nowhere = try MailGateway("smtp://no.such.host.invalid")
    #expect(await other.send(mail, through: nowhere) == .unreachable("host_unknown"))
  }

  @Test(
    "TLS holds from the first byte on, or after STARTTLS; the password goes nowhere without it",
    arguments: [MailServer.Security.startTLS, .tls])
  func encryption(_ security: MailServer.Security) async throws {
    let server = try MailServer(security, user: (name: "me", password: "p w%"))
    let url = server.url.replacing("p w%", with: "p%20w%25")
    let sent = try await Self.send(to: "ana@b.co", url, certificates: server.certificate)
    #expect(sent == .accepted(GatewayAnswer(code: 250, text: "2.0.0 kept")))
    let mail = try #require(server.mails().first)
    #expect(mail.isEncrypted && mail.user == "me")
    // A certificate that nobody has vouched for.
    #expect(try await Self.send(to: "a@b.co", url) == .unreachable("tls_failed"))
    let wrong = url.replacing("p%20w%25", with: "guess")
    #expect(
      try await Self.send(to: "a@b.co", wrong, certificates: server.certificate)
        == .unreachable("login_denied"))
    #expect(try server.mails().count == 1)
  }

  @Test("A server that has no TLS gets no mail where TLS is asked for")
  func downgrade() async throws {
    let server = try MailServer()
    let url = server.url.replacing("smtp+plain", with: "smtp")
    #expect(try await Self.send(to: "a@b.co", url) == .unreachable("tls_failed"))
    #expect(try server.mails().isEmpty)
  }
}
