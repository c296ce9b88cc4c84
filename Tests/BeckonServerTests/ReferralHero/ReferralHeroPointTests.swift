import BeckonModel
import Testing

/// Contests and waiting lists, as ReferralHero's clients see them.
@Suite struct ReferralHeroPointTests {
  @Test("The app's server grants points once for each member; of the app's key they are ignored")
  func granted() async throws {
    try await ReferralHeroShop.run(goals: [1], kind: "contest") { server, shop in
      var ana = shop.client()
      let told = try await ana.add(["email": "ana@example.com", "points": "40"])
      #expect(told.integer("data.points") == 0)
      #expect(told.text.contains("points: not granted"), "\(told.text)")
      var office = shop.client()
      office.key = server.app.secret
      for _ in 0..<2 {
        let added = try await office.add(["email": "ana@example.com", "points": 40])
        #expect(added.integer("data.points") == 40, "\(added.text)")
        #expect(added.value("data.warnings") == nil)
      }
      let more = try await office.call("PATCH", "/subscribers/\(ana.id)", ["points": 50])
      #expect(more.integer("data.points") == 40)
      #expect(more.text.contains("40 were granted"), "\(more.text)")
      let bad = try await office.add(["email": "ben@example.com", "points": -1])
      #expect(bad.string("code") == "invalid_parameter", "\(bad.text)")
    }
  }

  @Test("A contest is sorted by points, and a referrer's points are told")
  func contest() async throws {
    try await ReferralHeroShop.run(goals: [1], kind: "contest") { server, shop in
      var office = shop.client()
      office.key = server.app.secret
      let ana = try await shop.referrer("ana", goal: 1)
      var ben = shop.client(at: "203.0.113.8")
      _ = try await ben.add(["email": "ben@example.com", "referrer": .string(ana.code)])
      let cem = try await office.add(["email": "cem@example.com", "points": 9])
      let ranking = try await office.call("GET", "/leaderboard").list("data.ranking")
      #expect(ranking.map { $0["points"]?.integer } == [9, 1])
      #expect(ranking.map { $0["position"]?.integer } == [1, 2])
      #expect(cem.integer("data.position") == 1 && cem.value("data.people_ahead") == nil)
      let own = try await ben.call("GET", "/subscribers/\(ben.id)")
      #expect(own.integer("data.referred_by.points") == 1 && own.integer("data.position") == 3)
    }
  }

  @Test("In a waiting list members stand by referrals, then by when they joined; who leaves is out")
  func waitlist() async throws {
    try await ReferralHeroShop.run(goals: [1], kind: "waitlist") { server, shop in
      var office = shop.client()
      office.key = server.app.secret
      var members: [String] = []
      for name in ["ana", "ben", "cem"] {
        _ = try await office.add(["email": .string(name + "@example.com")])
        members.append(office.id)
        try await server.wait(minutes: 1)
      }
      func ahead() async throws -> [Int64?] {
        var ahead: [Int64?] = []
        for member in members {
          let told = try await office.call("GET", "/subscribers/\(member)")
          ahead.append(told.integer("data.people_ahead"))
        }
        return ahead
      }
      #expect(try await ahead() == [0, 1, 2])
      let dil: JSON = ["email": "dil@example.com", "referrer": .string(members[2])]
      let added = try await office.add(dil)
      #expect(added.integer("data.position") == 4 && added.integer("data.people_ahead") == 3)
      #expect(try await ahead() == [1, 2, 0])
      #expect(try await office.call("DELETE", "/subscribers/\(members[0])").status == 200)
      #expect(try await Array(ahead()[1...]) == [1, 0])
      // Who joins again is the same member, in the old place.
      _ = try await office.add(["email": "ana@example.com"])
      #expect(try await ahead() == [1, 2, 0])
    }
  }
}
