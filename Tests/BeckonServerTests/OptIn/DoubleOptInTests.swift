import BeckonDatabase
import BeckonModel
import TestMail
import Testing

@testable import BeckonServer

/// Campaigns in which somebody counts when their mail address is shown to be theirs.
@Suite struct DoubleOptInTests {
  @Test("Until the link in the mail is followed nothing counts; then all that was told does")
  func waiting() async throws {
    try await OptInShop.run(
      goal: 2, rules: [thanks, rule(["event": "buy"]), rule(["attribute": "level", "crosses": 5])]
    ) { shop in
      let ana = try await shop.app.signUp("ana", campaign: shop.campaign)
      let ben = try await shop.join("ben@example.org", by: ana)
      #expect(ben.answer.string("referral.status") == "unverified", "\(ben.answer.text)")
      #expect(ben.answer.string("verification.state") == "queued")
      try await shop.server.sendMails()
      let step = try await shop.campaign.convert(ben, step: 2, id: "step")
      #expect(step.status == 200 && step.string("state") == "unverified", "\(step.text)")
      let receipt = try await shop.app.event("buy", id: "order", of: ben)
      #expect(receipt["reason"]?.string?.contains("mail address is not confirmed") == true)
      try await ben.set(["level": 5])
      #expect(try await shop.campaign.leaders() == [:])
      #expect(try await (ana.balance, ben.balance) == (0, 0))
      #expect(try await shop.app.transfers().isEmpty)
      #expect(try await shop.counted() == 1)
      let referral = try await ben.read().list("referrals").first
      #expect(referral?["state"] == "unverified" && referral?["referrer"] == .string(ana.id))
      let unpaid = try await shop.app.get(ben.path + "/unpaid")
      #expect(
        Set(unpaid.list("unpaid").map { $0["reason"]?.string ?? "" }) == ["not_verified"],
        "\(unpaid.text)")
      #expect(unpaid.text.contains("not confirmed"))

      #expect(try await shop.follow("ben@example.org") == 200)
      #expect(try await shop.campaign.leaders() == ["ana": 1])
      #expect(try await (ana.balance, ben.balance) == (50, 100))
      #expect(try await shop.counted() == 3)
      #expect(try await ben.read().list("referrals").first?["state"] == "confirmed")
      #expect(try await shop.app.event("buy", id: "order", of: ben)["status"] == "duplicate")
      #expect(try await (ana.balance, ben.balance) == (50, 100))
    }
  }

  @Test("The mail names the campaign and its page, comes once, and says so in each language")
  func mail() async throws {
    try await OptInShop.run(name: "<b>Friends</b>\r\nBcc: x@example.org") { shop in
      let body: JSON = ["email": "ben@example.org", "campaign": .string(shop.campaign.id)]
      for _ in 0..<3 {
        let answer = try await shop.app.call(
          "POST", "/v1/people", body: body.bytes, as: .publishable,
          headers: [("Accept-Language", "de")])
        #expect(answer.status < 300, "\(answer.text)")
      }
      try await shop.server.sendMails()
      let mail = try #require(try shop.mails.mails().last)
      #expect(try shop.mails.mails().count == 1)
      #expect(mail.part("text/plain").contains("<b>Friends</b>  Bcc: x@example.org (https://"))
      #expect(mail.part("text/plain").contains("Es zählt, sobald"))
      #expect(mail.part("text/html").contains("&lt;b&gt;Friends"))
      #expect(!mail.part("text/html").contains("<b>") && mail.header("Bcc") == nil)
      let message = try #require(try await shop.app.messages().first)
      #expect(message["campaign"] == .string(shop.campaign.id))
    }
  }

  @Test("Whom the app's server names, and who was verified before, counts at once and gets no mail")
  func proven() async throws {
    try await OptInShop.run { shop in
      let ana = try await shop.app.signUp("ana", campaign: shop.campaign)
      let cem = try await shop.app.signUp(
        "cem", referrer: ana.code, campaign: shop.campaign, more: ["email": "cem@example.org"])
      #expect(cem.answer.string("referral.status") == "made")
      let other = try await shop.app.campaign(name: "other", rules: [])
      let dan = try await shop.app.signUpInApp(
        ["email": "dan@example.org", "campaign": .string(other.id)])
      _ = try await shop.app.post(
        dan.path + "/verification", [:], as: .publishable, token: dan.token)
      try await shop.server.sendMails()
      #expect(try await shop.follow("dan@example.org") == 200)
      let joined = try await shop.join("dan@example.org", by: ana, token: dan.token)
      #expect(joined.answer.string("referral.status") == "made", "\(joined.answer.text)")
      #expect(joined.answer.value("verification") == nil)
      #expect(try await ana.balance == 100)
      // Whom a client has named waits until the server does.
      let eve = try await shop.join("eve@example.org", by: ana)
      #expect(eve.answer.string("referral.status") == "unverified")
      #expect(try await ana.balance == 100)
      let named = try await shop.app.post("/v1/people", ["email": "eve@example.org"])
      #expect(named.string("person") == eve.id, "\(named.text)")
      #expect(try await ana.balance == 150)
      #expect(try await shop.app.messages("?kind=verify_email").count == 2)
    }
  }

  @Test("Who is not there stays unverified for good, and it can be seen why")
  func bounced() async throws {
    try await OptInShop.run { shop in
      let ana = try await shop.app.signUp("ana", campaign: shop.campaign)
      let gone = try await shop.join("gone@example.org", by: ana)
      try await shop.server.sendMails()
      #expect(try await shop.app.messages().first?["state"] == "failed")
      let lost = try await gone.read().list("undeliverable")
      #expect(lost.map { $0["reason"] } == ["bounced"], "\(lost)")
      #expect(try await gone.read().list("referrals").first?["state"] == "unverified")
      let again = try await shop.app.post(
        gone.path + "/verification", [:], as: .publishable, token: gone.token)
      #expect(again.string("state") == "suppressed")
      #expect(try await (ana.balance, shop.campaign.leaders()) == (0, [:]))
    }
  }

  @Test("What was refunded meanwhile pays nothing, and who was erased leaves nothing behind")
  func refunded() async throws {
    try await OptInShop.run(rules: [rule(["event": "buy"], ["per": "event"])]) { shop in
      let ana = try await shop.app.signUp("ana", campaign: shop.campaign)
      let ben = try await shop.join("ben@example.org", by: ana)
      let cem = try await shop.join("cem@example.org", by: ana)
      try await shop.server.sendMails()
      for (id, person) in [("1", ben), ("2", ben), ("3", cem)] {
        try await shop.app.event("buy", id: id, of: person)
      }
      try await shop.app.event("refund", id: "back", of: ben, ["of": "1"])
      #expect(try await shop.server.number("SELECT COUNT(*) FROM waiting_facts") == 3)
      #expect(try await shop.follow("ben@example.org") == 200)
      #expect(try await ben.balance == 50)
      #expect(try await cem.erase().status < 300)
      #expect(try await shop.follow("cem@example.org") == 410)
      #expect(try await shop.server.number("SELECT COUNT(*) FROM waiting_facts") == 0)
    }
  }

  @Test("Who joins without an address is asked when they add one; a merge brings one along")
  func later() async throws {
    try await OptInShop.run { shop in
      let ana = try await shop.app.signUp("ana", campaign: shop.campaign)
      let ben = try await shop.app.signUpInApp([
        "user_id": "ben", "campaign": .string(shop.campaign.id), "referrer": .orNull(ana.code),
      ])
      #expect(ben.answer.string("verification.state") == "no_address", "\(ben.answer.text)")
      _ = try await shop.app.signUpInApp(
        ["user_id": "ben", "email": "ben@example.org"], token: ben.token)
      try await shop.server.sendMails()
      #expect(try await ana.balance == 0)
      #expect(try await shop.follow("ben@example.org") == 200)
      #expect(try await ana.balance == 50)
      let cem = try await shop.join("cem@example.org", by: ana)
      let other = try await shop.app.campaign(name: "other", rules: [])
      let survivor = try await shop.app.signUp("cem", campaign: other)
      #expect(try await cem.merge(into: survivor).status == 200)
      #expect(try await ana.balance == 100)
    }
  }

  @Test("Before the sign-up nobody is asked, and the address of somebody who leaves is another's")
  func anonymous() async throws {
    try await OptInShop.run { shop in
      let ana = try await shop.app.signUp("ana", campaign: shop.campaign)
      let guest = try await shop.app.signUpInApp([
        "install_id": "phone", "campaign": .string(shop.campaign.id),
        "referrer": .orNull(ana.code),
      ])
      #expect(guest.answer.string("referral.status") == "awaiting_sign_up")
      #expect(try await shop.app.messages().isEmpty)
      let ben = try await shop.app.signUpInApp(
        ["install_id": "phone", "email": "ben@example.org"], token: guest.token)
      #expect(ben.answer.string("verification.state") == "queued", "\(ben.answer.text)")
      try await shop.server.sendMails()
      #expect(try await shop.follow("ben@example.org") == 200)
      #expect(try await ana.balance == 50)
    }
  }

  @Test("The setting needs a gateway and a sender, and is read as it was written")
  func setting() async throws {
    try await TestServer.run { server in
      let body: JSON = [
        "name": "friends", "goal": 1, "url": "https://shop.example", "double_opt_in": true,
      ]
      #expect(try await server.app.post("/v1/campaigns", body).code == "mail_not_set_up")
      let plain = try await server.app.campaign(rules: [])
      #expect(plain.made.value("double_opt_in") == false)
      let changed = try await server.app.patch(plain.path, ["double_opt_in": true])
      #expect(changed.code == "mail_not_set_up" && changed.status == 409)
      #expect(try await server.app.patch(plain.path, ["double_opt_in": false]).status == 200)
    }
    try await OptInShop.run { shop in
      #expect(try await shop.app.get(shop.campaign.path).value("double_opt_in") == true)
      let off = try await shop.app.patch(shop.campaign.path, ["double_opt_in": false])
      #expect(off.value("double_opt_in") == false)
      let history = try await shop.app.get(shop.campaign.path).list("history")
      #expect(history.first?.text.contains("double_opt_in") == true)
      let wrong = try await shop.app.patch(shop.campaign.path, ["double_opt_in": "yes"])
      #expect(wrong.code == "invalid_field" && wrong.string("field") == "double_opt_in")
    }
  }

  @Test("A mailbox that is erased and joins again is paid for once", arguments: [true, false])
  func returning(isCountedFirst: Bool) async throws {
    try await OptInShop.run { shop in
      let ana = try await shop.app.signUp("ana", campaign: shop.campaign)
      for turn in 1...3 {
        let ben = try await shop.join("ben@example.org", by: ana)
        try await shop.server.sendMails()
        if isCountedFirst || turn > 1 {
          #expect(try await shop.follow("ben@example.org") == 200)
        }
        #expect(try await ben.erase().status < 300)
      }
      #expect(try await ana.balance == 50)
    }
  }
}
