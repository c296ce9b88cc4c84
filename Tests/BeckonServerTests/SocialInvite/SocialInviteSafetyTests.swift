import BeckonModel
import Testing

@testable import BeckonServer

/// What keeps the social invites' face from being a way to send texts at the operator's cost.
@Suite struct SocialInviteSafetyTests {
  private static func number(_ count: Int) -> String {
    "49151" + String(String(100_000_000 + count * 999_983).suffix(8))
  }

  @Test("A robot with the app's key on many addresses is stopped, and the operator warned")
  func robot() async throws {
    try await TestServer.run(texting: [:]) { server, log in
      let app = server.app
      try await app.set(["social_invites": ["unmodified_clients": true, "per_day": 40]])
      var (sent, refused) = (0, 0)
      for round in 0..<30 {
        let client = InviteClient(app).at("198.51.100.\(round)")
        let numbers = (0..<4).map { Self.number(round * 4 + $0) }
        let answer = try await client.invite(numbers)
        if answer.status == 200 { sent += 4 }
        if answer.inviteError == "TOO_MANY_REQUESTS" { refused += 1 }
        #expect(answer.status == 200 || answer.status == 429, "\(answer.text)")
        try await server.wait(minutes: 10)
      }
      #expect(sent == 40 && refused == 20)
      #expect(log.texts.count == 40)
      #expect(log.everything.contains { $0["reason"] == "unnamed" })
    }
  }

  @Test("One address, and one install, has a small budget of its own")
  func address() async throws {
    try await TestServer.run(texting: [:]) { server, _ in
      let app = server.app
      try await app.set(["social_invites": ["unmodified_clients": true]])
      let client = InviteClient(app)
      let many = try await client.invite((0..<11).map(Self.number))
      #expect(many.inviteError == "INVALID_PARAMETER", "it would never fit: \(many.text)")
      #expect(try await client.invite((0..<10).map(Self.number)).status == 200)
      let more = try await client.invite([Self.number(11)])
      #expect(more.inviteError == "TOO_MANY_REQUESTS" && more.status == 429, "\(more.text)")
      #expect(try await client.at("198.51.100.1").invite([Self.number(11)]).status == 200)
      let phone = try await app.phone(at: "203.0.113.8").install()
      let own = client.showing(phone.token)
      for (place, status) in [(1, 200), (2, 429)] {
        let numbers = (0..<10).map { Self.number(place * 20 + $0) }
        #expect(try await own.at("198.51.100.2\(place)").invite(numbers).status == status)
      }
      // To write a message costs as much, since it takes room.
      #expect(try await client.write("Hi <>").inviteError == "TOO_MANY_REQUESTS")
    }
  }

