import BeckonModel
import Foundation
import Testing

/// The flows that go wrong elsewhere, each decided once and told here: those
/// about links, installs and who somebody is.
@Suite struct FlowTests {
  @Test("Web click → app sign-up")
  func webClick() async throws {
    try await TestServer.run { server in
      _ = try await server.app.campaign(rules: [welcome, thanks])
      let ana = try await server.app.signUp("ana")
      let browser = try await server.app.phone(at: "203.0.113.7").open(ana.link)
      #expect(browser.visit?["Location"]?.hasPrefix("https://shop.example/join?") == true)
      let click = JSON.string(try #require(browser.click))
      let ben = try await server.app.signUpInApp(["user_id": "ben", "click_id": click])
      #expect(ben.referredBy == ana.id)
      for (name, word) in [("cem", ana.code), ("dan", ana.link), ("eve", ana.id)] {
        let other = try await server.app.signUp(name, referrer: word)
        #expect(other.referredBy == ana.id)
      }
      #expect(try await ana.balance == 200)
    }
  }

  @Test("Web click → app sign-up: Play's referrer carries the click to the install")
  func playStore() async throws {
    try await TestServer.run { server in
      let link = try await server.app.link([
        "url": "https://shop.example/item",
        "android": "https://play.google.com/store/apps/details?id=com.example",
      ])
      let visit = try await server.app.phone(at: "203.0.113.7", .android).open(link.path)
      let page = try #require(visit.visit?.text)
      let start = try #require(page.range(of: "referrer=")).upperBound
      let referrer = page[start...].prefix { !"\"&\\".contains($0) }
      let decoded = try #require(String(referrer).removingPercentEncoding)
      let phone = try await server.app.phone(at: "198.51.100.9", .android)
        .install(["install_referrer": .string(decoded)])
      #expect(phone.match == "unique", "\(phone.launch?.text ?? "")")
      #expect(phone.reason == "install_referrer")
    }
  }

  @Test("Own link")
  func ownLink() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [welcome, thanks])
      let phone = try await app.phone(at: "203.0.113.7").install()
      let ana = try await phone.signUp("ana")
      let opened = try await phone.openInApp(ana.link)
      #expect(opened.value("own") == true)
      #expect(opened.string("deep_link") == "https://shop.example/join")
      let again = try await app.signUp("ana", referrer: ana.code)
      #expect(again.referredBy == nil)
      #expect(try await ana.balance == 0)
    }
  }

  @Test("Own link: an existing person who opens another's makes no referral")
  func existingPerson() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(goal: 2, rules: [])
      let ana = try await app.signUp("ana")
      let old = try await app.signUp("old")
      let done = try await app.signUp("done")
      let young = try await app.signUp("young")
      #expect(try await campaign.convert(done, step: 2, id: "c").status == 200)
      try await server.wait(hours: 23.9)
      #expect(try await app.signUp("done", referrer: ana.code).referredBy == nil)
      #expect(try await app.signUp("young", referrer: ana.code).referredBy == ana.id)
      try await server.wait(hours: 0.2)
      #expect(try await app.signUp("old", referrer: ana.code).referredBy == nil)
      #expect(try await app.signUp("young", referrer: old.code).referredBy == ana.id)
      #expect(young.referredBy == nil)
    }
  }

  @Test("Two phones")
  func twoPhones() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [welcome])
      let ana = try await app.signUp("ana")
      let zoe = try await app.signUp("zoe")
      let first = try await app.phone(at: "203.0.113.7").open(ana.link).install()
      let ben = try await first.signUp("ben")
      _ = try await app.signUp("ben", more: ["install_id": .string(first.installID)])
      let second = try await app.phone(at: "203.0.113.8", .android).open(zoe.link).install()
      #expect(second.launch?.string("match.referrer") == zoe.id)
      let again = try await app.post(
        "/v1/people", ["user_id": "ben", "install_id": .string(second.installID)])
      #expect(again.string("referred_by") == ana.id)
      #expect(try await ben.balance == 50)
    }
  }

  @Test("App already installed")
  func alreadyInstalled() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [])
      let ana = try await app.signUp("ana")
      let phone = try await app.phone(at: "203.0.113.7").install()
      let opened = try await phone.openInApp(ana.link)
      #expect(opened.status == 200)
      #expect(opened.string("deep_link") == "https://shop.example/join")
      #expect(opened.string("referrer") == ana.id)
      let match = try await app.get("/v1/installs/\(phone.installID)/attribution")
      #expect(match.string("type") == "none")
      #expect(try await server.number("SELECT COUNT(*) FROM opens") == 1)
    }
  }

  @Test("Link deleted")
  func linkDeleted() async throws {
    try await TestServer.run { server in
      let app = server.app
      let link = try await app.link(["url": "https://shop.example/x", "code": "spring"])
      let phone = try await app.phone(at: "203.0.113.7").open(link.path)
      #expect(phone.visit?.status == 302)
      #expect(try await app.call("DELETE", "/v1/links/\(link.id)").status == 204)
      #expect(try await app.phone(at: "203.0.113.8").open(link.path).visit?.status == 410)
      let again = try await app.post(
        "/v1/links", ["url": "https://shop.example/", "code": "spring"])
      #expect(again.code == "code_taken")
      // An earlier click still matches in its window.
      #expect(try await phone.install().launch?.string("match.link") == link.id)
    }
  }

  @Test("Link deleted: referrals go on")
  func deletedLinksReferralsGoOn() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(goal: 2, rules: [thanks])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      let link = try #require(try await app.get("/v1/links").string("links.1.id"))
      #expect(try await app.call("DELETE", "/v1/links/\(link)").status == 204)
      #expect(try await campaign.convert(ben, step: 2, id: "c").status == 200)
      #expect(try await ana.balance == 50)
    }
  }

  @Test("Same number in two apps")
  func twoApps() async throws {
    try await TestServer.run { server in
      let other = try await server.otherApp()
      let number: JSON = ["phone": "+905321234567"]
      let here = try await server.app.signUp("ana", more: number)
      let there = try await other.signUp("ana", more: number)
      #expect(here.id != there.id)
      #expect(try await here.read().string("identities.0.value") == "+905321234567")
      #expect(try await other.get(here.path).status == 404)
    }
  }
}
