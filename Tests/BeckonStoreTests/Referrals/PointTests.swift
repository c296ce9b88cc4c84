import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonTesting
import Testing

@testable import BeckonStore

/// Points and places of waiting lists, on several `Database`s at once.
@Suite struct PointTests {
  private static let rule = RewardRule(
    name: "thanks", trigger: .referral(state: .confirmed), beneficiary: .referrer, amount: 50,
    unit: "points")

  private static func wrong(_ story: ReferredPeople) async throws -> [String] {
    try await story.databases[0].read { [app = story.app] connection in
      let scope = ReferredPeople.scope(app, connection)
      return try PlaceCheck(scope).wrong + RankCheck(of: app.number, connection).wrongNodes
    }
  }

  @Test(
    "A storm of grants, conversions and clawbacks leaves the points that the ledger comes to",
    arguments: DatabaseDriver.all)
  func storm(_ driver: DatabaseDriver) async throws {
    try await ReferredPeople.with(
      driver, people: 24, paying: Self.rule, databases: 2, kind: .contest
    ) { story in
      let answered = await DatabaseTests.answered(0..<72) { number in
        if number % 3 == 0 {
          let ids = [number / 3, (number * 5) % 24]
          try await story.recordTogether(
            ids.map { story.conversion($0, id: "c\($0)") }, on: number % 2)
        } else {
          // Each grant comes twice, to both.
          let person = story.people[number / 3]
          try await story.databases[number % 2].write { [app = story.app] connection in
            let grants = Grants(ReferredPeople.scope(app, connection))
            _ = try grants.grant(
              Grants.Grant(
                id: grants.transferID("g\(number / 3)"), campaign: story.campaign.id,
                amount: Int64(number / 3) + 1), to: person)
            if number % 12 == 1 {
              try Ledger(ReferredPeople.scope(app, connection)).takeBack(
                grants.transferID("g\(number / 3)"), fact: nil, reasons: [])
            }
          }
        }
      }
      #expect(answered.count == 72)
      #expect(try await Self.wrong(story) == [])
      #expect(try await story.sum() == 0)
      let board = try await story.databases[1].read { [app = story.app] connection in
        try PointLeaders(ReferredPeople.scope(app, connection), of: story.campaign.id)
          .page(behind: nil, limit: 100)
      }
      let kept = (0..<24).filter { $0 % 4 != 0 }.map { Int64($0) + 1 }
      #expect(board.map(\.place.points) == [24 * 50] + kept.reversed())
      #expect(board.map(\.standing.rank) == Array(1...19))
    }
  }

  @Test("A storm of conversions moves people up a waiting list", arguments: DatabaseDriver.all)
  func queueStorm(_ driver: DatabaseDriver) async throws {
    try await ReferredPeople.with(
      driver, people: 24, paying: Self.rule, databases: 2, kind: .waitlist
    ) { story in
      let answered = await DatabaseTests.answered(0..<24) { number in
        try await story.databases[number % 2].write { [app = story.app] connection in
          let scope = ReferredPeople.scope(app, connection)
          let friend = try ReferredPeople.signUp(
            "f\(number)", story.people[number % 4], story.campaign, scope)
          let store = Conversions(scope)
          for person in [story.people[number], friend] {
            let conversion = Conversion(
              step: 2, of: person, in: story.campaign, clientID: person.text, trust: .server)
            if case .recorded = try store.record(conversion) {
              try store.keep(status: 200, body: "{}", of: conversion)
            }
          }
        }
      }
      #expect(answered.count == 24)
      #expect(try await Self.wrong(story) == [])
      let ahead = try await story.databases[1].read { [app = story.app] connection in
        let places = QueuePlaces(ReferredPeople.scope(app, connection))
        return try ([story.referrer] + story.people.prefix(5)).map { person in
          try places.standing(of: person, in: story.campaign)?.peopleAhead
        }
      }
      // Ana has 24, four have 6 each, and all others wait in the order in which they joined.
      #expect(ahead[0] == 0)
      #expect(Set(ahead[1...4]) == [1, 2, 3, 4])
      #expect(ahead[5] ?? 0 >= 5)
    }
  }

