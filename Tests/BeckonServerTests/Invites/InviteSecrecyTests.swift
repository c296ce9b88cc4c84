import BeckonEngine
import BeckonModel
import Testing

@testable import BeckonServer
@testable import BeckonStore

/// What somebody with an app's key learns by inviting, what a phone network tells, and what stops
/// texts that wait.
@Suite struct InviteSecrecyTests {
  private static let (fresh, stopped, invited) = (
    "+4915112345601", "+4915112445602", "+4915112545603"
  )

  @Test("By no call does who invites learn why nothing goes to a number, or which link went out")
  func secrecy() async throws {
    try await TestServer.run(texting: [:]) { server, log in
      let app = server.app
      #expect(try await app.call("PUT", "/v1/suppressions/" + Self.stopped).status == 200)
      _ = try await app.invite([Self.invited], by: app.inviter("ben"))
      let ana = try await app.inviter()
      let made = try await app.invite([Self.fresh, Self.stopped, Self.invited], by: ana)
      try await server.wait(minutes: 1)
      #expect(log.texts.map(\.to).sorted() == [Self.fresh, Self.invited])
      let read = try await app.get(
        "/v1/invites/\(made.string("id") ?? "")", as: .publishable, token: ana.token)
      let told = read.list("recipients").map { $0["status"]?.string ?? "" }
      #expect(told == ["waiting", "waiting", "waiting"], "\(read.text)")
      let export = try await app.get(ana.path + "/export", as: .publishable, token: ana.token)
      #expect(export.status == 200)
      let messages = export.list("messages")
      let shapes = Set(messages.map { ($0.members ?? []).map(\.name).joined(separator: " ") })
      #expect(messages.count == 3 && shapes.count == 1, "\(messages)")
      #expect(export.list("links").isEmpty, "\(export.text)")
      for word in ["suppressed", "invited_before", "log:"] {
        #expect(!export.text.has(text: word), "\(word)")
      }
      let whole = try await app.get(ana.path + "/export")
      #expect(whole.list("links").count == 1 && whole.text.has(text: "invited_before"))
    }
  }

  @Test("That the network has a message is told to the app's server alone")
  func network() throws {
    let (id, now) = (MessageID(Identifier(high: 1, low: 1)), Instant(milliseconds: 1_000_000))
    var progress = DeliveryProgress()
    progress.note(DeliveryReceipt(.network))
    let message = Message(
      id: id, channel: .sms, kind: .invite, person: nil, campaign: nil, recipient: Self.fresh,
      state: .sent, reason: nil, attempts: 1, dueAt: now, expiresAt: now, gateway: nil, answer: nil,
      createdAt: now, settledAt: now,
      text: .init(
        invite: nil, link: nil, sender: "Shop", parts: 1, progress: progress, followedAt: nil))
    #expect(message.status(at: now) == .network && message.clientStatus(at: now) == .waiting)
  }

  @Test(
    "STOP counts for the number that was texted, with its plus, without, and with a space for it",
    arguments: ["%2B4915112345601", "4915112345601", "+4915112345601", "0151 12345601"])
  func stop(_ from: String) async throws {
    try await TestServer.run(texting: [:]) { server, _ in
      let app = server.app
      try await app.set(["region": "DE"])
      let told = try #require(try await app.get("/v1/messages/replies").string("url"))
      let path = "/web/" + (told.parts(around: "/web/")?.behind ?? "")
      let sender = from.has(" ") ? "0151%2012345601" : from
      let answer = try await app.call("GET", path + "?from=\(sender)&text=STOP", as: .none)
      #expect(answer.status == 200 && answer.text.has(text: "no more messages"), "\(answer.text)")
      let stated = try await app.get("/v1/suppressions/" + sender)
      #expect(stated.string("phone") == Self.fresh, "\(stated.text)")
      let made = try await app.invite([Self.fresh], by: app.inviter())
      #expect(try await app.recipients(of: made).first?["reason"] == "suppressed")
    }
  }

  @Test("Texts that wait do not go once the app sends none, or is tried out")
  func brake() async throws {
    for change: JSON in [.null, ["trial_numbers": ["+4915112999999"]]] {
      try await TestServer.run(texting: [:]) { server, log in
        let app = server.app
        let made = try await app.invite([Self.fresh], by: app.inviter())
        try await app.set(["sms": change])
        try await server.wait(minutes: 1)
        #expect(log.texts.isEmpty)
        let reason = try await app.recipients(of: made).first?["reason"]
        #expect(reason == (change == .null ? "not_set_up" : "trial"))
        // What was given up before it was sent keeps nobody from being invited.
        try await app.setTexts(["trial_numbers": []])
        let again = try await app.invite([Self.fresh], by: app.inviter("ben"))
        #expect(try await app.recipients(of: again).first?["reason"] == nil)
      }
    }
  }

