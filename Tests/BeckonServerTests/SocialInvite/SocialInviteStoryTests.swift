import BeckonModel
import Testing

@testable import BeckonServer

/// Invitations by the social invites' protocol, from the call to the gateway and back.
@Suite struct SocialInviteStoryTests {
  private static let numbers = ["4915112345678", "+4915112345679"]

  @Test("Our own client's invitations are the person's: from the link to their reward")
  func person() async throws {
    try await TestServer.run(texting: [:]) { server, log in
      let app = server.app
      _ = try await app.campaign(rules: [thanks])
      let ana = try await app.inviter()
      let client = InviteClient(app).showing(ana.token)
      let sent = try await client.invite(Self.numbers, sender: "4915100000001")
      #expect(sent.status == 200, "\(sent.text)")
      #expect(sent.list("sendSmsResponse.responses").count == 2)
      #expect(
        sent.list("sendSmsResponse.responses").allSatisfy {
          $0["status"] == "MessageAccepted" && $0["price"] == .number("0.0")
        })
      #expect(
        try await client.statuses(sent) == [
          "4915112345678": "MessageWaiting", "+4915112345679": "MessageWaiting",
        ])
      try await server.wait(minutes: 1)
      #expect(log.texts.map(\.to).sorted() == ["+4915112345678", "+4915112345679"])
      #expect(log.texts.allSatisfy { $0.from == "+4915100000001" })
      let link = try #require(log.texts.first?.text.split(separator: " ").last.map(String.init))
      let ben = try await app.phone(at: "203.0.113.9").open(link).install().signUp("ben")
      #expect(ben.referredBy == ana.id)
      #expect(try await ana.balance == 50)
      let list = try await app.get("/v1/invites?person=" + ana.id)
      #expect(list.list("invites").count == 1)
      let export = try await ana.export()
      #expect(export.list("messages").count == 2, "\(export.text)")
    }
  }

  /// As recorded of the client for Android: no token, keys of the vendor's, a message of its own.
  private static let recorded = """
    {"messageKey":"0A1B2C3D4E5F60718293A4B5C6D7E8F9","sender":"InfoSMS",\
    "recipients":{"destinations":[{"address":"4915112345678","messageId":null,\
    "clientData":["Ana","Ben"]}]}}
    """

  @Test("An unmodified client's invitation goes out with a link that leads on and credits nobody")
  func unmodified() async throws {
    try await TestServer.run(texting: [:]) { server, log in
      let app = server.app
      _ = try await app.campaign(rules: [thanks])
      try await server.alias("A1B2C3", of: app)
      let text = try await app.post(
        "/v1/messages/texts",
        [
          "text": "cp, cp likes this: !@#$", "placeholder": "!@#$", "word_placeholder": "cp",
          "alias": "0A1B2C3D4E5F60718293A4B5C6D7E8F9",
        ])
      #expect(text.status == 201, "\(text.text)")
      let client = InviteClient(app, as: "App A1B2C3")
      let refused = try await client.ask(
        "POST", InviteClient.invitation, bytes: Array(Self.recorded.utf8))
      #expect(refused.status == 403 && refused.inviteError == "SERVICE_NOT_AVAILABLE")
      #expect(refused.inviteErrorText?.contains("unmodified_clients") == true)
      try await app.set(["social_invites": ["unmodified_clients": true]])
      let sent = try await client.ask(
        "POST", InviteClient.invitation, bytes: Array(Self.recorded.utf8))
      #expect(sent.status == 200, "\(sent.text)")
      try await server.wait(minutes: 1)
      let message = try #require(log.texts.first?.text)
      #expect(message.hasPrefix("Ana, Ben likes this: http"), "\(message)")
      let link = try #require(message.split(separator: " ").last.map(String.init))
      let ben = try await app.phone(at: "203.0.113.9").open(link).install().signUp("ben")
      // The campaign has them, and nobody is paid: a client that names nobody invites for nobody.
      #expect(ben.referredBy == nil)
      #expect(try await app.transfers().isEmpty)
      let unpaid = try await app.get(ben.path + "/unpaid")
      #expect(unpaid.text.contains("no_referr"), "\(unpaid.text)")
      try await server.wait(minutes: 1)
      let invites = try await app.get("/v1/invites").list("invites")
      #expect(invites.count == 1 && invites.first?["person"] == nil)
      let path = "/v1/invites/" + (invites.first?["id"]?.string ?? "")
      #expect(try await app.get(path).list("recipients").first?["followed_at"] != nil)
      #expect(try await app.get(path, as: .publishable).code == "token_required")
    }
  }

  @Test("Who takes no text looks taken and ends as impossible; each way to write a number is told")
  func addresses() async throws {
    try await TestServer.run(texting: ["countries": ["DE"]]) { server, log in
      let app = server.app
      try await app.set(["region": "DE"])
      let ana = try await app.inviter()
      let client = InviteClient(app).showing(ana.token)
      let written = [
        "4915112345678", "+49 1511 2345678", "015112345678", "4930123456", "hello",
        "905301234567",
      ]
      let sent = try await client.invite(written)
      #expect(sent.list("sendSmsResponse.responses").count == written.count, "\(sent.text)")
      try await server.wait(minutes: 1)
      #expect(log.texts.map(\.to) == ["+4915112345678"])
      #expect(
        try await client.statuses(sent) == [
          "4915112345678": "MessageWaiting", "+49 1511 2345678": "MessageWaiting",
          "015112345678": "MessageWaiting", "4930123456": "DeliveryImpossible",
          "hello": "DeliveryImpossible", "905301234567": "DeliveryImpossible",
        ])
      let nobody = try await client.invite(["hello"])
      #expect(nobody.status == 200)
      #expect(try await client.statuses(nobody) == ["hello": "DeliveryImpossible"])
    }
  }

  @Test("Who wants no messages, or was invited by another, looks and ends as everybody else does")
  func sameAnswer() async throws {
    try await TestServer.run(texting: [:]) { server, log in
      let app = server.app
      let (ana, ben) = (try await app.inviter(), try await app.inviter("ben"))
      _ = try await InviteClient(app).showing(ana.token).invite(["4915112345678"])
      _ = try await app.send("PUT", "/v1/suppressions/%2B4915112345679", [:])
      let client = InviteClient(app).showing(ben.token)
      let sent = try await client.invite(["4915112345678", "4915112345679", "4915112345670"])
      for (days, status) in [(0.0, "MessageWaiting"), (2.1, "DeliveryUncertain")] {
        try await server.wait(days: days)
        let told = try await client.statuses(sent)
        #expect(Set(told.values) == [status] && told.count == 3, "\(told)")
      }
      #expect(log.texts.count == 2)
    }
  }

  @Test("A request that is repeated because its answer was lost is answered as before")
  func repeated() async throws {
    try await TestServer.run(texting: [:]) { server, log in
      let app = server.app
      let ana = try await app.inviter()
      let client = InviteClient(app).showing(ana.token)
      let first = try await client.invite(["4915112345678"])
      try await server.wait(minutes: 0.02)
      #expect(try await client.invite(["4915112345678"]).text == first.text)
      try await server.wait(minutes: 3)
      #expect(try await client.invite(["4915112345678"]).text != first.text)
      #expect(log.texts.count == 1)
    }
  }

  @Test("An erased number is told of no more, and neither is what an erased person has sent")
  func erased() async throws {
    try await TestServer.run(texting: [:]) { server, _ in
      let app = server.app
      let ana = try await app.inviter()
      let client = InviteClient(app).showing(ana.token)
      let sent = try await client.invite(["4915112345678", "4915112345679"])
      let ben = try await app.signUp("ben", more: ["phone": "+4915112345678"])
      #expect(try await ben.erase().status < 300)
      #expect(try await client.statuses(sent).keys.sorted() == ["4915112345679"])
      #expect(try await ana.erase().status < 300)
      let gone = try await client.report(sent)
      #expect(gone.inviteErrorText == "Message not found for specified request ID")
      #expect(try await server.number("SELECT COUNT(*) FROM invite_addresses") == 0)
    }
  }
}
