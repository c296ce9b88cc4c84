import BeckonBasics
import BeckonModel
import Testing

/// Rewards by version 2 of the vendor's API: promoted members, what is sent, resent and canceled,
/// whose referral counts, and coupons.
@Suite struct ReferralHeroRewardTests {
  /// Makes a campaign with rules, and gives a back end for it.
  private static func backEnd(
    _ app: TestApp, _ rules: JSON
  ) async throws -> ReferralHeroBackEnd {
    let made = try await app.post(
      "/v1/campaigns",
      [
        "name": "prizes", "goal": 1, "list_uuid": "MFprizes", "url": "https://shop.example/",
        "rules": rules,
      ])
    try #require(made.status == 201, "\(made.text)")
    return ReferralHeroBackEnd(app: app, list: "MFprizes")
  }

  @Test("A promoted member gets the prize once, and nobody gets it who is not promoted")
  func promotion() async throws {
    try await TestServer.run { server in
      let backEnd = try await Self.backEnd(
        server.app,
        [
          [
            "name": "prize", "when": ["promoted": true], "to": "recipient", "amount": 100,
            "unit": "EUR", "organic": true,
          ]
        ])
      let ana = try await backEnd.add("ana")
      let path = "/subscribers/\(ana.id)"
      let early = try await backEnd.call("POST", path + "/unlock_promoted_reward")
      #expect(early.status == 400 && early.string("code") == "subscriber_not_promoted")
      let promoted = try await backEnd.call("POST", path + "/promote")
      #expect(promoted.string("data.response") == "subscriber_promoted", "\(promoted.text)")
      #expect(promoted.value("data.promoted") == true)
      #expect(promoted.integer("data.promoted_at") != nil)
      #expect(try await server.app.transfers().isEmpty)
      let again = try await backEnd.call("POST", path + "/promote")
      #expect(again.status == 400 && again.string("code") == "subscriber_already_promoted")
      for _ in 1...2 {
        let unlocked = try await backEnd.call("POST", path + "/unlock_promoted_reward")
        #expect(unlocked.string("data.response") == "promoted_reward_unlocked", "\(unlocked.text)")
      }
      #expect(try await server.app.transfers().count == 1)
      let unknown = try await backEnd.call(
        "POST", path + "/unlock_promoted_reward", ["reward_id": "rul_1"])
      #expect(unknown.status == 404 && unknown.string("code") == "reward_not_found")
      var phone = ReferralHeroClient(app: server.app, list: "MFprizes", address: "203.0.113.7")
      let told = try await phone.call("GET", path)
      #expect(told.value("data.promoted") == true && told.value("data.promoted_at") == .null)
    }
  }

  @Test("Natively a promotion pays at once, and once; a rule that has come since pays later")
  func nativePromotion() async throws {
    try await TestServer.run { server in
      let app = server.app
      let prize: JSON = [
        "name": "prize", "when": ["promoted": true], "to": "both", "amount": 5, "unit": "EUR",
      ]
      let campaign = try await app.campaign(goal: 1, rules: [prize])
      let ana = try await app.signUp("ana", campaign: campaign)
      let bob = try await app.signUp("bob", referrer: ana.code, campaign: campaign)
      let path = "/v1/campaigns/\(campaign.id)/promotions"
      for status in [201, 200] {
        let answer = try await app.post(path, ["person": .string(bob.id)])
        #expect(answer.status == status && answer.string("promoted_at") != nil, "\(answer.text)")
      }
      #expect(try await app.transfers().count == 2, "the member and who referred them")
      let other = try await app.campaign(goal: 1, name: "other", rules: [])
      let refused = try await app.post(
        "/v1/campaigns/\(other.id)/promotions", ["person": .string(ana.id)])
      #expect(refused.status == 422, "\(refused.text)")
    }
  }

