import BeckonContract
import BeckonEngine
import BeckonModel
import TestMail
import Testing

/// Messages to people, and the pages behind their links.
@Suite struct MessageGoldenTests {
  private static let unknown = "msg_01m7xy000fedjbz330nex3vnr1"

  @Test func messages() async throws {
    let mails = try MailServer()
    let book = GoldenBook()
    let gateway = try MailGateway(mails.url)
    book.hide(gateway.name, as: "gateway")
    try await book.run(mailGateways: [gateway]) { golden in
      let app = golden.app
      try await app.set(["mail": ["from": "shop@example.com"]])
      for name in ["ana", "gone"] { _ = try await app.member("\(name)@example.com") }
      for name in ["ana", "gone"] { _ = try await app.forget("\(name)@example.com") }
      try await golden.server.sendMails(seconds: 2)
      try await golden.askList(
        MessageRoute.list,
        [
          ("of an address", "email=ANA@example.com"), ("of a state", "state=failed"),
          ("of a kind", "kind=verify_email"), ("a state that is none", "state=x"),
        ])
      let failed = try #require(
        try await app.messages("?state=failed").first?["message"]?.string)
      let path = "/v1/messages/" + failed
      try await golden.ask(MessageRoute.read, "one that failed", at: path)
      try await golden.ask(MessageRoute.resend, "one that failed", at: path + "/resend")
      try await golden.ask(MessageRoute.resend, "once more", at: path + "/resend")
      for call in [MessageRoute.read, .resend] {
        try await golden.ask(call, "an unknown one", at: call.route.path(Self.unknown))
      }
      try await Self.suppressions(golden)
      try await golden.askWithoutKeys(MessageRoute.allCases)
    }
    try book.expect(MessageRoute.routes)
  }

  private static func suppressions(_ golden: GoldenServer) async throws {
    let path = "/v1/suppressions/gone%40example.com"
    try await golden.ask(MessageRoute.readSuppression, "nobody is there", at: path)
    try await golden.ask(
      MessageRoute.readSuppression, "not on the list", at: "/v1/suppressions/ana%40example.com")
    try await golden.ask(
      MessageRoute.suppress, "an address", at: "/v1/suppressions/ana%40example.com")
    for call in [MessageRoute.readSuppression, .suppress, .endSuppression] {
      try await golden.ask(call, "no address", at: "/v1/suppressions/ana")
    }
    try await golden.ask(MessageRoute.endSuppression, "an address", at: path)
  }

  @Test func pages() async throws {
    let mails = try MailServer()
    let book = GoldenBook()
    try await book.run(mailGateways: [MailGateway(mails.url)]) { golden in
      let app = golden.app
      book.hide(app.id.text, as: "app")
      try await app.set(["mail": ["from": "shop@example.com"]])
      let ana = try await app.member("ana@example.com")
      _ = try await app.forget("ana@example.com")
      try await golden.server.sendMails()
      let reset = try Self.path(mails, book)
      _ = try await app.post(ana.path + "/verification", [:])
      try await golden.server.sendMails()
      let verify = try Self.path(mails, book)
      func ask(
        _ call: MailPageRoute, _ title: String, _ path: String, _ form: String? = nil
      ) async throws {
        try await golden.ask(
          call, title, at: path, .init(text: form, key: .none),
          showing: { JSON.Member("lines", GoldenExchange.lines($0.text)) })
      }
      try await ask(.resetPassword, "the form", reset)
      try await ask(.setPassword, "too short", reset, "password=x&again=x")
      try await ask(.verifyEmail, "the question", verify)
      let leave = try Self.leavingPath(mails, book)
      try await ask(.leave, "the question", leave)
      try await ask(.confirmLeaving, "yes", leave)
      try await ask(.leave, "no token", "/web/unsubscribe/app/x")
      try await ask(.confirmEmail, "yes", verify)
      try await ask(.confirmEmail, "once more", verify)
      try await ask(.setPassword, "done", reset, "password=a+new+word&again=a+new+word")
      try await ask(.resetPassword, "used", reset)
      try await ask(.verifyEmail, "used", verify)
    }
    try book.expect(MailPageRoute.routes)
  }

  /// The path of the last mail's link, whose token is shown by a name.
  private static func path(_ mails: MailServer, _ book: GoldenBook) throws -> String {
    let link = try #require(try mails.mails().last?.link)
    book.hide(try #require(link.split(separator: "/").last.map(String.init)), as: "token")
    return String(link.dropFirst("https://go.example.com".count))
  }

  private static func leavingPath(_ mails: MailServer, _ book: GoldenBook) throws -> String {
    let header = try #require(try mails.mails().last?.header("List-Unsubscribe"))
    let link = String(header.dropFirst().dropLast())
    book.hide(try #require(link.split(separator: "/").last.map(String.init)), as: "token")
    return String(link.dropFirst("https://go.example.com".count))
  }
}
