import BeckonContract
import BeckonEngine
import BeckonModel
import Testing

/// Invitations by text message, their texts, and what gateways tell of them.
@Suite struct InviteGoldenTests {
  private static let unknown = "inv_01m7xy000fedjbz330nex3vnr1"

  @Test func invites() async throws {
    let book = GoldenBook()
    try await book.run(smsGateways: [.log]) { golden in
      let app = golden.app
      book.hide(app.id.text, as: "app")
      try await app.setTexts()
      let ana = try await app.inviter()
      func ask(_ title: String, _ more: JSON, key: TestApp.Key = .publishable) async throws {
        let body = JSON.object(
          [JSON.Member("person", .string(ana.id))] + (more.members ?? []))
        try await golden.ask(
          InviteRoute.create, title, .init(body: body, key: key, token: ana.token))
      }
      try await ask(
        "two, and some that take none",
        [
          "recipients": [
            "+49 1511 2345678", ["phone": "+4915112345679", "name": "Ben"], "12", "x",
          ]
        ])
      try await ask("nobody", ["recipients": []])
      try await ask("none that takes a text", ["recipients": ["+49 30 123456"]])
      try await ask("a link in a word", ["recipients": ["+4915112345670"], "note": "x.example"])
      try await ask(
        "by the app's server, once more", ["recipients": ["+4915112345678"]], key: .secret)
      try await golden.server.wait(minutes: 1)
      try await golden.askList(InviteRoute.list, [("of a person", "person=" + ana.id)])
      let made = try #require(try await app.get("/v1/invites").string("invites.1.id"))
      let path = "/v1/invites/" + made
      try await golden.ask(InviteRoute.read, "with a secret key", at: path)
      try await golden.ask(
        InviteRoute.read, "in the app", at: path, .init(key: .publishable, token: ana.token))
      try await golden.ask(
        InviteRoute.read, "without a token", at: path, .init(key: .publishable))
      try await golden.ask(InviteRoute.read, "an unknown one", at: "/v1/invites/" + Self.unknown)
      try await golden.askWithoutKeys(InviteRoute.allCases)
    }
    try book.expect(InviteRoute.routes)
  }

  @Test func texts() async throws {
    let book = GoldenBook()
    try await book.run(smsGateways: [.log]) { golden in
      let app = golden.app
      book.hide(app.id.text, as: "app")
      let ana = try await app.inviter()
      let own = GoldenServer.Request(
        body: ["text": "{sender} likes it: {link}"], key: .publishable, token: ana.token)
      try await golden.ask(MessageTextRoute.create, "in the app", own)
      try await golden.ask(
        MessageTextRoute.create, "with another link",
        .init(body: ["text": "x.example"], key: .publishable, token: ana.token))
      try await golden.ask(
        MessageTextRoute.create, "by the app's server", .init(body: ["text": "Şarkı"]))
      try await golden.ask(MessageTextRoute.list, "all")
      let first = try #require(try await app.get("/v1/messages/texts").string("texts.0.id"))
      book.hide(first, as: "default")
      let path = "/v1/messages/texts/" + first
      try await golden.ask(MessageTextRoute.read, "the default", at: path)
      try await golden.ask(
        MessageTextRoute.replace, "in the app", at: path,
        .init(body: ["text": "mine"], key: .publishable, token: ana.token))
      try await golden.ask(
        MessageTextRoute.replace, "by the app's server", at: path,
        .init(body: ["text": "Hi <>", "placeholder": "<>"]))
      let unknown = "/v1/messages/texts/txt_01m7xy000fedjbz330nex3vnr1"
      try await golden.ask(MessageTextRoute.read, "an unknown one", at: unknown)
      try await golden.askWithoutKeys(MessageTextRoute.allCases)
    }
    try book.expect(MessageTextRoute.routes)
  }

  @Test func gateways() async throws {
    let book = GoldenBook()
    try await book.run(smsGateways: [.log]) { golden in
      let app = golden.app
      book.hide(app.id.text, as: "app")
      let url = try #require(try await app.get("/v1/messages/replies").string("url"))
      book.hide(try #require(url.split(separator: "/").last.map(String.init)), as: "token")
      let path = String(url.dropFirst("https://go.example.com".count))
      func ask(
        _ call: SMSRoute, _ title: String, _ path: String, _ form: String? = nil
      ) async throws {
        try await golden.ask(
          call, title, at: path, .init(text: form, key: .none),
          showing: { JSON.Member("body", .string($0.text)) })
      }
      try await golden.ask(SMSRoute.readReplyURL, "the URL")
      try await ask(.noteReply, "stop", path + "?from=%2B4915112345678&text=STOP+now")
      try await ask(.noteReply, "help", path + "?from=%2B4915112345678&text=Help%21")
      try await ask(.noteReply, "something else", path + "?from=%2B4915112345678&text=Hi")
      try await ask(.noteReply, "no number", path + "?from=Shop&text=STOP")
      try await ask(.noteReplyByPost, "start", path, "From=%2B4915112345678&Body=start")
      for call in [SMSRoute.noteReply, .noteReplyByPost] {
        try await ask(call, "by a stranger", path + "x")
      }
      for call in [SMSRoute.noteReceipt, .noteReceiptByPost] {
        try await ask(call, "by a stranger", "/web/sms/\(app.id.text)/log/x")
      }
      try await golden.askWithoutKeys(SMSRoute.allCases)
    }
    try book.expect(SMSRoute.routes)
  }
}
