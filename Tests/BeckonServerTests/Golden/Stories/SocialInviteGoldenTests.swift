import BeckonContract
import BeckonContractSocialInvite
import BeckonEngine
import BeckonModel
import Testing

/// What the clients of Infobip's Social Invites are answered (docs/PROTOCOLS/socialinvite.md).
@Suite struct SocialInviteGoldenTests {
  private static let unknown = "inv_01m7xy000fedjbz330nex3vnr1"

  private static func request(
    _ golden: GoldenServer, _ body: JSON? = nil, key: String? = nil, token: String? = nil,
    text: String? = nil
  ) -> GoldenServer.Request {
    GoldenServer.Request(
      body: body, text: text, key: .none, token: token,
      headers: [("Authorization", "App " + (key ?? golden.app.publishable))])
  }

  private static func invitation(_ numbers: [JSON], _ more: JSON = [:]) -> JSON {
    let destinations = numbers.map { JSON.object([JSON.Member("address", $0)]) }
    return .object(
      [JSON.Member("recipients", ["destinations": .array(destinations)])] + (more.members ?? []))
  }

  /// The app's default message, which has the app's own id.
  private static func usual(_ golden: GoldenServer) -> String {
    golden.app.id.text.replacing("app_", with: "txt_")
  }

  private static func hideKeys(_ golden: GoldenServer) {
    golden.book.hide(golden.app.id.text, as: "app")
    golden.book.hide(usual(golden), as: "default")
    golden.book.hide(golden.app.publishable, as: "publishable")
    golden.book.hide(golden.app.secret, as: "secret")
  }

  @Test func invitations() async throws {
    let book = GoldenBook()
    try await book.run(smsGateways: [.log]) { golden in
      Self.hideKeys(golden)
      let app = golden.app
      try await app.setTexts()
      let ana = try await app.inviter()
      let token = ana.token
      func ask(
        _ title: String, _ body: JSON, _ key: String? = nil, token: String? = nil
      ) async throws -> HTTPAnswer {
        try await golden.ask(
          SocialInviteRoute.invite, title, Self.request(golden, body, key: key, token: token))
      }
      let sent = try await ask(
        "two, and some that take none",
        Self.invitation(
          ["4915112345678", "+4915112345679", "49 1511 2345678", "12", 4_930_123_456],
          ["sender": "InfoSMS", "messageKey": .string(Self.usual(golden))]), token: token)
      _ = try await ask("nobody", ["recipients": ["destinations": []]], token: token)
      _ = try await ask("without recipients", ["sender": "Shop"], token: token)
      _ = try await ask(
        "an unknown message", Self.invitation(["4915112345670"], ["messageKey": "D1"]),
        token: token)
      _ = try await ask(
        "a sender that is too long", Self.invitation(["4915112345670"], ["sender": "ABCDEFGHIJKL"]),
        token: token)
      _ = try await ask("by who says not who invites", Self.invitation(["4915112345670"]))
      try await golden.ask(
        SocialInviteRoute.invite, "no JSON", Self.request(golden, token: token, text: "{"))
      _ = try await ask("by the app's server", Self.invitation(["4915112345671"]), app.secret)
      try await app.set(["social_invites": ["unmodified_clients": true, "per_day": 1]])
      _ = try await ask("as the app lets clients send", Self.invitation(["4915112345672"]))
      _ = try await ask("more than there is room for", Self.invitation(["4915112345673"]))
      _ = try await ask("with another's key", Self.invitation(["4915112345674"]), "pk_nobodys")
      try await Self.reports(golden, sent)
      try await golden.askWithoutKeys(SocialInviteDeliveryRoute.allCases)
      try await golden.askWithoutKeys([SocialInviteRoute.invite])
    }
    try book.expect([SocialInviteRoute.invite.route] + SocialInviteDeliveryRoute.routes)
  }