  @Test("Places of a long waiting list are a sorted list", arguments: DatabaseDriver.all)
  func long(_ driver: DatabaseDriver) async throws {
    try await ReferredPeople.with(
      driver, people: 0, paying: Self.rule, kind: .waitlist
    ) { story in
      var dice = SeededGenerator(announcedFor: "a long waiting list")
      let rows = (0..<2_000).map { _ in
        WaitingRow(
          person: PersonID(Identifier(high: dice.next(), low: dice.next())),
          referral: ReferralID(Identifier(high: dice.next(), low: dice.next())),
          joined: 1_780_000_000_000 + Int64.random(in: 0...40, using: &dice) * 5_000,
          confirmed: max(Int64.random(in: -3...20, using: &dice), 0) / 4)
      }
      try await story.databases[0].write { [app = story.app] connection in
        try connection.run("DELETE FROM queue_places")
        try connection.run("DELETE FROM rank_counts")
        try connection.insert(rows.map { $0.values(app, story.campaign.id) }, by: WaitingRow.table)
      }
      let right = rows.sorted { one, other in
        one.confirmed == other.confirmed
          ? (one.joined, one.referral) < (other.joined, other.referral)
          : one.confirmed > other.confirmed
      }
      try await Self.expect(right, story)
      while try await story.databases[0].write({ try RankFill($0).run() }) > 0 {}
      let wrongNodes = try await story.databases[0].read { [app = story.app] in
        try RankCheck(of: app.number, $0).wrongNodes
      }
      #expect(wrongNodes == [])
      try await Self.expect(right, story)
    }
  }

  private static func expect(_ right: [WaitingRow], _ story: ReferredPeople) async throws {
    let places = Array(stride(from: 0, to: 2_000, by: 37))
    let found = try await story.databases[0].read { [app = story.app] connection in
      let queue = QueuePlaces(ReferredPeople.scope(app, connection))
      return try places.map { try queue.standing(of: right[$0].person, in: story.campaign) }
    }
    #expect(found.map { $0?.peopleAhead } == places.map { Int64($0) })
    #expect(Set(found.map { $0?.people }) == [2_000])
  }

  @Test("Points and places that are wrong are found and mended", arguments: DatabaseDriver.all)
  func mended(_ driver: DatabaseDriver) async throws {
    try await ReferredPeople.with(driver, people: 3, paying: Self.rule, kind: .waitlist) { story in
      try await story.record([story.conversion(0, id: "a"), story.conversion(1, id: "b")])
      #expect(try await Self.wrong(story) == [])
      try await story.databases[0].write { [app = story.app] connection in
        try connection.run("UPDATE campaign_points SET points = points + 3")
        try connection.run("UPDATE queue_places SET confirmed = 7 WHERE confirmed = 0")
        let scope = ReferredPeople.scope(app, connection)
        #expect(try PlaceCheck(scope).wrong.count == 4)
        try PlaceCheck(scope).mend()
        try RankCheck(of: app.number, connection).mend(connection)
      }
      #expect(try await Self.wrong(story) == [])
    }
  }
}

/// Somebody in a waiting list whom the trees do not count yet.
private struct WaitingRow {
  let person: PersonID
  let referral: ReferralID
  let joined: Int64
  let confirmed: Int64

  static let table = Insertion(
    "queue_places", key: [.integer("app"), .identifier("campaign"), .identifier("person")],
    [
      .identifier("referral"), .integer("joined_at"), .integer("confirmed"), .integer("is_ranked"),
    ])

  func values(_ app: AppContext, _ campaign: CampaignID) -> [DatabaseValue] {
    [
      .integer(app.number), .id(campaign), .id(person), .id(referral), .integer(joined),
      .integer(confirmed), .integer(0),
    ]
  }
}