  @Test("What is held goes when it is sent, once; what is canceled is taken back")
  func fulfilment() async throws {
    try await TestServer.run { server in
      let backEnd = try await Self.backEnd(
        server.app,
        [
          [
            "name": "thanks", "when": ["referral": "confirmed"], "to": "referrer", "amount": 500,
            "unit": "points", "hold_days": 30,
          ]
        ])
      let ana = try await backEnd.add("ana")
      _ = try await backEnd.add("bob", referrer: ana.code)
      _ = try await backEnd.add("eve", referrer: ana.code)
      let rewards = try await backEnd.call("GET", "/rewards?status=pending")
      #expect(rewards.integer("data.pagination.total_objects") == 2, "\(rewards.text)")
      #expect(rewards.string("data.rewards.0.subscriber_email") == "ana@example.com")
      #expect(rewards.string("data.rewards.0.subscriber_id") == ana.id)
      #expect(
        Set(rewards.list("data.rewards").compactMap { $0["referral"]?.string })
          == ["bob@example.com", "eve@example.com"])
      let ids = rewards.list("data.rewards").compactMap { $0["id"]?.string }
      func update(_ id: String?, _ status: String) async throws -> HTTPAnswer {
        try await backEnd.call(
          "POST", "/subscribers/update_reward_status",
          ["reward_id": .string(id ?? "none"), "status": .string(status)])
      }
      let early = try await update(ids.first, "resent")
      #expect(early.status == 400 && early.text.contains("never sent"), "\(early.text)")
      for (status, shown) in [("sent", "sent"), ("sent", "sent"), ("resent", "resent")] {
        let told = try await update(ids.first, status)
        #expect(told.string("data.status") == shown, "\(told.text)")
        #expect(told.integer("data.sent_date") != nil)
      }
      #expect(try await update(ids.last, "canceled").string("data.status") == "canceled")
      #expect(try await update(ids.last, "sent").status == 400)
      #expect(try await update(ids.first, "canceled").string("data.status") == "canceled")
      #expect(try await update("trf_1", "sent").status == 404)
      #expect(try await update(ids.first, "lost").status == 400)
      let canceled = try await backEnd.call(
        "GET", "/subscribers/\(ana.id)/rewards?status=canceled")
      #expect(canceled.integer("data.pagination.total_objects") == 2, "\(canceled.text)")
      let none = try await backEnd.call("GET", "/rewards?status=sent")
      #expect(none.value("data.rewards") == [])
    }
  }

  @Test("Natively only a posted reward is noted as handed over")
  func nativeFulfilment() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(
        goal: 1,
        rules: [
          [
            "name": "mug", "when": ["referral": "confirmed"], "to": "both", "amount": 1,
            "unit": "mug", "organic": true,
          ]
        ])
      let ana = try await app.signUp("ana", campaign: campaign)
      let id = try await app.transfers().first?["id"]?.string ?? ""
      let path = "/v1/ledger/transfers/\(id)/fulfilment"
      for word in ["sent", "resent"] {
        let told = try await app.post(path, ["status": .string(word)])
        #expect(told.status == 200 && told.string("fulfilment") == word, "\(told.text)")
      }
      #expect(try await app.transfers().first?["fulfilled_at"]?.string != nil)
      #expect(try await app.post(path, ["status": "lost"]).status == 422)
      let spent = try await app.post(
        ana.path + "/redemptions", ["id": "r", "amount": 1, "unit": "mug"])
      let refused = try await app.post(
        "/v1/ledger/transfers/\(spent.string("id") ?? "")/fulfilment", ["status": "sent"])
      #expect(refused.status == 422, "\(refused.text)")
    }
  }

  @Test("Unqualified, a referral leaves the counts for good; qualified, it counts")
  func qualification() async throws {
    try await ReferralHeroShop.run(goals: [1]) { _, shop in
      let server = ReferralHeroBackEnd(app: shop.app)
      let ana = try await server.add("ana")
      let bob = try await server.add("bob", referrer: ana.code)
      let path = "/subscribers/\(bob.id)"
      let good = try await server.call("POST", path + "/qualify")
      #expect(good.string("data.response") == "subscriber_qualified", "\(good.text)")
      for _ in 1...2 {
        let out = try await server.call("POST", path + "/unqualify")
        #expect(out.string("data.response") == "subscriber_unqualified", "\(out.text)")
      }
      let read = try await server.call("GET", "/subscribers/\(ana.id)")
      #expect(read.integer("data.people_referred") == 0)
      #expect(try await server.call("POST", path + "/qualify").status == 400)
      let own = try await server.call("POST", "/subscribers/\(ana.id)/qualify")
      #expect(own.status == 400 && own.string("code") == "referrer_invalid")
    }
  }

  @Test("Each coupon goes to one member, and none out of a group that is stopped")
  func coupons() async throws {
    try await TestServer.run { server in
      let backEnd = try await Self.backEnd(
        server.app,
        [
          [
            "name": "two friends", "when": ["referrals": 1, "every": true], "to": "referrer",
            "amount": 1, "unit": "voucher", "coupon_pool": "ten off",
          ]
        ])
      let made = try await backEnd.call(
        "POST", "/coupon_groups", ["name": "ten off", "coupons": ["A"], "active": "true"])
      #expect(made.string("data.response") == "coupon_group_created", "\(made.text)")
      let twice = try await backEnd.call("POST", "/coupon_groups", ["name": "ten off"])
      #expect(twice.status == 400)
      let added = try await backEnd.call(
        "POST", "/coupons", ["coupon_group_id": "ten off", "coupons": ["A", "B", "C"]])
      #expect(added.integer("data.added") == 2, "\(added.text)")
      let ana = try await backEnd.add("ana")
      _ = try await backEnd.add("bob", referrer: ana.code)
      let stopped = try await backEnd.call("POST", "/coupon_groups/ten%20off", ["active": false])
      #expect(stopped.value("data.active") == false, "\(stopped.text)")
      _ = try await backEnd.add("eve", referrer: ana.code)
      let group = try await backEnd.call("GET", "/coupon_groups/ten%20off")
      #expect(group.value("data.coupons.0.available") == false, "\(group.text)")
      #expect(group.string("data.coupons.0.email_id") == "ana@example.com")
      #expect(group.integer("data.coupons.0.sent_at") != nil)
      #expect(group.list("data.coupons").filter { $0["available"] == true }.count == 2)
      let removed = try await backEnd.call(
        "DELETE", "/coupons", ["coupon_group_id": "ten off", "coupons": ["A", "B"]])
      #expect(removed.integer("data.deleted") == 1, "A is Ana's: \(removed.text)")
      let coupons = try await backEnd.call("GET", "/coupon_groups/ten%20off/coupons")
      #expect(coupons.list("data.coupons").compactMap { $0["code"]?.string } == ["A", "C"])
      #expect(try await backEnd.call("DELETE", "/coupon_groups/ten%20off").status == 200)
      let gone = try await backEnd.call("GET", "/coupon_groups/ten%20off")
      #expect(gone.status == 404 && gone.string("code") == "coupon_group_not_found")
      let listed = try await backEnd.call("GET", "/coupon_groups")
      #expect(listed.value("data.coupon_groups") == [])
    }
  }
}
