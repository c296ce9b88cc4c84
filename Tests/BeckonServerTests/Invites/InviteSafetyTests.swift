import BeckonBasics
import BeckonDatabase
import BeckonModel
import Testing

@testable import BeckonServer
@testable import BeckonStore

/// What keeps an app's key from being a way to send texts at the operator's cost.
@Suite struct InviteSafetyTests {
  /// A German mobile number that libphonenumber takes.
  private static func number(_ count: Int) -> String {
    "+49151" + String(String(100_000_000 + count).suffix(8))
  }

  @Test("A robot that invites all night is stopped within its budget, and the operator is warned")
  func robot() async throws {
    try await TestServer.run(texting: ["per_day": 100]) { server, log in
      let app = server.app
      var (refused, invited) = (0, 0)
      for round in 0..<60 {
        // A new person each time, and numbers far from each other.
        let robot = try await app.inviter("robot \(round)")
        for call in 0..<2 {
          let numbers = (0..<5).map { Self.number((round * 10 + call * 5 + $0) * 160_001) }
          let answer = try await app.invite(numbers, by: robot)
          if answer.status == 201 { invited += 5 }
          if answer.code == "rate_limited" { refused += 1 }
        }
        try await server.wait(minutes: 10)
      }
      // The last quarter is kept for people who have brought somebody.
      #expect(invited == 75 && refused == 105, "\(invited) \(refused)")
      #expect(log.texts.count <= 100)
      let warnings = log.everything.filter { $0["reason"]?.string == "app" }
      #expect((1...11).contains(warnings.count), "\(warnings)")
    }
  }

