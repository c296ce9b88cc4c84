import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore
import Testing

@testable import BeckonServer

/// What an app's server sees and clears away of text messages.
@Suite struct InviteUpkeepTests {
  private static let numbers = ["+4915112345601", "+4915112445602", "+4915112545603"]

  @Test("A webhook hears once of a text that nobody has confirmed for two days, and of no other")
  func unconfirmed() async throws {
    let receiver = try Receiver()
    defer { receiver.stop() }
    try await TestServer.run(texting: [:]) { server, _ in
      let app = server.app
      _ = try await app.webhook(receiver.url + "/hook", ["message"])
      #expect(try await app.call("PUT", "/v1/suppressions/" + Self.numbers[2]).status == 200)
      let made = try await app.invite(Self.numbers, by: app.inviter())
      try await server.wait(minutes: 1)
      let first = try #require(
        try await app.recipients(of: made).first?["message"]?.string.flatMap { MessageID($0) })
      let context = try await server.database.read { try TestServer.context($0) }
      let name = ReceiptURL(key: context.pepper).name(of: first)
      let receipt = try await app.call(
        "GET", "/web/sms/\(app.id)/kannel/\(name)?type=1", as: .none)
      #expect(receipt.status == 200)
      for days in [1.9, 0.2, 1] { try await server.wait(days: days) }
      let told = receiver.bodies.compactMap { $0["data"] }
      let statuses = told.map { "\($0["recipient"]?.string ?? "") \($0["status"]?.string ?? "")" }
      #expect(
        statuses.sorted() == ["\(Self.numbers[0]) delivered", "\(Self.numbers[1]) unconfirmed"],
        "\(receiver.bodies)")
    }
  }

  @Test("Those to whom nothing is sent are listed, page by page, by channel and reason, and as CSV")
  func suppressions() async throws {
    try await TestServer.run(texting: [:]) { server, _ in
      let app = server.app
      _ = try await app.invite([Self.numbers[0]], by: app.inviter())
      for address in [Self.numbers[0], Self.numbers[1], "ana%40example.com"] {
        #expect(try await app.call("PUT", "/v1/suppressions/" + address).status == 200)
        try await server.wait(minutes: 1)
      }
      let all = try await app.get("/v1/suppressions").list("suppressions")
      #expect(all.map { $0["channel"] } == ["mail", "sms", "sms"])
      // Only a number to which a message is kept is known; of the others there is a hash.
      #expect(all.map { $0["phone"]?.string } == [nil, nil, Self.numbers[0]], "\(all)")
      let first = try await app.get("/v1/suppressions?limit=2&channel=sms&reason=requested")
      #expect(first.list("suppressions").count == 2)
      let page = try await app.get("/v1/suppressions?limit=2")
      let next = try #require(page.string("next"))
      let rest = try await app.get("/v1/suppressions?limit=2&cursor=" + next)
      #expect(rest.list("suppressions").count == 1)
      #expect(try await app.get("/v1/suppressions?reason=bounced").list("suppressions").isEmpty)
      let table = try await app.get("/v1/suppressions", headers: [("Accept", "text/csv")])
      #expect(table.text.hasPrefix("channel,email,phone,reason,since"), "\(table.text)")
      let stranger = try await app.get("/v1/suppressions", as: .publishable)
      #expect(stranger.code == "secret_key_required")
    }
  }

  @Test("A message that waits can be called off, and then its number may be invited again")
  func callingOff() async throws {
    try await TestServer.run(texting: [:]) { server, log in
      let (app, ana) = (server.app, try await server.app.inviter())
      let made = try await app.invite([Self.numbers[0]], by: ana)
      let message = try #require(try await app.recipients(of: made).first?["message"]?.string)
      let path = "/v1/messages/" + message
      #expect(try await app.call("DELETE", path, as: .publishable).code == "secret_key_required")
      #expect(try await app.call("DELETE", path).status == 204)
      let again = try await app.call("DELETE", path)
      #expect(again.code == "message_not_queued", "\(again.text)")
      try await server.wait(minutes: 1)
      #expect(log.texts.isEmpty)
      #expect(try await app.get(path).string("reason") == "called_off")
      let seen = try await app.recipients(of: made, as: .secret).first
      #expect(seen?["status"] == "waiting", "it looks as any other")
      _ = try await app.invite([Self.numbers[0]], by: ana)
      try await server.wait(minutes: 1)
      #expect(log.texts.count == 1)
      #expect(try await app.call("DELETE", "/v1/messages/msg_x").status == 404)
    }
  }

  @Test("A text is taken away by who wrote it; the app's default stays")
  func deletedTexts() async throws {
    try await TestServer.run(texting: [:]) { server, _ in
      let app = server.app
      let (ana, ben) = (try await app.inviter(), try await app.inviter("ben"))
      let made = try await app.post(
        "/v1/messages/texts", ["text": "Hi {link}"], as: .publishable, token: ana.token)
      let path = "/v1/messages/texts/\(made.string("id") ?? "")"
      func delete(_ path: String, _ key: TestApp.Key, _ token: String?) async throws -> HTTPAnswer {
        try await app.call("DELETE", path, as: key, token: token)
      }
      #expect(try await delete(path, .publishable, ben.token).status == 404)
      #expect(try await delete(path, .publishable, ana.token).status == 204)
      #expect(try await delete(path, .publishable, ana.token).status == 404)
      let own = try #require(try await app.get("/v1/messages/texts").list("texts").first)
      let standard = "/v1/messages/texts/\(own["id"]?.string ?? "")"
      #expect(try await delete(standard, .publishable, ana.token).code == "secret_key_required")
      #expect(try await delete(standard, .secret, nil).string("field") == "text")
    }
  }

  @Test("A text of an install that nobody uses goes after its time, and the app's own stay")
  func retiredTexts() async throws {
    try await TestServer.run(texting: [:]) { server, _ in
      let (app, ana) = (server.app, try await server.app.inviter())
      var ids: [JSON] = []
      for _ in 0..<2 {
        let made = try await app.post(
          "/v1/messages/texts", ["text": "Hi {link}"], as: .publishable, token: ana.token)
        ids.append(made.value("id") ?? .null)
      }
      _ = try await app.post("/v1/messages/texts", ["text": "Ours {link}"])
      try await server.wait(days: 200)
      let used: JSON = ["text": ids[0]]
      #expect(try await app.invite([Self.numbers[0]], by: ana, used, as: .secret).status == 201)
      try await server.wait(days: 201)
      #expect(try await server.number("SELECT COUNT(*) FROM message_texts") == 3)
      let kept = try await app.get("/v1/messages/texts/\(ids[0].string ?? "")")
      #expect(kept.status == 200, "\(kept.text)")
    }
  }
}
