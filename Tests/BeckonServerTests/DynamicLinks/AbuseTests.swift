import BeckonModel
import Testing

@testable import BeckonServer

/// What a thief with the app's key tried, and what went wrong when people moved in.
@Suite struct DynamicLinksAbuseTests {
  private typealias Game = DynamicLinksGame
  private static let rules: [JSON] = [
    [
      "name": "friend", "when": ["referral": "confirmed"], "to": "referrer", "amount": 50,
      "unit": "pieces",
    ]
  ]

  private static func invite(_ name: String) -> String {
    Game.long("https://mygame.example.com/?invitedby=" + name, Game.stores)
  }

  @Test("Who invites may become known after the link, whoever has named it before")
  func lateInviter() async throws {
    try await Game.run { server, game in
      _ = try await server.app.campaign(rules: Self.rules)
      let long = Self.invite("late")
      let short = try await game.short(long)
      _ = try await game.install(copied: long)
      let late = try await server.app.signUp("late")
      #expect(try await game.short(long) == short)
      for (name, link) in [("ben", short), ("cem", long)] {
        let friend = try await server.app.signUp(name, referrer: link)
        #expect(friend.answer.string("referred_by") == late.id, "\(friend.answer.text)")
      }
    }
  }

  @Test("No stranger's link leads an app elsewhere, nor opens another app")
  func otherPlaces() async throws {
    try await Game.run { _, game in
      let link = "https://mygame.example.com/"
      let stolen = Game.long(link, Game.stores + [("al", "https://evil.example/steal")])
      #expect(try await game.visit(stolen).status == 403)
      #expect(try await game.shorten(stolen).status == 400)
      #expect(try await game.reopen(stolen).status == 404)
      let inside = TestPhone.Device(
        agent: TestPhone.Device.iPhone.agent + " Instagram 330.0", language: "en",
        facts: TestPhone.Device.iPhone.facts)
      for (scheme, opens) in [("itms-services", false), ("tel", false), (Game.bundle, true)] {
        let page = try await game.with(inside).visit(
          Game.long(link, Game.stores + [("ius", scheme)]))
        #expect(page.text.contains("href=\"\(scheme)://google/link/") == opens, "\(page.text)")
      }
    }
  }

  @Test("The console's list takes back a code that a client has taken")
  func takenCode() async throws {
    try await Game.run { server, game in
      let taken = try await server.app.post(
        "/v1/links",
        ["url": "https://mygame.example.com/thief", "code": "m9Mm", "domain": "play.example"],
        as: .publishable)
      #expect(taken.status == 201, "\(taken.text)")
      try await server.importing(
        "short_link,link\nhttps://play.example/m9Mm,https://mygame.example.com/own",
        as: "dynamiclinks")
      let visit = try await game.with(.desktop).visit("https://play.example/m9Mm")
      #expect(visit["Location"]?.contains("/own") == true, "\(visit.text)")
    }
  }

  @Test("A text out of the pasteboard that is no link of the app's leaves nothing")
  func junk() async throws {
    try await Game.run { server, game in
      for text in ["hello, my password is hunter2", "https://nowhere.example/x"] {
        let answer = try await game.install(copied: text)
        #expect(answer.value("deepLink") == nil)
      }
      #expect(try await server.number("SELECT COUNT(*) FROM installs") == 0)
    }
  }

  @Test("Who tells little of a device does not take over what was found for another")
  func weakDescription() async throws {
    try await Game.run { server, game in
      let short = try await game.short(Self.invite("ana"))
      _ = try await game.visit(short)
      #expect(try await game.install().value("deepLink") != nil)
      let thief = try await server.app.post(
        "/v1/installs", ["install_id": "thief", "platform": "ios", "os_version": "17.5.1"],
        as: .publishable, headers: [("X-Forwarded-For", game.address)])
      #expect(thief.string("match.type") == "none", "\(thief.text)")
      let owner = try await server.app.phone(at: game.address).install()
      #expect(owner.match == "default", "\(owner.launch?.text ?? "")")
    }
  }

