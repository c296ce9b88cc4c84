import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore
import Testing

/// What a rule may pay in all, on several `Database`s at once.
@Suite struct CapTotalTests {
  private static func capped(_ total: Int64) -> RewardRule {
    RewardRule(
      name: "both", trigger: .referral(state: .confirmed), beneficiary: .recipient, amount: 50,
      unit: "points", cap: RewardCap(total: total))
  }

  @Test("A total is never passed and used to the end", arguments: DatabaseDriver.all)
  func total(_ driver: DatabaseDriver) async throws {
    // 37 fit, and 49 points are left over. Half of the conversions come twice.
    try await ReferredPeople.with(
      driver, people: 50, paying: Self.capped(37 * 50 + 49), databases: 2
    ) {
      story in
      let answered = await DatabaseTests.answered(0..<75) { number in
        let conversion = story.conversion(number % 50, id: "c\(number % 50)")
        if number % 3 == 0 {
          try await story.recordTogether([conversion], on: number % 2)
        } else {
          try await story.record([conversion], on: number % 2)
        }
      }
      #expect(answered.count == 75)
      let transfers = try await story.number("SELECT COUNT(*) FROM transfers")
      #expect(transfers == 37)
      #expect(try await story.number("SELECT COUNT(*) FROM refusals") == 13)
      #expect(try await story.number("SELECT CAST(SUM(room) AS BIGINT) FROM cap_shares") == 49)
      #expect(try await story.sum() == 0)
    }
  }

  @Test(
    "What one referrer may get in a month is never passed and used to the end, whoever pays at once",
    arguments: DatabaseDriver.all)
  func month(_ driver: DatabaseDriver) async throws {
    let capped = RewardRule(
      name: "month", trigger: .referral(state: .confirmed), beneficiary: .referrer, amount: 50,
      unit: "points", cap: RewardCap(perMonth: 7 * 50 + 49))
    try await ReferredPeople.with(driver, people: 16, paying: capped, databases: 2) { story in
      let answered = await DatabaseTests.answered(0..<24) { number in
        let conversion = story.conversion(number % 16, id: "c\(number % 16)")
        if number % 3 == 0 {
          try await story.recordTogether([conversion], on: number % 2)
        } else {
          try await story.record([conversion], on: number % 2)
        }
      }
      #expect(answered.count == 24)
      let transfers = try await story.number("SELECT COUNT(*) FROM transfers")
      let refused = try await story.number(
        "SELECT COUNT(*) FROM refusals WHERE reason = 'cap_per_month'")
      let sum = try await story.sum()
      #expect(transfers == 7 && refused == 9 && sum == 0)
    }
  }

  @Test("What was given up before it was paid makes room again", arguments: DatabaseDriver.all)
  func givenBack(_ driver: DatabaseDriver) async throws {
    let held = RewardRule(
      name: "held", trigger: .referral(state: .confirmed), beneficiary: .recipient, amount: 50,
      unit: "points", holdMilliseconds: 1_000, cap: RewardCap(total: 100))
    try await ReferredPeople.with(driver, people: 4, paying: held) { story in
      try await story.record((0..<3).map { story.conversion($0, id: "\($0)") })
      #expect(try await story.number("SELECT COUNT(*) FROM transfers") == 2)
      try await story.databases[0].write { [app = story.app] connection in
        let scope = ReferredPeople.scope(app, connection)
        var pending = FoundTransfers.Filter()
        pending.states = [.pending]
        for row in try FoundTransfers(scope).page(pending, behind: nil, limit: 1).rows {
          let id = try #require(row.json["id"]?.string.flatMap { TransferID($0) })
          try Ledger(scope).void(id, reason: "test")
        }
      }
      try await story.record((3..<4).map { story.conversion($0, id: "\($0)") })
      #expect(try await story.number("SELECT COUNT(*) FROM transfers") == 3)
      #expect(try await story.number("SELECT CAST(SUM(room) AS BIGINT) FROM cap_shares") == 0)
    }
  }
}