  @Test("With the app's key a text has two parts and no link but the app's, in its words too")
  func texts() async throws {
    try await TestServer.run(texting: [:]) { server, log in
      let app = server.app
      let (ana, ben) = (try await app.inviter(), try await app.inviter("ben"))
      let (mine, theirs) = (
        InviteClient(app).showing(ana.token), InviteClient(app).showing(ben.token)
      )
      for text in ["see evil.example <>", "https://x.example/ <>", "call 0900 123456 <>", "a<>b"] {
        let answer = try await mine.write(text)
        #expect(answer.inviteError == "INVALID_PARAMETER", "\(text): \(answer.text)")
      }
      let long = try await mine.write(String(repeating: "a", count: 400))
      #expect(long.inviteError == "INVALID_PARAMETER")
      let made = try await mine.write(
        "cp says: <>", ["placeholder": "<>", "clientPlaceholder": "cp"])
      let key = try #require(made.string("key"), "\(made.text)")
      #expect(try await theirs.read(key).inviteError == "MESSAGE_NOT_FOUND")
      #expect(try await theirs.change(key, "<>").inviteError == "MESSAGE_NOT_FOUND")
      #expect(
        try await theirs.invite(["4915112345678"], message: key).inviteError
          == "INVALID_PARAMETER")
      for word in ["evil.example", "+49 151 12345678"] {
        let answer = try await mine.invite(["4915112345678"], message: key, words: [word])
        #expect(answer.inviteError == "INVALID_PARAMETER", "\(word): \(answer.text)")
      }
      let sent = try await mine.invite(["4915112345678"], message: key, words: ["Ana"])
      #expect(sent.status == 200)
      try await server.wait(minutes: 1)
      #expect(log.texts.first?.text.hasPrefix("Ana says: http") == true, "\(log.texts)")
      #expect(log.texts.first?.from == "Shop", "the app does not list InfoSMS")
    }
  }

  @Test("A client without a token writes texts that only who knows their id uses and changes")
  func openTexts() async throws {
    try await TestServer.run(texting: [:]) { server, log in
      let app = server.app
      try await app.set(["social_invites": ["unmodified_clients": true]])
      let client = InviteClient(app)
      let made = try await client.write("New message text <>")
      let key = try #require(made.string("key"), "\(made.text)")
      #expect(made.status == 200 && made.string("placeholder") == "<>")
      let moved = client.at("198.51.100.1")
      #expect(try await moved.change(key, "Other text <>").string("text") == "Other text <>")
      #expect(try await moved.invite(["4915112345678"], message: key).status == 200)
      try await server.wait(minutes: 1)
      #expect(log.texts.first?.text.hasPrefix("Other text http") == true)
      #expect(try await app.get("/v1/messages/texts").list("texts").count == 1)
      try await app.set(["social_invites": .null])
      #expect(try await moved.read(key).inviteError == "MESSAGE_NOT_FOUND")
    }
  }

  @Test("Bad input is refused in the protocol's own form, and never a fault of the server")
  func badInput() async throws {
    try await TestServer.run(texting: [:]) { server, _ in
      let app = server.app
      let ana = try await app.inviter()
      let client = InviteClient(app).showing(ana.token)
      let right: [(String, JSON)] = [
        ("messageKey", .string(app.id.text.replacing("app_", with: "txt_"))), ("sender", "Shop"),
        ("recipients", ["destinations": [["address": "4915112345678"]]]),
      ]
      let values: [JSON] = [
        .null, true, 1, -1, .number("1e999"), "", "x", [], [[]], [:], ["destinations": 1],
        ["destinations": [:]], ["destinations": [1]], ["destinations": [["address": [:]]]],
        ["destinations": [["address": "1", "clientData": [1, .null, [:]]]]],
        .string(String(repeating: "x", count: 5_000)),
        ["destinations": .array((0..<10_000).map { ["address": .integer($0)] })],
      ]
      for (name, _) in right {
        for value in values {
          let body = JSON.object(
            right.map { JSON.Member($0.0, $0.0 == name ? value : $0.1) })
          let answer = try await client.ask("POST", InviteClient.invitation, body)
          #expect(answer.status < 500, "\(name) \(value.text.prefix(100)): \(answer.text)")
          #expect(answer.status == 200 || answer.inviteError != nil, "\(answer.text)")
        }
        for value in values where name == "messageKey" {
          for member in ["text", "placeholder", "clientPlaceholder"] {
            let body: JSON = .object(
              [
                JSON.Member("text", member == "text" ? value : "Hi <>"),
                member == "text" ? nil : JSON.Member(member, value),
              ].compactMap { $0 })
            let answer = try await client.ask("POST", client.messages, body)
            #expect(answer.status < 500, "\(member) \(value.text.prefix(100)): \(answer.text)")
          }
        }
      }
      let megabyte = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)
      for bytes in [[], Array("{".utf8), Array("[]".utf8), [0xFF], megabyte] {
        for method in ["POST", "PUT"] {
          let path = method == "POST" ? InviteClient.invitation : client.messages + "/x"
          let answer = try await client.ask(method, path, bytes: bytes)
          #expect(answer.status == 400 && answer.inviteError != nil, "\(answer.text)")
        }
      }
      for bulk in [
        "1", "inv_00000000000000000000000000", "%00", String(repeating: "x", count: 999),
      ] {
        let answer = try await client.ask(
          "GET", "/1/smsmessaging/outbound/requests/\(bulk)/deliveryInfos")
        #expect((400..<500).contains(answer.status), "\(answer.text)")
      }
      #expect(try await client.read("unknown").inviteError == "MESSAGE_NOT_FOUND")
      #expect(try await client.read("").inviteError == "SVC0002")
      #expect(
        try await client.invite(["4915112345678"], sender: "ABCDEFGHIJKL").inviteError
          == "INVALID_SENDER")
      #expect(
        try await client.invite(["4915112345678"], message: "unknown").inviteError
          == "INVALID_PARAMETER")
    }
  }

  @Test("Without a gateway or settings nothing can be sent, in words that say what is missing")
  func notSetUp() async throws {
    try await TestServer.run { server in
      let ana = try await server.app.inviter()
      let answer = try await InviteClient(server.app).showing(ana.token).invite(["4915112345678"])
      #expect(answer.status == 403 && answer.inviteError == "SERVICE_NOT_AVAILABLE")
      #expect(answer.inviteErrorText?.contains("--sms-gateway") == true, "\(answer.text)")
    }
  }

  @Test("An id that apps have had compiled into them is one text's, and only the server gives it")
  func aliases() async throws {
    try await TestServer.run(texting: [:]) { server, _ in
      let app = server.app
      let ana = try await app.inviter()
      let path = "/v1/messages/texts"
      let default_ = path + "/" + (try await app.get(path).string("texts.0.id") ?? "")
      let body: JSON = ["text": "Come: {link}", "alias": "D1"]
      let client = try await app.post(path, body, as: .publishable, token: ana.token)
      #expect(client.code == "secret_key_required", "\(client.text)")
      #expect(try await app.send("PUT", default_, body).string("alias") == "D1")
      #expect(try await app.post(path, body).string("field") == "alias")
      #expect(try await app.send("PUT", default_, body).status == 200)
      let kept = try await app.send("PUT", default_, ["text": "Go: {link}"])
      #expect(kept.string("alias") == "D1", "\(kept.text)")
      let phone = InviteClient(app)
      #expect(try await phone.read("D1").string("text") == "Go: {link}")
      #expect(try await phone.read("D1").string("key") == "D1")
      let gone = try await app.send("PUT", default_, ["text": "Go: {link}", "alias": .null])
      #expect(gone.value("alias") == nil)
      #expect(try await phone.read("D1").inviteError == "MESSAGE_NOT_FOUND")
    }
  }
}