  @Test(
    "Who asks on somebody's network before them decides nothing about a phone that says who sent it",
    arguments: ["link", "pasteboard"])
  func planted(_ word: String) async throws {
    try await Game.run { server, game in
      _ = try await server.app.campaign(rules: Self.rules)
      _ = try await server.app.signUp("thief")
      let ana = try await server.app.signUp("ana")
      _ = try await game.install(copied: Self.invite("thief"))
      let friend = try await server.app.phone(at: game.address)
        .install(.object([JSON.Member(word, .string(Self.invite("ana")))]))
      #expect(
        friend.launch?.string("match.deep_link") == "https://mygame.example.com/?invitedby=ana",
        "\(friend.launch?.text ?? "")")
      let ben = try await friend.signUp("ben")
      #expect(ben.answer.string("referred_by") == ana.id, "\(ben.answer.text)")
    }
  }

  @Test("A link that somebody else on the network has copied is no phone's own for certain")
  func copiedElsewhere() async throws {
    try await Game.run { server, game in
      _ = try await server.app.signUp("thief")
      let asked = try await game.install(copied: Self.invite("thief"))
      #expect(asked.string("attributionConfidence") == "UNIQUE", "\(asked.text)")
      let phone = try await server.app.phone(at: game.address).install()
      #expect(phone.match == "default", "\(phone.launch?.text ?? "")")
      let decision = try await server.app.get(
        "/v1/installs/\(phone.launch?.string("install") ?? "")")
      #expect(!decision.text.contains("\"unique\""), "\(decision.text)")
    }
  }

  @Test("What a phone says itself goes before what was guessed of it before it was named")
  func betterKnown() async throws {
    try await Game.run { server, game in
      _ = try await server.app.signUp("ana")
      for name in ["ana", "cem"] { _ = try await game.visit(Self.invite(name)) }
      #expect(try await game.install().value("deepLink") == nil)
      try await server.wait(hours: 1)
      let friend = try await server.app.phone(at: game.address)
        .install(["link": .string(Self.invite("ana"))])
      #expect(friend.match == "unique", "\(friend.launch?.text ?? "")")
      #expect(
        friend.launch?.string("match.deep_link") == "https://mygame.example.com/?invitedby=ana")
      #expect(try await server.number("SELECT COUNT(*) FROM installs") == 1)
    }
  }

  @Test("A second phone of the same kind gets its own fresh click, not the first one's")
  func secondPhone() async throws {
    try await Game.run { server, game in
      _ = try await game.visit(Self.invite("one"))
      _ = try await game.install()
      _ = try await server.app.phone(at: game.address).install()
      _ = try await game.visit(Self.invite("two"))
      let second = try await game.install(installedAt: 1_700_000_500)
      #expect(second.string("deepLink")?.hasSuffix("=two") == true, "\(second.text)")
    }
  }

  @Test("A long link that was deleted leads nowhere")
  func deleted() async throws {
    try await Game.run { server, game in
      let long = Self.invite("ana")
      _ = try await game.install(copied: long)
      let links = try await server.app.get("/v1/links").list("links")
      let id = try #require(links.first?["id"]?.string)
      #expect(try await server.app.call("DELETE", "/v1/links/\(id)").status == 204)
      #expect(try await game.visit(long).status == 410)
      #expect(try await game.visit(Self.invite("ben")).status == 200)
    }
  }

  @Test("Google Play gets the campaign where it hands it on: in its referrer")
  func campaign() async throws {
    try await Game.run { _, game in
      let page = try await game.with(.android).visit(
        Game.long("https://mygame.example.com/", Game.stores + [("utm_source", "mail")]))
      #expect(page.text.contains("referrer=utm_source%3Dmail%26beckon_click%3D"), "\(page.text)")
    }
  }

  @Test("What a deep link names may be copied into the record, and a wrong name is no last word")
  func copiedName() async throws {
    try await Game.run { server, _ in
      try await server.app.set(["referrer_attribute": "referred_by"])
      _ = try await server.app.campaign(rules: Self.rules)
      let ana = try await server.app.signUp("ana")
      let phone = try await server.app.phone(at: "203.0.113.9").install()
      let ben = try await phone.useAnonymously()
      for (name, status) in [("nobody", "unknown_code"), ("ana", "awaiting_sign_up")] {
        let answer = try await server.app.send(
          "PUT", "/v1/people/\(ben.id)/record/referred_by", .string(name), as: .publishable,
          token: ben.token)
        #expect(answer.string("referral.status") == status, "\(answer.text)")
      }
      let signedUp = try await server.app.signUpInApp(
        ["user_id": "ben", "install_id": .string(phone.installID)], token: ben.token)
      #expect(signedUp.answer.string("referred_by") == ana.id, "\(signedUp.answer.text)")
    }
  }

  @Test("A prefix is understood with and without its scheme, and what lacks a link is told so")
  func spellings() async throws {
    try await Game.run { _, game in
      let link: JSON = "https://mygame.example.com/"
      for info in [
        ["domainUriPrefix": "play.example", "link": link],
        ["dynamicLinkDomain": "https://play.example", "link": link],
      ] as [JSON] {
        let made = try await game.call("shortLinks", ["dynamicLinkInfo": info])
        #expect(made.status == 200, "\(made.text)")
      }
      for (body, text) in [
        (["longDynamicLink": "https://play.example/?ibi=a"], "'link' parameter is missing"),
        (
          [
            "longDynamicLink": .string(Self.invite("ana")),
            "suffix": ["option": "SHORT", "customSuffix": "abcd"],
          ], "CUSTOM"
        ),
      ] as [(JSON, String)] {
        let answer = try await game.call("shortLinks", body)
        #expect(answer.status == 400 && answer.text.contains(text), "\(answer.text)")
      }
    }
  }
}
