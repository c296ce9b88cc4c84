import BeckonBasics
import BeckonModel
import Testing

/// Version 2 of the vendor's API, by which an app's server works: who is a member, how they are
/// found, and what they bought.
@Suite struct ReferralHeroServerTests {
  @Test("An app's server gets numbers where an app gets null, and the statuses of HTTP")
  func envelope() async throws {
    try await ReferralHeroShop.run(goals: [1]) { _, shop in
      let server = ReferralHeroBackEnd(app: shop.app)
      let added = try await server.call(
        "POST", "/subscribers?email=ana%40example.com&name=Ana", nil)
      #expect(added.status == 200 && added.string("data.response") == "subscriber_created")
      #expect(added.integer("calls_left") == 1_000, "\(added.text)")
      #expect(added["Set-Cookie"] == nil)
      let unknown = try await server.call("GET", "/subscribers/sub_0123")
      #expect(unknown.status == 404 && unknown.string("code") == "subscriber_not_found")
      let empty = try await server.call("POST", "/subscribers//promote")
      #expect(empty.status == 400 && empty.string("code") == "no_subscriber_id", "\(empty.text)")
      let list = try await server.send("GET", "/lists/MF0/subscribers")
      #expect(list.status == 404 && list.string("code") == "invalid_list")
      let nobody = try await server.call("POST", "/subscribers", ["name": "Ana"])
      #expect(nobody.status == 400 && nobody.string("code") == "no_email_address")
      let phone = ReferralHeroBackEnd(app: shop.app, key: shop.app.publishable)
      let refused = try await phone.call("GET", "/subscribers")
      #expect(refused.status == 403 && refused.string("code") == "invalid_token", "\(refused.text)")
      let none = try await ReferralHeroBackEnd(app: shop.app, key: "x").call("GET", "/subscribers")
      #expect(none.status == 401 && none.string("code") == "invalid_token")
    }
  }

  @Test("A member is found by address, by code, by link and by a part of the name")
  func finding() async throws {
    try await ReferralHeroShop.run(goals: [1]) { _, shop in
      let server = ReferralHeroBackEnd(app: shop.app)
      let ana = try await server.add("Ana", ["tags": ["vip", "early"], "city": "Izmir"])
      _ = try await server.add("Bob_50%")
      for path in [
        "retrieve_by_email?email=ANA@example.com", "retrieve_by_mwr?mwr=\(ana.code)",
        "retrieve_by_mwr?mwr=https%3A%2F%2Fshop.example%2Fjoin%3Fmwr%3D\(ana.code)",
      ] {
        let found = try await server.call("GET", "/subscribers/" + path)
        #expect(found.string("data.id") == ana.id, "\(path): \(found.text)")
        #expect(found.string("data.email") == "ana@example.com")
        #expect(found.value("data.tags") == ["vip", "early"])
        #expect(found.string("data.city") == "Izmir")
      }
      for (name, count) in [("aN", 1), ("0%25", 1), ("_", 1), ("%25", 1), ("zed", 0)] {
        let found = try await server.call("GET", "/subscribers/search_by_name?name=\(name)")
        #expect(found.list("data.subscribers").count == count, "\(name): \(found.text)")
        #expect(found.integer("data.pagination.total_objects").map(Int.init) == count)
      }
      let unknown = try await server.call(
        "GET", "/subscribers/retrieve_by_email?email=eve@example.com")
      #expect(unknown.status == 404)
    }
  }

