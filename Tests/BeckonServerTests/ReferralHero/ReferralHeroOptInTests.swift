import BeckonContractReferralHero
import BeckonModel
import TestMail
import Testing

@testable import BeckonServer

/// Members of a campaign with double opt-in, by the vendor's calls.
@Suite struct ReferralHeroOptInTests {
  private static func run(
    goal: Int, _ body: (OptInShop, ReferralHeroClient) async throws -> Void
  ) async throws {
    try await OptInShop.run(goal: goal, listUUID: ReferralHeroShop.list(goal)) { shop in
      let hero = ReferralHeroShop(app: shop.app)
      var ana = hero.client(at: "198.51.100.1", goal: goal)
      ana.key = shop.app.secret
      _ = try await ana.add(["email": "ana@example.com"])
      try await body(shop, ana)
    }
  }

  @Test("An unverified subscriber says so in the types that clients decode, until the mail")
  func verified() async throws {
    try await Self.run(goal: 1) { shop, ana in
      var ben = ReferralHeroShop(app: shop.app).client(goal: 1)
      let added = try await ben.add(["email": "ben@example.com", "referrer": .string(ana.code)])
      #expect(added.string("data.response") == "subscriber_created", "\(added.text)")
      #expect(added.value("data.verified") == false)
      #expect(added.value("data.verified_at") == .null)
      #expect(added.string("data.referral_status") == "pending")
      #expect(added.value("data.warnings") == nil)
      #expect(added.value("data.referred") == true)
      var watcher = ana
      let before = try await watcher.call("GET", "/subscribers/\(ana.id)")
      #expect(before.integer("data.people_referred") == 0 && before.value("data.verified") == true)
      #expect(before.integer("data.pending_referrals") == 0)
      let again = try await ben.add(["email": "ben@example.com"])
      #expect(again.string("data.response") == "subscriber_retrieved")
      try await shop.server.sendMails()
      #expect(try shop.mails.mails().count == 1)
      #expect(try await shop.follow("ben@example.com") == 200)
      let read = try await ben.call("GET", "/subscribers/\(ben.id)")
      #expect(read.value("data.verified") == true && read.integer("data.verified_at") != nil)
      #expect(read.string("data.referral_status") == "confirmed", "\(read.text)")
      let after = try await watcher.call("GET", "/subscribers/\(ana.id)")
      #expect(after.integer("data.people_referred") == 1)
    }
  }

  @Test("What is tracked of an unverified subscriber is answered as the vendor does, and kept")
  func tracked() async throws {
    try await Self.run(goal: 3) { shop, ana in
      var ben = ReferralHeroShop(app: shop.app).client(goal: 3)
      _ = try await ben.add(["email": "ben@example.com", "referrer": .string(ana.code)])
      try await shop.server.sendMails()
      let confirm = try await ben.call("POST", "/subscribers/\(ben.id)/confirm", [:])
      #expect(confirm.string("code") == "subscriber_not_found", "\(confirm.text)")
      let track: JSON = ["email": "ben@example.com", "transaction_id": "order"]
      for _ in 0..<2 {
        let answer = try await ben.call(
          "POST", "/subscribers/track_referral_conversion_event", track)
        #expect(answer.status == 200 && answer.string("code") == "subscriber_not_found")
        #expect(answer.string("message")?.contains("not confirmed their mail") == true)
      }
      let organic = try await ben.call(
        "POST", "/subscribers/organic_track_referral", ["email": "ben@example.com"])
      #expect(organic.string("code") == "subscriber_not_found")
      #expect(try await shop.follow("ben@example.com") == 200)
      let read = try await ben.call("GET", "/subscribers/\(ben.id)")
      #expect(read.string("data.referral_status") == "unconfirmed", "\(read.text)")
      let repeated = try await ben.call(
        "POST", "/subscribers/track_referral_conversion_event", track)
      #expect(repeated.string("data.response") == "custom_event_completed", "\(repeated.text)")
      let confirmed = try await ben.call("POST", "/subscribers/\(ben.id)/confirm", [:])
      #expect(confirmed.string("data.response") == "subscriber_confirmed", "\(confirmed.text)")
    }
  }

  @Test("Who is created by tracking waits like anybody, and keeps the event")
  func createdByTracking() async throws {
    try await Self.run(goal: 2) { shop, ana in
      var ben = ReferralHeroShop(app: shop.app).client(goal: 2)
      let body: JSON = ["email": "ben@example.com", "referrer": .string(ana.code)]
      let answer = try await ben.call(
        "POST", "/subscribers/track_referral_conversion_event", body)
      #expect(answer.string("data.response") == "subscriber_created", "\(answer.text)")
      #expect(answer.value("data.verified") == false && ben.cookie != nil)
      try await shop.server.sendMails()
      #expect(try await shop.app.transfers().isEmpty)
      #expect(try await shop.follow("ben@example.com") == 200)
      #expect(try await shop.app.transfers().count == 1)
    }
  }

  @Test("double_optin=false keeps the mail back and verifies nobody", arguments: ["false", "0"])
  func suppressed(_ word: String) async throws {
    try await Self.run(goal: 1) { shop, ana in
      var ben = ReferralHeroShop(app: shop.app).client(goal: 1)
      let added = try await ben.add([
        "email": "ben@example.com", "referrer": .string(ana.code), "double_optin": .string(word),
      ])
      #expect(added.value("data.verified") == false, "\(added.text)")
      #expect(added.value("data.warnings.0")?.string?.contains("not_wanted") == true)
      #expect(try await shop.app.messages().isEmpty)
      let wrong = try await ben.add(["email": "cem@example.com", "double_optin": "maybe"])
      #expect(wrong.status == 400 && wrong.string("code") == "invalid_parameter")
    }
  }

  @Test(
    "What each call does of somebody unverified",
    arguments: [
      (.add, true, false, .identify), (.add, true, true, .identify), (.add, false, true, .join),
      (.add, false, false, .identify), (.pending, true, true, .identify),
      (.pending, false, true, .join), (.track, true, false, .advance(2)),
      (.track, true, true, .advance(2)), (.track, false, true, .join),
      (.organicTrack, true, false, .advance(2)), (.organicTrack, false, false, .advance(2)),
      (.organicTrack, false, true, .advance(2)),
    ] as [(MemberCall, Bool, Bool, MemberStep)])
  func calls(_ call: MemberCall, isReferred: Bool, namesReferrer: Bool, step: MemberStep) {
    let first = MemberStep.first(
      call, goal: 2, .unverified(isReferred: isReferred), namesReferrer: namesReferrer)
    #expect(first == step)
  }

  @Test("Nobody is confirmed, or referred by nobody, who is unverified", arguments: [true, false])
  func refused(_ isReferred: Bool) {
    let confirm = MemberStep.first(
      .confirm, goal: 3, .unverified(isReferred: isReferred), namesReferrer: false)
    #expect(confirm == .refuse(.subscriberNotFound, MemberStep.unverified))
    guard !isReferred else { return }
    for call in [MemberCall.track, .pending] {
      let step = MemberStep.first(
        call, goal: 2, .unverified(isReferred: false), namesReferrer: false)
      guard case .refuse(.referrerInvalid, _) = step else {
        Issue.record("\(call) is \(step)")
        continue
      }
    }
  }
}