  @Test("A text that was stored before a rule became stricter still goes, and can be changed")
  func stored() async throws {
    try await TestServer.run(texting: [:]) { server, log in
      let app = server.app
      try await server.change("UPDATE message_texts SET text = 'Try\ta\tb: {link} {lnk}'")
      let text = try #require(try await app.get("/v1/messages/texts").list("texts").first)
      #expect(try await app.invite([Self.fresh], by: app.inviter()).status == 201)
      try await server.wait(minutes: 1)
      #expect(log.texts.count == 1)
      let path = "/v1/messages/texts/\(text["id"]?.string ?? "")"
      #expect(try await app.send("PUT", path, ["text": "Hi {link}"]).status == 200)
    }
  }

  @Test("Digits that can be two numbers are the world's to a network, the region's to the owner")
  func twoReadings() throws {
    func read(_ text: String, _ source: PhoneReader.Source) throws -> String {
      try PhoneReader.read(text, statedBy: source, region: "CA")
    }
    #expect(try read("6592345678", .network) == "+6592345678")
    #expect(try read("6592345678", .owner) == "+16592345678")
    // A fixed line of Malaysia has these digits too, and sends no text messages.
    #expect(try read("6044155501", .network) == "+16044155501")
    for source in [PhoneReader.Source.network, .owner] {
      #expect(try read(" 4915112345601", source) == Self.fresh)
      #expect(try read("+6044155501", source) == "+6044155501")
    }
  }

  @Test("What is not named of the settings stays; countries and the team's numbers are checked")
  func settings() async throws {
    try await TestServer.run(texting: ["trial_numbers": ["+49 151 12345601"]]) { server, log in
      let app = server.app
      try await app.set(["sms": ["quiet_hours": false]])
      #expect(try await app.get("/v1/app").value("sms.trial_numbers.0") == "+4915112345601")
      try await app.set(["sms": ["trial_numbers": .null, "countries": ["DE"]]])
      let numbers = [Self.fresh, "+905301234567", "+881612345678", "", "+447012345678"]
      let made = try await app.invite(numbers, by: app.inviter())
      #expect(made.list("recipients").count == 1)
      #expect(
        made.list("not_sent").map { $0["reason"]?.string } == [
          "other_country", "unknown_country", "not_a_number", "not_mobile",
        ], "\(made.text)")
      for (settings, field) in [
        (["sms": ["countries": ["XX"]]], "sms.countries"), (["region": "UK"], "region"),
      ] as [(JSON, String)] {
        #expect(try await app.patch("/v1/app", settings).string("field") == field)
      }
    }
  }

  @Test("Words that are a link only with the text around them are refused, and unknown places too")
  func joined() async throws {
    try await TestServer.run(texting: [:]) { server, _ in
      let app = server.app
      let ana = try await app.inviter()
      func write(_ text: String) async throws -> HTTPAnswer {
        try await app.post(
          "/v1/messages/texts", ["text": .string(text)], as: .publishable, token: ana.token)
      }
      for (text, words) in [
        ("{sender}.{receiver}/x {link}", ["sender_name": "evil"]),
        ("{sender}{text} {link}", ["sender_name": "evil.", "note": "com/login"]),
        ("Hi evil{text}com {link}", ["note": "."]), ("{link}{text}", ["note": "x"]),
      ] as [(String, JSON)] {
        let text = try await write(text)
        guard text.status == 201 else { continue }
        let to: JSON = ["phone": .string(Self.fresh), "name": "com"]
        let body: JSON = [
          "person": .string(ana.id), "recipients": [to], "text": text.value("id") ?? .null,
        ]
        let answer = try await app.post(
          "/v1/invites", body.and(words), as: .publishable, token: ana.token)
        #expect(answer.string("field") == "text", "\(text.text) \(answer.text)")
      }
      for text in [
        "Hi {lnk} {name}", "a\u{202E}b {link}",
        "{text}{text}{text}{text}{text}{text}{text}{text}{text}{text}{text}",
      ] {
        #expect(try await write(text).string("field") == "text", "\(text)")
      }
    }
  }
}