  @Test("One person has a budget of their own, and what is refused costs nothing")
  func person() async throws {
    try await TestServer.run(texting: ["per_person_day": 5]) { server, log in
      let app = server.app
      let ana = try await app.inviter()
      let three = try await app.invite((0..<3).map { Self.number($0 * 999_983) }, by: ana)
      #expect(three.string("field") == "recipients", "it would never fit: \(three.text)")
      #expect(
        try await app.invite((0..<2).map { Self.number($0 * 999_983) }, by: ana).status == 201)
      #expect(try await app.invite([Self.number(7)], by: ana).code == "rate_limited")
      let ben = try await app.inviter("ben")
      #expect(try await app.invite([Self.number(7)], by: ben).status == 201)
      try await server.wait(minutes: 1)
      #expect(log.texts.count == 3)
    }
  }

  @Test("Whoever fills up a budget by numbers to which nothing goes leaves a part to the proven")
  func kept() async throws {
    try await TestServer.run(texting: ["per_day": 20, "resending": false]) { server, log in
      let app = server.app
      _ = try await app.campaign(rules: [thanks])
      let ana = try await app.inviter()
      _ = try await app.invite([Self.number(1)], by: ana)
      try await server.wait(minutes: 1)
      let link = try #require(log.texts.first?.text.split(separator: " ").last.map(String.init))
      let phone = try await app.phone(at: "203.0.113.7").open(link).install()
      _ = try await phone.signUp("ben")
      // Made-up people invite the same numbers again.
      for (robot, count) in [10, 4].enumerated() {
        let numbers = (0..<count).map { Self.number(100 + $0 * 160_001) }
        let made = try await app.invite(numbers, by: app.inviter("robot \(robot)"))
        #expect(made.status == 201, "\(made.text)")
      }
      let stranger = try await app.invite([Self.number(2_000_003)], by: app.inviter("eve"))
      #expect(stranger.code == "rate_limited", "\(stranger.text)")
      #expect(try await app.invite([Self.number(3_000_003)], by: ana).status == 201)
      let server = try await app.invite([Self.number(4_000_003)], by: ana, as: .secret)
      #expect(server.status == 201, "the app's own server: \(server.text)")
    }
  }

  @Test("Numbers side by side get no more than their block's budget, and nobody is told which")
  func block() async throws {
    try await TestServer.run(texting: [:]) { server, log in
      let app = server.app
      var last = HTTPAnswer()
      for round in 0..<3 {
        let ana = try await app.inviter("ana \(round)")
        last = try await app.invite((0..<6).map { Self.number(round * 6 + $0) }, by: ana)
        #expect(last.list("recipients").allSatisfy { $0["status"] == "waiting" })
      }
      try await server.wait(minutes: 1)
      #expect(log.texts.count == 10)
      #expect(try await app.recipients(of: last).last?["reason"] == "block_budget")
    }
  }

  @Test("A block that nobody ever follows is stopped, and the operator is told")
  func pumping() async throws {
    try await TestServer.run(texting: [:]) { server, log in
      let app = server.app
      // Elsewhere one invitation in two is followed; here none of two hundred.
      let ambient = server.ambient
      try await server.database.write { connection in
        let scope = Scope(
          connection: connection, app: try TestServer.context(connection), now: ambient.now(),
          ambient: ambient)
        for count in 0..<200 {
          try InviteBlocks(scope).noteSent(to: Self.number(0))
          try InviteBlocks(scope).noteSent(to: "+905301234567")
          guard count < 100 else { continue }
          try InviteBlocks(scope).noteFollowed("+905301234567", sentAt: scope.now)
        }
      }
      try await server.wait(days: 3)
      let ana = try await app.inviter()
      let made = try await app.invite([Self.number(3), "+905307654321"], by: ana)
      let reasons = try await app.recipients(of: made).map { $0["reason"] }
      #expect(reasons == ["stopped", nil])
      #expect(log.everything.contains { $0["reason"] == "stopped" }, "\(log.everything)")
      try await server.wait(days: 1.1)
      let ben = try await app.inviter("ben")
      let again = try await app.invite([Self.number(4)], by: ben)
      #expect(try await app.recipients(of: again).first?["reason"] == nil, "it has rested")
    }
  }

  @Test("With the app's key nobody writes a text with a link, or changes another's")
  func texts() async throws {
    try await TestServer.run(texting: [:]) { server, log in
      let app = server.app
      let (ana, ben) = (try await app.inviter(), try await app.inviter("ben"))
      func write(_ text: String, _ token: String?) async throws -> HTTPAnswer {
        try await app.post(
          "/v1/messages/texts", ["text": .string(text)], as: .publishable, token: token)
      }
      #expect(try await write("Hi", nil).code == "token_required")
      for text in ["look at evil.example", "https://x.example {link}", "a.{link}"] {
        #expect(try await write(text, ana.token).string("field") == "text", "\(text)")
      }
      #expect(
        try await write(String(repeating: "a", count: 400), ana.token).code == "invalid_field")
      let made = try await write("{sender} likes this", ana.token)
      #expect(made.status == 201 && made.integer("parts") == 1, "\(made.text)")
      let path = "/v1/messages/texts/\(made.string("id") ?? "")"
      let other: JSON = ["text": "mine"]
      for (token, status) in [(ben.token, 404), (nil, 404), (ana.token, 200)] {
        let answer = try await app.send("PUT", path, other, as: .publishable, token: token)
        #expect(answer.status == status, "\(answer.text)")
      }
      let own = try #require(try await app.get("/v1/messages/texts").list("texts").first)
      #expect(own["is_default"] == true && own["text"] == "Try shop: {link}")
      let defaultPath = "/v1/messages/texts/\(own["id"]?.string ?? "")"
      let tried = try await app.send("PUT", defaultPath, other, as: .publishable, token: ana.token)
      #expect(tried.code == "secret_key_required")
      #expect(try await app.send("PUT", defaultPath, ["text": "{sender}: {link}!"]).status == 200)
      let more: JSON = ["sender_name": "Ana", "sender": "+4915100000001"]
      #expect(try await app.invite([Self.number(1)], by: ana, more).status == 201)
      #expect(
        try await app.invite([Self.number(2)], by: ana, ["note": "see x.example"]).string("field")
          == "note")
      let theirs: JSON = ["text": made.value("id") ?? .null]
      #expect(try await app.invite([Self.number(3)], by: ben, theirs).string("field") == "text")
      try await server.wait(minutes: 1)
      #expect(log.texts.map(\.from) == ["+4915100000001"])
      #expect(log.texts.first?.text.hasPrefix("Ana: http") == true, "\(log.texts)")
    }
  }

  @Test("An erased person's invitations are gone, and so is the number of who was invited")
  func erasure() async throws {
    try await TestServer.run(texting: [:]) { server, _ in
      let app = server.app
      let (ana, ben) = (try await app.inviter(), try await app.inviter("ben"))
      _ = try await app.invite([Self.number(1)], by: ana)
      try await server.wait(minutes: 1)
      _ = try await app.invite([Self.number(40_000)], by: ana)
      _ = try await app.invite([Self.number(20_000)], by: ben)
      #expect(try await app.call("DELETE", ana.path).status < 300)
      let carl = try await app.signUp("carl", more: ["phone": .string(Self.number(20_000))])
      #expect(try await app.call("DELETE", carl.path).status < 300)
      #expect(try await server.number("SELECT COUNT(*) FROM messages") == 0)
      #expect(try await server.number("SELECT COUNT(*) FROM invites") == 1)
      // Whom no message has reached, others may invite.
      let again = try await app.invite([Self.number(1), Self.number(40_000)], by: ben)
      let reasons = try await app.recipients(of: again).map { $0["reason"]?.string }
      #expect(reasons == ["invited_before", nil])
    }
  }
}
