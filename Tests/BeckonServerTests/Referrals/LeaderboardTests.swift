import BeckonModel
import Testing

/// The leaderboard of a campaign, and where one person stands on it.
@Suite struct LeaderboardTests {
  /// Lets people refer so many each, who confirm at once.
  private static func referring(
    _ counts: [(name: String, friends: Int)], in campaign: TestCampaign
  ) async throws -> [String: TestPerson] {
    var people: [String: TestPerson] = [:]
    for (name, friends) in counts {
      let person = try await campaign.app.signUp(name)
      people[name] = person
      for friend in 0..<friends {
        _ = try await campaign.app.signUp("\(name)-\(friend)", referrer: person.code)
      }
    }
    return people
  }

  /// `rank name (tied)`, as the board says it; of those with one rank by name.
  private static func lines(_ page: HTTPAnswer) -> [String] {
    let lines = page.list("leaders").map { row in
      "\(row["rank"]?.integer ?? 0) \(row["name"]?.string ?? "") (\(row["tied"]?.integer ?? 0))"
    }
    #expect(lines.map { $0.prefix(1) } == lines.map { $0.prefix(1) }.sorted())
    return lines.sorted()
  }

  @Test("Those with as many confirmed referrals share a rank, and the next counts all ahead")
  func ties() async throws {
    try await TestServer.run { server in
      let campaign = try await server.app.campaign(rules: [])
      let people = try await Self.referring(
        [("ana", 1), ("ben", 3), ("cem", 2), ("dil", 2), ("eve", 0)], in: campaign)
      let board = try await server.app.get(campaign.path + "/leaderboard")
      #expect(Self.lines(board) == ["1 ben (1)", "2 cem (2)", "2 dil (2)", "4 ana (1)"])
      for (name, rank, tied, missing) in [
        ("ben", 1, 1, nil), ("cem", 2, 2, 1), ("dil", 2, 2, 1), ("ana", 4, 1, 1),
        ("eve", nil, 0, 1),
      ] as [(String, Int64?, Int64, Int64?)] {
        let told = try await server.app.get(
          campaign.path + "/leaderboard/" + (people[name]?.id ?? ""))
        #expect(told.value("rank") == .some(rank.map(JSON.integer) ?? .null), "\(told.text)")
        #expect(told.value("tied") == .integer(tied), "\(told.text)")
        #expect(told.value("to_next") == .some(missing.map(JSON.integer) ?? .null), "\(told.text)")
        #expect(told.value("people") == 4)
      }
    }
  }

