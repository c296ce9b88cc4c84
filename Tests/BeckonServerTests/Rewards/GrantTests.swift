import BeckonModel
import Testing

/// Points of a contest, and what is granted by hand.
@Suite struct GrantTests {
  private static func grant(
    _ person: TestPerson, _ amount: JSON, id: String, in campaign: TestCampaign, _ more: JSON = [:]
  ) async throws -> HTTPAnswer {
    try await campaign.app.post(
      person.path + "/grants",
      (["id": .string(id), "campaign": .string(campaign.id), "amount": amount] as JSON).and(more))
  }

  private static func board(_ campaign: TestCampaign) async throws -> [String] {
    try await campaign.app.get(campaign.path + "/leaderboard").list("leaders").map { row in
      "\(row["rank"]?.integer ?? 0) \(row["name"]?.string ?? "") \(row["points"]?.integer ?? -1)"
    }
  }

  private static func points(_ person: TestPerson, _ campaign: TestCampaign) async throws -> Int64 {
    try await campaign.app.get(campaign.path + "/leaderboard/" + person.id).integer("points") ?? -1
  }

  /// Two points for who brought somebody.
  private static let twoPoints = rule(
    ["referral": "confirmed"], to: "referrer", amount: 2, ["unit": "points"])

  @Test("A grant happens once, and shows in balance, ledger, export and on the board")
  func once() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(kind: "contest", rules: [Self.twoPoints])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      let first = try await Self.grant(
        ben, 30, id: "quiz-1", in: campaign, ["reason": "won the quiz"])
      #expect(first.status == 201, "\(first.text)")
      #expect(first.string("kind") == "reward" && first.string("state") == "posted")
      #expect(first.value("reasons") == ["won the quiz"] && first.value("rule") == nil)
      #expect(try await Self.grant(ben, 30, id: "quiz-1", in: campaign).body == first.body)
      for again in [
        try await Self.grant(ben, 31, id: "quiz-1", in: campaign),
        try await Self.grant(ana, 30, id: "quiz-1", in: campaign),
        try await Self.grant(ben, 30, id: "quiz-1", in: campaign, ["unit": "gold"]),
        try await Self.grant(ben, -30, id: "quiz-1", in: campaign),
      ] { #expect(again.code == "idempotency_conflict", "\(again.text)") }
      #expect(try await ben.balance(of: "points") == 30)
      #expect(try await Self.board(campaign) == ["1 ben 30", "2 ana 2"])
      let found = try await app.get("/v1/ledger/transfers?person=" + ben.id)
      #expect(found.list("transfers").map { $0["id"] } == [first.value("id")])
      #expect(try await ben.export().text.contains("won the quiz"))
      // What is spent was earned all the same; another unit is no points.
      #expect(try await ben.redeem(30, id: "order", unit: "points").status == 201)
      #expect(try await Self.grant(ana, 99, id: "x", in: campaign, ["unit": "gold"]).status == 201)
      #expect(try await Self.board(campaign) == ["1 ben 30", "2 ana 2"])
      let told = try await app.get(campaign.path + "/leaderboard/" + ana.id)
      #expect(told.integer("to_next") == 28 && told.string("board") == "points")
      let other = try await app.get(campaign.path + "/leaderboard?board=confirmed")
      #expect(other.list("leaders").map { $0["confirmed"]?.integer } == [1])
    }
  }

  @Test("What is taken back lowers points, to 0 and no further, and the balance below it")
  func takenBack() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(kind: "contest", rules: [])
      let ana = try await app.signUp("ana")
      let granted = try await Self.grant(ana, 10, id: "a", in: campaign)
      let taken = try await Self.grant(ana, -4, id: "b", in: campaign)
      #expect(taken.string("kind") == "clawback" && taken.integer("amount") == 4)
      #expect(try await Self.points(ana, campaign) == 6)
      let path = "/v1/ledger/transfers/\(granted.string("id") ?? "")/clawback"
      #expect(try await app.post(path, [:]).status == 200)
      #expect(try await Self.points(ana, campaign) == 0)
      #expect(try await ana.balance(of: "points") == -4)
      #expect(try await Self.board(campaign) == [])
      // What is granted now first fills what was taken beyond zero.
      #expect(try await Self.grant(ana, 5, id: "c", in: campaign).status == 201)
      #expect(try await Self.board(campaign) == ["1 ana 1"])
    }
  }

  @Test("What is held, in review or voided does not count until it is posted")
  func held() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(
        kind: "contest",
        rules: [
          rule(
            ["referral": "confirmed"], to: "referrer", amount: 2,
            ["unit": "points", "hold_days": 1])
        ])
      let ana = try await app.signUp("ana")
      _ = try await app.signUp("ben", referrer: ana.code)
      #expect(try await Self.points(ana, campaign) == 0)
      try await server.wait(days: 2)
      #expect(try await Self.points(ana, campaign) == 2)
    }
  }

  @Test("Two people who are one have the points of both; one who is erased keeps a place")
  func mergedAndErased() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(kind: "contest", rules: [Self.twoPoints])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      let cem = try await app.signUp("cem")
      let granted = try await Self.grant(ben, 5, id: "b", in: campaign)
      #expect(try await Self.grant(cem, 6, id: "c", in: campaign).status == 201)
      #expect(try await ben.merge(into: cem).status == 200)
      // Who survives is known by both names, and shown by the first.
      #expect(try await Self.board(campaign) == ["1 ben 11", "2 ana 2"])
      #expect(try await Self.grant(cem, 5, id: "b", in: campaign).status == 201, "the same grant")
      let path = "/v1/ledger/transfers/\(granted.string("id") ?? "")/clawback"
      #expect(try await app.post(path, [:]).status == 200)
      #expect(try await Self.board(campaign) == ["1 ben 6", "2 ana 2"])
      #expect(try await cem.erase().status == 204)
      #expect(try await Self.board(campaign) == ["1  6", "2 ana 2"])
      let rest = try await app.get("/v1/ledger/transfers?kind=reward").list("transfers")
      for transfer in rest where transfer["amount"]?.integer == 6 {
        let path = "/v1/ledger/transfers/\(transfer["id"]?.string ?? "")/clawback"
        #expect(try await app.post(path, [:]).status == 200)
      }
      #expect(try await Self.board(campaign) == ["1 ana 2"])
    }
  }

  @Test("Who is no member is granted nothing, and bad grants are refused by name")
  func refused() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(kind: "contest", rules: [])
      let ana = try await app.signUp("ana")
      let other = try await app.campaign(name: "autumn", rules: [])
      for (body, field) in [
        (["id": "x", "campaign": .string(other.id), "amount": 1], "campaign"),
        (["id": "x", "campaign": "none", "amount": 1], "campaign"),
        (["id": "x", "campaign": .string(campaign.id), "amount": 0], "amount"),
        (["id": "x", "campaign": .string(campaign.id), "amount": 1_000_000_000_001], "amount"),
        (["id": "x", "campaign": .string(campaign.id), "amount": "1"], "amount"),
        (["campaign": .string(campaign.id), "amount": 1], "id"),
        (["id": "x", "campaign": .string(campaign.id), "amount": 1, "rule": "x"], "rule"),
      ] as [(JSON, String)] {
        let answer = try await app.post(ana.path + "/grants", body)
        #expect(answer.status == 422 && answer.string("field") == field, "\(answer.text)")
      }
      let body: JSON = ["id": "x", "campaign": .string(campaign.id), "amount": 1]
      let app2 = try await app.post(ana.path + "/grants", body, as: .publishable, token: ana.token)
      #expect(app2.code == "secret_key_required")
      let nobody = "/v1/people/per_01m7xy0021f4xsry40tzfa1b7c/grants"
      #expect(try await app.post(nobody, body).status == 404)
      #expect(try await server.number("SELECT COUNT(*) FROM transfers") == 0)
      for query in ["?board=queue", "?board=points&cursor=1.0.0.\(ana.id)", "?cursor=0.\(ana.id)"] {
        let answer = try await app.get(campaign.path + "/leaderboard" + query)
        #expect(answer.status == 422, "\(query)")
      }
    }
  }

  @Test("Pages and neighbours by points are the board in parts")
  func parts() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(kind: "contest", rules: [])
      var people: [TestPerson] = []
      for number in 0..<7 {
        let person = try await app.signUp("p\(number)")
        people.append(person)
        let points = JSON.integer(Int64(1 + number % 3) * 20)
        #expect(try await Self.grant(person, points, id: "\(number)", in: campaign).status == 201)
      }
      let path = campaign.path + "/leaderboard"
      let whole = try await app.get(path).list("leaders")
      #expect(whole.compactMap { $0["rank"]?.integer } == [1, 1, 3, 3, 5, 5, 5])
      #expect(whole.compactMap { $0["points"]?.integer } == [60, 60, 40, 40, 20, 20, 20])
      var (paged, next): ([JSON], String?) = ([], "")
      while let cursor = next, paged.count <= 7 {
        let query = "?limit=2" + (cursor.isEmpty ? "" : "&cursor=\(cursor)")
        let page = try await app.get(path + query)
        paged += page.list("leaders")
        next = page.string("next")
      }
      #expect(paged == whole)
      for (place, person) in whole.enumerated() {
        let around = try await app.get(path + "?limit=3&around=\(person["person"]?.string ?? "")")
        let first = min(max(place - 1, 0), 4)
        #expect(around.list("leaders") == Array(whole[first..<first + 3]))
      }
    }
  }
}
