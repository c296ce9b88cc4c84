import BeckonModel
import Testing

/// Places of a waiting list.
@Suite struct WaitingListTests {
  /// The people ahead of each, `nil` for who has no place.
  private static func ahead(
    _ people: [TestPerson], _ campaign: TestCampaign
  ) async throws -> [Int64?] {
    var ahead: [Int64?] = []
    for person in people {
      let told = try await campaign.app.get(campaign.path + "/leaderboard/" + person.id)
      ahead.append(told.integer("queue.people_ahead"))
      #expect(told.integer("queue.position") == ahead.last??.advanced(by: 1))
    }
    return ahead
  }

  private static func queue(_ server: TestServer) async throws -> (TestCampaign, [TestPerson]) {
    let campaign = try await server.app.campaign(kind: "waitlist", rules: [])
    var people: [TestPerson] = []
    for name in ["ana", "ben", "cem", "dil"] {
      people.append(try await server.app.signUp(name))
      try await server.wait(minutes: 1)
    }
    return (campaign, people)
  }

  @Test("Who joins stands at the end, and moves up by referring")
  func order() async throws {
    try await TestServer.run { server in
      let (campaign, people) = try await Self.queue(server)
      #expect(try await Self.ahead(people, campaign) == [0, 1, 2, 3])
      let eve = try await server.app.signUp("eve", referrer: people[2].code)
      #expect(try await Self.ahead(people + [eve], campaign) == [1, 2, 0, 3, 4])
      let told = try await server.app.get(campaign.path + "/leaderboard/" + eve.id)
      #expect(told.integer("queue.people") == 5 && told.value("rank") == .null)
      // With the app's key a place is told to the person alone.
      let path = campaign.path + "/leaderboard/" + eve.id
      let own = try await server.app.get(path, as: .publishable, token: eve.token)
      #expect(own.integer("queue.people_ahead") == 4)
      let other = try await server.app.get(path, as: .publishable, token: people[0].token)
      #expect(other.status == 403)
    }
  }

  @Test("Who is erased or merged leaves the queue, and in other campaigns there is none")
  func leaving() async throws {
    try await TestServer.run { server in
      let (campaign, people) = try await Self.queue(server)
      #expect(try await people[0].erase().status == 204)
      #expect(try await Self.ahead(Array(people[1...]), campaign) == [0, 1, 2])
      #expect(try await people[1].merge(into: people[3]).status == 200)
      #expect(try await Self.ahead([people[2], people[3]], campaign) == [0, 1])
      let told = try await server.app.get(campaign.path + "/leaderboard/" + people[3].id)
      #expect(told.integer("queue.people") == 2)
      let other = try await server.app.campaign(name: "autumn", kind: "contest", rules: [])
      let eve = try await server.app.signUp("eve", campaign: other)
      let none = try await server.app.get(other.path + "/leaderboard/" + eve.id)
      #expect(none.value("queue") == .some(.null), "\(none.text)")
      #expect(try await eve.export().status == 200)
    }
  }

  @Test("Who waited before places were counted is counted in parts, and found meanwhile")
  func filled() async throws {
    try await TestServer.run { server in
      let (campaign, people) = try await Self.queue(server)
      _ = try await server.app.signUp("eve", referrer: people[3].code)
      try await server.change("DELETE FROM rank_counts WHERE board <> 'confirmed'")
      try await server.change("UPDATE queue_places SET is_ranked = 0")
      #expect(try await Self.ahead(people, campaign) == [1, 2, 3, 0])
      _ = try await server.app.signUp("fay", referrer: people[3].code)
      try await server.wait(minutes: 1)
      #expect(try await Self.ahead(people, campaign) == [1, 2, 3, 0])
      #expect(try await server.number("SELECT COUNT(*) FROM queue_places WHERE is_ranked = 0") == 0)
    }
  }
}
