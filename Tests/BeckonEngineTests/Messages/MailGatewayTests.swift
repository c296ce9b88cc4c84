import BeckonEngine
import Testing

/// How an operator names a mail server.
@Suite struct MailGatewayTests {
  @Test("A gateway is read with all that its URL says")
  func reading() throws {
    let whole = try MailGateway("smtp://me%40x:p%3Aw%2F@Mail.Example:2525/shop.example")
    #expect(whole.security == .startTLS && whole.host == "mail.example" && whole.port == 2_525)
    #expect(whole.user == "me@x" && whole.password == "p:w/" && whole.helloName == "shop.example")
    #expect(whole.name == "mail.example:2525")
    #expect(try MailGateway("smtp://a.b").port == 587 && MailGateway("smtps://a.b").port == 465)
    let here = try MailGateway("smtp+plain://[::1]:1025")
    #expect(here.host == "::1" && here.port == 1_025 && here.user == nil)
    #expect(here.name == "[::1]:1025")
    #expect(try MailGateway("smtps://key@a.b/").password == "")
    let two = try MailGateway.list("smtp://a.b,smtps://c.d:1")
    #expect(two.map(\.name) == ["a.b:587", "c.d:1"])
  }

  @Test(
    "What is none is refused, and no refusal repeats a password",
    arguments: [
      "", "a.b", "http://a.b", "smtp://", "smtp://a.b:0", "smtp://a.b:65536", "smtp://a.b:x",
      "smtp://u:secret@w@a.b", "smtp://u:secret%0d%0a@a.b", "smtp://a.b/hello there",
      "smtp+plain://mail.example", "smtp+plain://127.evil.example", "smtp://[1.2.3", "smtp://a b",
    ])
  func refusals(_ text: String) {
    #expect {
      _ = try MailGateway(text)
    } throws: {
      !"\($0)".contains("secret") && $0 is MailGateway.Refusal
    }
  }

  @Test("Ten at most") func many() {
    let eleven = Array(repeating: "smtp://a.b", count: 11).joined(separator: ",")
    #expect(throws: MailGateway.Refusal.self) { try MailGateway.list(eleven) }
    #expect(throws: MailGateway.Refusal.self) { try MailGateway.list("") }
  }
}
