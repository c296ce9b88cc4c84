import BeckonBasics
import BeckonModel
import Testing

@testable import BeckonServer

/// Which key may do what, by every call of the social invites' protocol.
@Suite struct SocialInviteKeyTests {
  /// What a caller shows, and what the calls answer it.
  private struct Row {
    let name: String
    let client: InviteClient
    /// The error of inviting, of making a message, of changing it, of changing the app's own, of
    /// reading, and of asking about a bulk; an empty text when it is done.
    let errors: [String]
  }

  /// Each call invites somebody else.
  private static let count = Locked(0)

  private static func base64(_ text: String) -> String {
    Base64.standard.encode(Array(text.utf8))
  }

  @Test("Every call with each kind of key, as apps have it and once their clients may send")
  func table() async throws {
    try await TestServer.run(texting: [:]) { server, _ in
      let (app, other) = (server.app, try await server.otherApp())
      try await server.alias("OLDKEY", of: app)
      try await server.alias("OLDSECRET", .secret, of: app)
      let ana = try await app.inviter()
      let phone = try await app.phone(at: "203.0.113.8").install()
      let no = "SERVICE_NOT_AVAILABLE"
      let (bad, none) = ("UNAUTHORIZED", "MESSAGE_NOT_FOUND")
      let secret = ["", "", "", "", "", ""]
      func client(_ authorization: String) -> InviteClient { InviteClient(app, as: authorization) }
      let cookie = try await login(app, app.secret).string("login.ibAuthCookie") ?? ""
      let always = [
        Row(
          name: "no key", client: InviteClient(app).withoutKey(),
          errors: [bad, bad, bad, bad, bad, bad]),
        Row(
          name: "nobody's key", client: client("App pk_nobody"),
          errors: [bad, bad, bad, bad, bad, bad]),
        Row(
          name: "as natively", client: client("Bearer " + app.secret),
          errors: [bad, bad, bad, bad, bad, bad]),
        Row(
          name: "another app's", client: client("App " + other.secret),
          errors: [
            "SERVICE_NOT_AVAILABLE", "ACCOUNT_MISSING", "-", "ACCOUNT_MISSING",
            "ACCOUNT_MISSING", none,
          ]),
        Row(
          name: "a person's phone", client: InviteClient(app).showing(ana.token),
          errors: ["", "", "", no, "", ""]),
        Row(name: "the server's key", client: client("App " + app.secret), errors: secret),
        Row(
          name: "the server's Basic", client: client("Basic " + Self.base64("a:" + app.secret)),
          errors: secret),
        Row(name: "the cookie", client: client("IBSSO " + cookie), errors: secret),
        Row(name: "the server's old key", client: client("App OLDSECRET"), errors: secret),
      ]
      let off = [
        Row(name: "the app's key", client: InviteClient(app), errors: [no, no, "-", no, "", ""]),
        Row(name: "the old key", client: client("App OLDKEY"), errors: [no, no, "-", no, "", ""]),
        Row(
          name: "a phone of nobody", client: InviteClient(app).showing(phone.token),
          errors: [no, "", "", no, "", ""]),
      ]
      for row in always + off { try await check(row) }
      try await app.set([
        "social_invites": ["unmodified_clients": true, "per_address_day": 50]
      ])
      for row in off {
        try await check(Row(name: row.name, client: row.client, errors: ["", "", "", no, "", ""]))
      }
    }
  }

  private func check(_ row: Row) async throws {
    let client = row.client
    let app = client.app
    let own = try #require(try await app.get("/v1/messages/texts").string("texts.0.id"))
    let count = Self.count.withLock { count in
      count += 1
      return count
    }
    let number = "49151" + String(String(100_000_000 + count * 999_983).suffix(8))
    let sent = try await client.invite([number])
    let made = try await client.write("Come: <>")
    var answers = [sent, made]
    answers.append(try await client.change(made.string("key") ?? "none", "Other: <>"))
    answers.append(try await client.change(own, "Try shop: <>"))
    answers.append(try await client.read(own))
    // Made by the app's own server, and known by its id alone.
    let bulk = try await InviteClient(app, as: "App " + app.secret).invite(["4915112345678"])
    let id = bulk.string("sendSmsResponse.bulkId") ?? ""
    answers.append(
      try await client.ask("GET", "/1/smsmessaging/outbound/requests/\(id)/deliveryInfos"))
    for (answer, expected) in zip(answers, row.errors) where expected != "-" {
      #expect(answer.inviteError ?? "" == expected, "\(row.name): \(answer.text)")
      #expect(expected.isEmpty == (answer.status == 200), "\(row.name): \(answer.text)")
      #expect(answer["Content-Type"] == "application/json")
      guard !expected.isEmpty else { continue }
      let told = answer.value("requestError.serviceException")
      #expect(told?["messageid"] == told?["messageId"] && told?["variables"] != nil)
      #expect(answer.string("requestError.clientCorrelator") == answer["Request-Id"])
    }
  }

  private func login(_ app: TestApp, _ password: String) async throws -> HTTPAnswer {
    let form = "username=any&password=" + password
    return try await app.call(
      "POST", "/1/customerProfile/login", body: Array(form.utf8), as: .none,
      headers: [("Content-Type", "application/x-www-form-urlencoded")])
  }

  @Test("A log-in takes a secret key, answers it as the cookie, and ends when the key does")
  func cookies() async throws {
    try await TestServer.run(texting: [:]) { server, _ in
      let app = server.app
      let done = try await login(app, app.secret)
      #expect(done.status == 200 && done.value("login.verified") == true, "\(done.text)")
      #expect(try await login(app, app.publishable).inviteError == "AUTHENTICATION_FAILED")
      #expect(try await login(app, "x").status == 401)
      #expect(try await login(app, "").inviteError == "INVALID_PARAMETER")
    }
  }

  @Test("A path names its app by the key, an old key or the id; the code 1 is the vendor's")
  func applications() async throws {
    try await TestServer.run(texting: [:]) { server, _ in
      let (app, other) = (server.app, try await server.otherApp())
      try await server.alias("APPKEY", of: app)
      let own = try #require(try await app.get("/v1/messages/texts").string("texts.0.id"))
      var client = InviteClient(app)
      for (name, error) in [
        ("APPKEY", nil), (app.id.text, nil), (app.secret, nil), (other.publishable, "missing"),
        ("x", "missing"),
      ] {
        client.application = name
        let answer = try await client.read(own)
        #expect(answer.inviteError == error.map { _ in "ACCOUNT_MISSING" }, "\(answer.text)")
        if error == nil { #expect(answer.string("clientMobileApplicationKey") == name) }
      }
      let taken = try await app.post(
        "/v1/links", ["url": "https://shop.example/", "code": "1"])
      #expect(taken.string("field") == "code", "\(taken.text)")
    }
  }
}