  @Test("Pages and neighbours are the board in parts, from any place")
  func parts() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(goal: 2, rules: [])
      let people = try await Self.referring(
        (0..<9).map { ("p\($0)", 1 + $0 % 3) }, in: campaign)
      for friend in ["p1-0", "p4-0", "p4-1", "p8-2"] {
        let found = try await app.get("/v1/people?user_id=\(friend)")
        let person = JSON.string(try #require(found.string("people.0.person")))
        let step: JSON = ["person": person, "step": 2, "id": .string(friend)]
        #expect(try await app.post(campaign.path + "/conversions", step).status == 200)
      }
      let path = campaign.path + "/leaderboard"
      let whole = try await app.get(path).list("leaders")
      #expect(whole.count == 9)
      #expect(whole.compactMap { $0["rank"]?.integer } == [1, 2, 2, 4, 4, 4, 4, 4, 4])
      var (paged, next): ([JSON], String?) = ([], "")
      while let cursor = next, paged.count <= 9 {
        let query = "?limit=2" + (cursor.isEmpty ? "" : "&cursor=\(cursor)")
        let page = try await app.get(path + query)
        paged += page.list("leaders")
        next = page.string("next")
      }
      #expect(paged == whole)
      for (place, person) in whole.enumerated() {
        let around = try await app.get(
          path + "?limit=3&around=" + (person["person"]?.string ?? ""))
        let first = min(max(place - 1, 0), 6)
        #expect(around.list("leaders") == Array(whole[first..<first + 3]))
        #expect((around.value("next") == .null) == (first == 6))
      }
      let all = try await app.get(path + "?limit=100&around=" + (people["p0"]?.id ?? ""))
      #expect(all.list("leaders") == whole)
      #expect(all.value("next") == .null)
    }
  }

  @Test("Places that are none are refused, and offsets of before")
  func badPlaces() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [])
      let ana = try await app.signUp("ana")
      let path = campaign.path + "/leaderboard"
      for cursor in ["50", "1.2.3", "0.0.0.\(ana.id)", "1.0.0.x", "-1.0.0.\(ana.id)"] {
        let answer = try await app.get(path + "?cursor=" + cursor)
        #expect(answer.status == 422 && answer.string("field") == "cursor", "\(cursor)")
      }
      for query in ["around=x", "around=\(ana.id)&cursor=1.0.0.\(ana.id)"] {
        let answer = try await app.get(path + "?" + query)
        #expect(answer.status == 422 && answer.string("field") == "around", "\(query)")
      }
      let csv = try await app.get(
        path + "?around=" + ana.id, headers: [("Accept", "text/csv")])
      #expect(csv.string("field") == "around")
      let nobody = "per_01m7xy0021f4xsry40tzfa1b7c"
      for place in ["?around=" + nobody, "/" + nobody, "/x"] {
        #expect(try await app.get(path + place).status == 404, "\(place)")
      }
      // Whoever has no referral is on no board, and so has nobody around.
      let alone = try await app.get(path + "?around=" + ana.id)
      #expect(alone.list("leaders") == [] && alone.value("next") == .null)
    }
  }

  @Test("With the app's key a rank is told to the person alone, and names are masked")
  func ownRank() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [])
      let people = try await Self.referring([("ana", 2), ("ben", 1)], in: campaign)
      let (ana, ben) = (try #require(people["ana"]), try #require(people["ben"]))
      for place in ["/\(ana.id)", "?around=\(ana.id)"] {
        let path = campaign.path + "/leaderboard" + place
        #expect(try await app.get(path, as: .publishable).code == "token_required")
        #expect(try await app.get(path, as: .publishable, token: ben.token).status == 403)
        let own = try await app.get(path, as: .publishable, token: ana.token)
        #expect(own.status == 200)
        #expect(!own.text.contains("ben"))
      }
      // Of somebody who is not there, no more is told than of somebody who is.
      let nobody = campaign.path + "/leaderboard/per_01m7xy0021f4xsry40tzfa1b7c"
      #expect(try await app.get(nobody, as: .publishable, token: ben.token).status == 403)
      let thief = try await server.otherApp()
      let theirs = try await thief.campaign(rules: [])
      #expect(try await thief.get(theirs.path + "/leaderboard/" + ana.id).status == 404)
    }
  }

  @Test("Two leaders who are one stand where their referrals together put them")
  func merged() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [])
      let people = try await Self.referring([("ana", 2), ("ben", 3), ("cem", 4)], in: campaign)
      let (ana, ben) = (try #require(people["ana"]), try #require(people["ben"]))
      #expect(try await ana.merge(into: ben).status == 200)
      let path = campaign.path + "/leaderboard"
      let board = try await app.get(path).list("leaders")
      #expect(board.compactMap { $0["confirmed"]?.integer } == [5, 4])
      #expect(board.compactMap { $0["rank"]?.integer } == [1, 2])
      #expect(board.first?["person"]?.string == ben.id)
      // Who was merged is found as who they are now.
      let told = try await app.get(path + "/" + ana.id)
      #expect(told.string("person") == ben.id && told.value("confirmed") == 5)
      #expect(told.value("people") == 2)
    }
  }

  @Test("Somebody who is erased leaves a place without a name, and their referrer's count")
  func erased() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [])
      let people = try await Self.referring([("ana", 2), ("ben", 1)], in: campaign)
      let ana = try #require(people["ana"])
      #expect(try await ana.erase().status == 204)
      try await server.wait(minutes: 1)
      let path = campaign.path + "/leaderboard"
      #expect(Self.lines(try await app.get(path)) == ["1  (1)", "2 ben (1)"])
      #expect(try await app.get(path + "/" + ana.id).status == 404)
    }
  }

  @Test("Who was there before ranks were counted is counted in parts, and found meanwhile")
  func filled() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [])
      let people = try await Self.referring(
        [("ana", 2), ("ben", 1), ("cem", 1), ("dil", 3)], in: campaign)
      let board = try await app.get(campaign.path + "/leaderboard")
      // As a database of before is found.
      try await server.change("DELETE FROM rank_counts")
      try await server.change("UPDATE referral_counts SET is_ranked = 0")
      #expect(try await app.get(campaign.path + "/leaderboard").text == board.text)
      let ana = try #require(people["ana"])
      _ = try await app.signUp("late", referrer: ana.code)
      _ = try await app.signUp("new")
      let before = try await app.get(campaign.path + "/leaderboard")
      #expect(Self.lines(before) == ["1 ana (2)", "1 dil (2)", "3 ben (2)", "3 cem (2)"])
      #expect(try await app.get(campaign.path + "/leaderboard/" + ana.id).value("people") == 4)
      #expect(try await server.number("SELECT COUNT(*) FROM rank_counts") == 0)
      try await server.wait(minutes: 1)
      #expect(try await app.get(campaign.path + "/leaderboard").text == before.text)
      let waiting = try await server.number(
        "SELECT COUNT(*) FROM referral_counts WHERE is_ranked = 0")
      #expect(waiting == 0)
      #expect(try await server.number("SELECT COUNT(*) FROM rank_counts") > 0)
    }
  }
}
