import BeckonModel
import BeckonSDK
import BeckonTesting
import Testing

@Suite struct InvitationTests {
  private let app = TestApp()
  private let invite = InviteID(Identifier(high: 1, low: 2)).text
  private let text = MessageTextID(Identifier(high: 3, low: 4)).text

  private func body() throws -> JSON {
    try JSONReader.read(try #require(app.server.requests.last).body)
  }

  @Test("People are invited in the name of who uses the app, with names, and the answer is read")
  func inviting() async throws {
    let client = try app.launch()
    await #expect(throws: BeckonError.notIdentified) {
      try await client.invite(["+4915112345678"])
    }
    let ana = try await client.identify(userID: "ana")
    let told: JSON = [
      "id": .string(invite),
      "recipients": [
        ["phone": "+4915112345678", "status": "waiting", "parts": 1],
        ["phone": "+4915112345679", "status": "unconfirmed", "parts": 2],
        ["phone": "+4915112345670", "status": "a word of a later server"],
      ],
      "not_sent": [["phone": "x", "reason": "not_a_number"]],
    ]
    app.server.play(.status(201, body: told.bytes))
    let made = try await client.invite([
      .init(phone: "0151 12345678", name: "Ben"), .init(phone: "x"),
    ]) {
      ($0.senderName, $0.note, $0.sender, $0.text) = ("Ana", "See you", "Shop", text)
    }
    #expect(made.id == invite && made.recipients.map(\.parts) == [1, 2, 1])
    #expect(made.recipients.map(\.status) == [.waiting, .unconfirmed, .waiting])
    #expect(made.unsent.map(\.reason) == ["not_a_number"])
    let request = try #require(app.server.requests.last)
    #expect(request.method == "POST" && request.url.hasSuffix("/v1/invites"))
    #expect(request.headers.keys.contains { $0.lowercased() == "beckon-token" })
    #expect(request.headers.keys.contains { $0.lowercased() == "idempotency-key" })
    let sent = try body()
    #expect(sent["person"]?.string == ana.id)
    #expect(sent["recipients"]?[0] == ["phone": "0151 12345678", "name": "Ben"])
    #expect(sent["sender_name"] == "Ana" && sent["note"] == "See you" && sent["sender"] == "Shop")
    #expect(sent["text"]?.string == text && sent["campaign"] == nil)
  }

  @Test("What cannot be is refused before it is sent, and what the server refuses is told")
  func refusals() async throws {
    let client = try app.launch()
    _ = try await client.identify(userID: "ana")
    let before = app.server.requests.count
    for phones in [[], [String](repeating: "+4915112345678", count: 51)] {
      await #expect(throws: BeckonError.self) { try await client.invite(phones) }
    }
    await #expect(throws: BeckonError.self) {
      try await client.invite(["+4915112345678"]) { $0.text = "no id" }
    }
    #expect(app.server.requests.count == before)
    let refusal: JSON = [
      "code": "sms_not_set_up", "title": "No text message can be sent", "detail": "No gateway.",
      "status": 409,
    ]
    app.server.play(.status(409, body: refusal.bytes))
    await #expect(throws: BeckonError.refused(code: "sms_not_set_up", detail: "No gateway.")) {
      try await client.invite(["+4915112345678"])
    }
  }

  @Test("What became of an invitation is asked for with the person's token")
  func asking() async throws {
    let client = try app.launch()
    await #expect(throws: BeckonError.notIdentified) { try await client.invitation(invite) }
    _ = try await client.identify(userID: "ana")
    let told: JSON = [
      "id": .string(invite), "recipients": [["phone": "+4915112345678", "status": "delivered"]],
    ]
    app.server.play(.status(200, body: told.bytes))
    let seen = try await client.invitation(invite)
    #expect(seen.recipients.first?.status == .delivered && seen.unsent.isEmpty)
    let request = try #require(app.server.requests.last)
    #expect(request.method == "GET" && request.url.hasSuffix("/v1/invites/" + invite))
    #expect(
      Invitation.Status.allCases.filter(\.isFinal) == [.delivered, .impossible, .unconfirmed])
  }

  @Test("Texts of this install are written, written anew, read and taken away")
  func texts() async throws {
    let client = try app.launch()
    _ = try await client.identify(userID: "ana")
    let told: JSON = [
      "id": .string(text), "text": "Hi {link}", "placeholder": "{link}", "parts": 1,
    ]
    app.server.play(.status(201, body: told.bytes))
    let made = try await client.writeMessageText("Hi {link}")
    #expect(made.id == text && made.parts == 1 && made.placeholder == "{link}")
    #expect(try body() == ["text": "Hi {link}"])
    app.server.play(.status(200, body: told.bytes))
    _ = try await client.writeMessageText("Ho {link}", replacing: text)
    let path = "/v1/messages/texts/" + text
    #expect(app.server.requests.last?.method == "PUT")
    app.server.play(.status(200, body: told.bytes))
    #expect(try await client.messageText(text).text == "Hi {link}")
    app.server.play(.status(204, body: []))
    try await client.deleteMessageText(text)
    let last = try #require(app.server.requests.last)
    #expect(last.method == "DELETE" && last.url.hasSuffix(path))
  }
}
