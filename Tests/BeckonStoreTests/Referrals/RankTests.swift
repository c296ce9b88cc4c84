import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonTesting
import Testing

@testable import BeckonStore

/// The trees of ranks, on several `Database`s at once.
@Suite struct RankTests {
  private static let rule = RewardRule(
    name: "thanks", trigger: .referral(state: .confirmed), beneficiary: .referrer, amount: 50,
    unit: "points")

  private static func wrongNodes(_ story: ReferredPeople) async throws -> [String] {
    try await story.databases[0].read { [app = story.app] in
      try RankCheck(of: app.number, $0).wrongNodes
    }
  }

  @Test(
    "A storm of conversions leaves the tree as it would be counted anew",
    arguments: DatabaseDriver.all)
  func storm(_ driver: DatabaseDriver) async throws {
    try await ReferredPeople.with(driver, people: 48, paying: Self.rule, databases: 2) { story in
      // Everybody who was referred refers, too, so that many counts change at once.
      try await story.databases[0].write { [app = story.app, people = story.people] connection in
        let scope = ReferredPeople.scope(app, connection)
        for (index, person) in people.enumerated() {
          for friend in 0...index % 3 {
            _ = try ReferredPeople.signUp(
              "f\(index)-\(friend)", person, story.campaign, scope)
          }
        }
      }
      let friends = try await story.databases[0].read { [app = story.app] connection in
        try connection.rows(
          "SELECT person FROM referrals WHERE app = $1 AND referrer IS NOT NULL ORDER BY person",
          [.integer(app.number)]
        ) { $0.id(0, PersonID.self) }
      }
      #expect(friends.count == 48 + 96)
      let answered = await DatabaseTests.answered(0..<72) { number in
        // Each comes twice, alone and with others, to both.
        let own = [friends[number * 2], friends[number * 2 + 1], friends[(number * 7) % 144]]
        let conversions = own.map { person in
          Conversion(
            step: 2, of: person, in: story.campaign, clientID: person.text, trust: .server)
        }
        if number % 2 == 0 {
          try await story.recordTogether(conversions, on: number / 2 % 2)
        } else {
          try await story.record(conversions, on: number / 2 % 2)
        }
      }
      #expect(answered.count == 72)
      #expect(try await Self.wrongNodes(story) == [])
      let board = try await story.databases[1].read { [app = story.app] connection in
        try Leaders(ReferredPeople.scope(app, connection), of: story.campaign.id)
          .page(behind: nil, limit: 100)
      }
      func thrice(_ values: [Int64]) -> [Int64] {
        values.flatMap { Array(repeating: $0, count: 16) }
      }
      #expect(board.map(\.place.confirmed) == [48] + thrice([3, 2, 1]))
      #expect(board.map(\.standing.rank) == [1] + thrice([2, 18, 34]))
      #expect(board.map(\.standing.tied) == [1] + thrice([16, 16, 16]))
    }
  }

  @Test("A tree that is wrong is found and mended", arguments: DatabaseDriver.all)
  func mended(_ driver: DatabaseDriver) async throws {
    try await ReferredPeople.with(driver, people: 3, paying: Self.rule) { story in
      try await story.record([story.conversion(0, id: "a"), story.conversion(1, id: "b")])
      #expect(try await Self.wrongNodes(story) == [])
      try await story.databases[0].write { [app = story.app] connection in
        try connection.run(
          "UPDATE rank_counts SET people = people + 3 WHERE node = 2 AND board = 'confirmed'")
        try connection.run("DELETE FROM rank_counts WHERE node = 160 AND board = 'confirmed'")
        let check = try RankCheck(of: app.number, connection)
        #expect(check.wrongNodes.count == 2)
        try check.mend(connection)
      }
      #expect(try await Self.wrongNodes(story) == [])
    }
  }

  @Test("Pages of a large board are a sorted list, with its ranks", arguments: DatabaseDriver.all)
  func large(_ driver: DatabaseDriver) async throws {
    try await ReferredPeople.with(driver, people: 0, paying: Self.rule) { story in
      var dice = SeededGenerator(announcedFor: "a large leaderboard")
      let rows = (0..<2_000).map { _ in
        let most: Int64 = Int.random(in: 0..<20, using: &dice) == 0 ? 5_000 : 3
        return BoardPlace(
          confirmed: Int64.random(in: 0...most, using: &dice),
          unconfirmed: Int64.random(in: 0...1, using: &dice),
          pending: Int64.random(in: 0...1, using: &dice),
          person: PersonID(Identifier(high: dice.next(), low: dice.next())))
      }
      try await story.databases[0].write { [app = story.app] connection in
        try connection.insert(
          rows.map { row in
            [
              .integer(app.number), .id(story.campaign.id), .id(row.person),
              .integer(row.pending), .integer(row.unconfirmed), .integer(row.confirmed),
              .integer(1),
            ]
          }, by: Self.counts)
      }
      let right = Self.sorted(rows.filter { $0.counts != [0, 0, 0] })
      try await Self.expect(right, story)
      while try await story.databases[0].write({ try RankFill($0).run() }) > 0 {}
      #expect(try await Self.wrongNodes(story) == [])
      try await Self.expect(right, story)
    }
  }

  private static let counts = Insertion(
    "referral_counts",
    key: [.integer("app"), .identifier("campaign"), .identifier("person")],
    [
      .integer("pending"), .integer("unconfirmed"), .integer("confirmed"), .integer("updated_at"),
    ])

  private static func sorted(_ places: [BoardPlace]) -> [BoardPlace] {
    places.sorted { one, other in
      one.counts == other.counts
        ? one.person < other.person : other.counts.lexicographicallyPrecedes(one.counts)
    }
  }

  private static func expect(_ right: [BoardPlace], _ story: ReferredPeople) async throws {
    let (pages, around) = try await story.databases[0].read { [app = story.app] connection in
      let leaders = Leaders(ReferredPeople.scope(app, connection), of: story.campaign.id)
      var pages: [Leaders.Entry] = []
      var page = try leaders.page(behind: nil, limit: 170)
      while let last = page.last, pages.count < 3_000 {
        pages += page
        page = try leaders.page(behind: last.place, limit: 170)
      }
      return (pages, try leaders.around(right[777].person, limit: 21))
    }
    #expect(pages.map(\.place) == right)
    let scores = right.map(\.confirmed)
    for entry in pages {
      let score = entry.place.confirmed
      #expect(entry.standing.rank == Int64(scores.filter { $0 > score }.count) + 1)
      #expect(entry.standing.tied == Int64(scores.filter { $0 == score }.count))
    }
    #expect(around == Array(pages[767...787]))
  }
}