  @Test("All members, page by page, in each order")
  func orders() async throws {
    try await ReferralHeroShop.run(goals: [1]) { server, shop in
      let backEnd = ReferralHeroBackEnd(app: shop.app)
      let carl = try await backEnd.add("carl")
      for name in ["ana", "bob"] {
        server.clock.withLock { $0 = $0.adding(milliseconds: 1_000) }
        _ = try await backEnd.add(name, referrer: carl.code)
      }
      for (order, names) in [
        ("", ["bob", "ana", "carl"]), ("registration_asc", ["carl", "ana", "bob"]),
        ("registration_desc", ["bob", "ana", "carl"]), ("email", ["ana", "bob", "carl"]),
        ("name_desc", ["carl", "bob", "ana"]), ("position", ["carl", "ana", "bob"]),
        ("people_referred_desc", ["carl", "ana", "bob"]), ("points_desc", ["carl", "ana", "bob"]),
      ] {
        let page = try await backEnd.call("GET", "/subscribers?sort_by=\(order)")
        #expect(
          page.list("data.subscribers").map { $0["name"]?.string } == names, "\(order)")
        #expect(page.integer("data.pagination.total_objects") == 3)
      }
      let second = try await backEnd.call("GET", "/subscribers?page=2")
      #expect(second.list("data.subscribers").isEmpty && second.status == 200)
      let unknown = try await backEnd.call("GET", "/subscribers?sort_by=shoes")
      #expect(unknown.status == 400 && unknown.string("code") == "invalid_parameter")
      _ = try await backEnd.call("DELETE", "/subscribers/\(carl.id)")
      let left = try await backEnd.call("GET", "/subscribers")
      #expect(left.integer("data.pagination.total_objects") == 2)
    }
  }

  @Test("Whom a member has referred, whom these have, and whom these have")
  func levels() async throws {
    try await ReferralHeroShop.run(goals: [2]) { _, shop in
      let server = ReferralHeroBackEnd(app: shop.app, list: ReferralHeroShop.list(2))
      var chain = [try await server.add("n0")]
      for index in 1...4 {
        chain.append(try await server.add("n\(index)", referrer: chain[index - 1].code))
      }
      let track = "/subscribers/track_referral_conversion_event"
      for name in ["n1", "n3"] {
        let told = try await server.call(
          "POST", track + "?email=\(name)@example.com", nil)
        #expect(told.string("data.response") == "custom_event_completed", "\(told.text)")
      }
      for (path, names) in [
        ("referred", ["n1"]), ("level_1_referrals", ["n1"]), ("level_2_referrals", []),
        ("level_2_all_referrals", ["n2"]), ("level_3_referrals", ["n3"]),
        ("level_3_all_referrals", ["n3"]),
      ] as [(String, [String])] {
        let page = try await server.call("GET", "/subscribers/\(chain[0].id)/\(path)")
        #expect(page.list("data.subscribers").map { $0["name"]?.string } == names, "\(path)")
        #expect(
          page.integer("data.pagination.total_objects").map(Int.init) == names.count, "\(path)")
      }
    }
  }

  @Test("A purchase counts once for each transaction; of many each stands for itself")
  func transactions() async throws {
    try await ReferralHeroShop.run(goals: [1]) { _, shop in
      let server = ReferralHeroBackEnd(app: shop.app)
      let ana = try await server.add("ana")
      let purchase: JSON = [
        "email": "ana@example.com", "amount": 19.9, "transaction_id": "o1", "product_id": "p",
      ]
      let early = try await server.call("POST", "/subscribers/add_transactions", purchase)
      #expect(early.status == 400 && early.text.contains("currency"), "\(early.text)")
      _ = try await shop.app.call("PATCH", "/v1/app", body: (["currency": "EUR"] as JSON).bytes)
      for _ in 1...2 {
        let told = try await server.call("POST", "/subscribers/add_transactions", purchase)
        #expect(told.string("data.response") == "transaction_added", "\(told.text)")
        #expect(told.string("data.transaction_id") == "o1" && told.string("data.id") != nil)
      }
      let byID = try await server.call(
        "POST", "/subscribers/\(ana.id)/add_transactions?amount=0.10", nil)
      #expect(byID.status == 200, "\(byID.text)")
      let many = try await server.call(
        "POST", "/subscribers/add_bulk_transactions",
        [
          "transactions": [
            ["email": "ana@example.com", "amount": "5", "transaction_id": "o2"],
            ["email": "eve@example.com", "amount": 1], ["email": "ana@example.com"],
            ["email": "ana@example.com", "amount": 5, "transaction_id": "o2"], "x",
          ]
        ])
      #expect(many.list("data.transactions").count == 2, "\(many.text)")
      #expect(
        many.list("data.errors").map { $0["code"]?.string } == [
          "subscriber_not_found", "invalid_parameter", "invalid_parameter",
        ])
      let read = try await server.call("GET", "/subscribers/\(ana.id)")
      #expect(read.text.contains("\"conversion_amount\":25.00"), "\(read.text)")
      let tooMany = try await server.call(
        "POST", "/subscribers/add_bulk_transactions",
        ["transactions": .array(Array(repeating: ["amount": 1], count: 501))])
      #expect(tooMany.status == 400)
    }
  }

  @Test("Points add up, by address and by id; none is an error")
  func points() async throws {
    try await ReferralHeroShop.run(goals: [1], kind: "contest") { _, shop in
      let server = ReferralHeroBackEnd(app: shop.app)
      let ana = try await server.add("ana")
      for (points, sum) in [(10, 10), (5, 15), (-3, 12)] as [(Int64, Int64)] {
        let told = try await server.call(
          "POST", "/subscribers/add_points",
          ["email": "ana@example.com", "points": .integer(points)])
        #expect(told.string("data.response") == "points_added", "\(told.text)")
        #expect(told.integer("data.points") == sum)
      }
      let byID = try await server.call("POST", "/subscribers/\(ana.id)/add_points?points=8", nil)
      #expect(byID.integer("data.points") == 20, "\(byID.text)")
      for points in [JSON.null, 0] {
        let none = try await server.call(
          "POST", "/subscribers/add_points", ["email": "ana@example.com", "points": points])
        #expect(none.status == 400 && none.string("code") == "no_points", "\(none.text)")
      }
    }
  }

  @Test("Campaigns are made and listed, and say what they give")
  func lists() async throws {
    try await ReferralHeroShop.run(goals: [1]) { _, shop in
      let server = ReferralHeroBackEnd(app: shop.app)
      let made = try await server.send(
        "POST", "/lists", ["name": "spring", "website": "https://shop.example/spring"])
      let uuid = made.string("data.uuid") ?? ""
      #expect(made.status == 200 && uuid.hasPrefix("MF") && uuid.utf8.count == 12, "\(made.text)")
      let joined = try await server.send(
        "POST", "/lists/\(uuid)/subscribers", ["email": "ana@example.com"])
      #expect(joined.status == 200, "\(joined.text)")
      let lists = try await server.send("GET", "/lists")
      #expect(lists.string("data.response") == "lists_retrieved")
      #expect(Set(lists.list("data.lists").map { $0["subscribers"]?.integer }) == [0, 1])
      #expect(lists.integer("data.pagination.per_page") == 10)
      for (body, code) in [
        (["website": "https://shop.example/"], "no_name"),
        (["name": "x", "website": "nowhere"], "error_list_creation"),
        (["name": "x"], "error_list_creation"),
        (["name": "x", "website": "https://shop.example", "type": "raffle"], "unknown_list_type"),
      ] as [(JSON, String)] {
        let refused = try await server.send("POST", "/lists", body)
        #expect(refused.status == 400 && refused.string("code") == code, "\(refused.text)")
      }
      let bonuses = try await server.call("GET", "/bonuses")
      #expect(bonuses.string("data.0.title") == "thanks" && bonuses.integer("data.0.points") == 1)
      let leaders = try await server.call("GET", "/leaderboard?count=10")
      #expect(leaders.value("data.ranking") == [] && leaders.status == 200)
    }
  }

  @Test("Names are found in whatever letters, and a list says what it cannot be asked by")
  func asked() async throws {
    try await ReferralHeroShop.run(goals: [1]) { _, shop in
      let server = ReferralHeroBackEnd(app: shop.app)
      let ana = try await server.call(
        "POST", "/subscribers", ["email": "aenne@example.com", "name": "Änne 100%"])
      for name in ["%C3%84nne", "NNE%20100%25"] {
        let found = try await server.call("GET", "/subscribers/search_by_name?name=\(name)")
        #expect(found.integer("data.pagination.total_objects") == 1, "\(name): \(found.text)")
      }
      let none = try await server.call("GET", "/subscribers/search_by_name?name=nne%25100")
      #expect(none.integer("data.pagination.total_objects") == 0, "\(none.text)")
      let unnamed = try await server.call("GET", "/subscribers/retrieve_by_mwr")
      #expect(unnamed.string("code") == "invalid_parameter", "\(unnamed.text)")
      let level = "/subscribers/\(ana.string("data.id") ?? ana.text)/level_1_referrals"
      #expect(try await server.call("GET", level + "?page=1").status == 200)
      let sorted = try await server.call("GET", level + "?sort_by=name")
      #expect(sorted.string("code") == "invalid_parameter", "\(sorted.text)")
    }
  }
}