  private static func reports(_ golden: GoldenServer, _ sent: HTTPAnswer) async throws {
    let call = SocialInviteDeliveryRoute.deliveries
    func ask(_ title: String, _ bulk: String) async throws {
      try await golden.ask(call, title, at: call.route.path(bulk), request(golden))
    }
    let bulk = try #require(sent.string("sendSmsResponse.bulkId"), "\(sent.text)")
    try await ask("at once", bulk)
    try await golden.server.wait(minutes: 1)
    try await golden.server.wait(days: 3)
    try await ask("of which nobody has heard", bulk)
    try await ask("an unknown one", Self.unknown)
    try await ask("what is no id", "1419945600000123456")
    try await golden.ask(
      call, "without an id", at: "/1/smsmessaging/outbound/requests//deliveryInfos",
      request(golden))
  }

  @Test func messages() async throws {
    let book = GoldenBook()
    try await book.run(smsGateways: [.log]) { golden in
      Self.hideKeys(golden)
      let app = golden.app
      try await app.setTexts()
      let token = try await app.inviter().token
      func ask(
        _ call: SocialInviteRoute, _ title: String, _ path: [String], _ body: JSON? = nil,
        _ key: String? = nil, token: String? = nil
      ) async throws -> HTTPAnswer {
        try await golden.ask(
          call, title, at: call.route.path(path),
          Self.request(golden, body, key: key, token: token))
      }
      let body: JSON = ["text": "cp likes it: <>", "placeholder": "<>", "clientPlaceholder": "cp"]
      let own = [app.publishable]
      let made = try await ask(.createMessage, "in the app", own, body, token: token)
      let link: JSON = ["text": "x.example"]
      _ = try await ask(.createMessage, "with another link", own, link, token: token)
      _ = try await ask(.createMessage, "without a text", own, [:], token: token)
      _ = try await ask(.createMessage, "by who shows no token", own, body)
      _ = try await ask(.createMessage, "of another app", ["APP"], body, token: token)
      _ = try await ask(.createMessage, "by the app's server", own, body, app.secret)
      let key = try #require(made.string("key"))
      let mine = own + [key]
      let usual = own + [Self.usual(golden)]
      _ = try await ask(.message, "the default", usual)
      _ = try await ask(.message, "one's own", mine, token: token)
      _ = try await ask(.message, "another's", mine)
      _ = try await ask(.message, "an unknown one", own + ["D1"])
      _ = try await ask(.message, "of another app", ["APP", key], token: token)
      _ = try await ask(.updateMessage, "one's own", mine, body, token: token)
      _ = try await ask(.updateMessage, "the app's", usual, body, token: token)
      _ = try await ask(.updateMessage, "by the app's server", usual, body, app.secret)
      _ = try await ask(.updateMessage, "an unknown one", own + ["D1"], body, token: token)
      try await golden.askWithoutKeys([SocialInviteRoute.createMessage, .message, .updateMessage])
    }
    try book.expect(
      [SocialInviteRoute.createMessage, .message, .updateMessage].map(\.route))
  }

  @Test func applications() async throws {
    let book = GoldenBook()
    try await book.run { golden in
      Self.hideKeys(golden)
      let route = SocialInviteApplicationRoute.list
      try await golden.ask(route, "in the app", Self.request(golden))
      try await golden.ask(
        route, "by the app's server", Self.request(golden, key: golden.app.secret))
      try await golden.ask(route, "with nobody's key", Self.request(golden, key: "pk_nobodys"))
      try await golden.askWithoutKeys(SocialInviteApplicationRoute.allCases)
    }
    try book.expect(SocialInviteApplicationRoute.routes)
  }

  @Test func logIns() async throws {
    let book = GoldenBook()
    try await book.run { golden in
      Self.hideKeys(golden)
      func ask(_ title: String, _ form: String) async throws {
        try await golden.ask(
          SocialInviteLoginRoute.login, title,
          .init(
            text: form, key: .none,
            headers: [("Content-Type", "application/x-www-form-urlencoded")]))
      }
      try await ask("with a secret key", "username=any&password=" + golden.app.secret)
      try await ask("with the app's key", "username=any&password=" + golden.app.publishable)
      try await ask("without a password", "username=any")
    }
    try book.expect(SocialInviteLoginRoute.routes)
  }
}
