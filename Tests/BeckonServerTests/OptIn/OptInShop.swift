import BeckonModel
import TestMail
import Testing

@testable import BeckonServer

/// An app with mails, and a campaign that asks for double opt-in.
struct OptInShop: Sendable {
  let server: TestServer
  let mails: MailServer
  let campaign: TestCampaign
  var app: TestApp { server.app }

  /// Sets it up.
  static func run(
    goal: Int = 1, name: String = "friends", listUUID: String? = nil, rules: [JSON] = [thanks],
    _ body: (OptInShop) async throws -> Void
  ) async throws {
    let mails = try MailServer()
    try await TestServer.run(mail: [mails.url]) { server in
      let made = try await server.app.post(
        "/v1/campaigns",
        .object([
          "name": .string(name), "goal": .integer(goal), "url": "https://shop.example/join",
          "list_uuid": listUUID.map(JSON.string), "rules": .array(rules), "double_opt_in": true,
        ]))
      try #require(made.status == 201, "\(made.text)")
      let campaign = TestCampaign(
        app: server.app, id: try #require(made.string("id")), made: made)
      try await body(OptInShop(server: server, mails: mails, campaign: campaign))
    }
  }

  /// Somebody joins in the app, on the publishable key.
  func join(
    _ email: String, by referrer: TestPerson, token: String? = nil
  ) async throws -> TestPerson {
    try await app.signUpInApp(
      [
        "email": .string(email), "campaign": .string(campaign.id),
        "referrer": .orNull(referrer.code),
      ], token: token)
  }

  /// Says yes behind the link of the last mail to an address; gives the page's status.
  func follow(_ email: String) async throws -> Int {
    let mail = try #require(
      try mails.mails().last { $0.header("To")?.contains(email) == true }, "no mail to \(email)")
    return try await app.page(try #require(mail.link), "POST").status
  }

  /// Steps that are counted by day, those of who counts at once among them.
  func counted() async throws -> Int64 {
    try await server.sendMails()
    return try await server.number(
      """
      SELECT CAST(COALESCE(SUM(count), 0) AS BIGINT) FROM daily_totals
      WHERE measure = 'conversion'
      """)
  }
}
