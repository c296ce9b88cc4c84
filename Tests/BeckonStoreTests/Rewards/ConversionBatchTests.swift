import BeckonDatabase
import BeckonModel
import BeckonStore
import Testing

/// Conversions that are recorded together.
@Suite struct ConversionBatchTests {
  private static let reward = RewardRule(
    name: "both", trigger: .referral(state: .confirmed), beneficiary: .both, amount: 50,
    unit: "points")

  /// Everything that a conversion changes, but for ids made by chance.
  private static func content(_ story: ReferredPeople) async throws -> [String] {
    try await story.databases[0].read { connection in
      func lines(_ sql: StaticString, _ columns: Int) throws -> [String] {
        try connection.rows(sql, []) { row in
          (0..<columns).map { row.isNull($0) ? "-" : row.text($0) }.joined(separator: " ")
        }.sorted()
      }
      return try lines(
        """
        SELECT CAST(COUNT(*) AS TEXT), kind, from_account, to_account, state, reasons,
          CAST(SUM(amount) AS TEXT) FROM transfers
        GROUP BY kind, from_account, to_account, state, reasons
        """, 7)
        + lines("SELECT CAST(posted AS TEXT), CAST(pending AS TEXT) FROM balances", 2)
        + lines("SELECT state, CAST(updated_at AS TEXT) FROM referrals", 2)
        + lines(
          """
          SELECT CAST(pending AS TEXT), CAST(unconfirmed AS TEXT), CAST(confirmed AS TEXT)
          FROM referral_counts
          """, 3)
        + lines("SELECT name, trust, CAST(at AS TEXT) FROM facts", 3)
        + lines("SELECT CAST(step AS TEXT) FROM conversions", 1)
        + lines("SELECT CAST(status AS TEXT), body FROM outcomes", 2)
        + lines("SELECT CAST(COUNT(*) AS TEXT) FROM fact_ids", 1)
    }
  }

  @Test("They leave what the same conversions leave one by one", arguments: DatabaseDriver.all)
  func same(_ driver: DatabaseDriver) async throws {
    var contents: [[String]] = []
    for together in [false, true] {
      try await ReferredPeople.with(driver, people: 20, paying: Self.reward) { story in
        let all = (0..<20).map { story.conversion($0, id: "c\($0)") }
        if together {
          let outcomes = try await story.recordTogether(all)
          #expect(outcomes == Array(repeating: "paid 2", count: 20))
        } else {
          try await story.record(all)
        }
        contents.append(try await Self.content(story))
        #expect(try await story.sum() == 0)
      }
    }
    #expect(contents[0] == contents[1])
    #expect(contents[0].contains("40 reward budget person posted [] 2000"))
  }

  @Test("Of one person's, and of one id, the first counts", arguments: DatabaseDriver.all)
  func repeated(_ driver: DatabaseDriver) async throws {
    try await ReferredPeople.with(driver, people: 3, paying: Self.reward) { story in
      let first = try await story.recordTogether([
        story.conversion(0, id: "a"), story.conversion(0, id: "a"), story.conversion(0, id: "b"),
        story.conversion(1, id: "a"), story.conversion(2, id: "c"),
      ])
      #expect(first == ["paid 2", "answered", "paid 0", "conflict", "paid 2"])
      let again = try await story.recordTogether([
        story.conversion(0, id: "a"), story.conversion(1, id: "d"), story.conversion(2, id: "e"),
      ])
      #expect(again == ["answered", "paid 2", "paid 0"])
      #expect(try await story.number("SELECT COUNT(*) FROM transfers") == 6)
      #expect(try await story.sum() == 0)
    }
  }

  @Test("A balance that may have no room keeps all from being recorded, and changes nothing")
  func full() async throws {
    try await ReferredPeople.with(.sqlite, people: 2, paying: Self.reward) { story in
      let room = Limits.balanceMax - 149
      try await story.databases[0].write { [app = story.app, referrer = story.referrer] in
        try $0.run(
          "INSERT INTO balances VALUES ($1, $2, 'points', $3, 50)",
          [.integer(app.number), .id(referrer), .integer(room)])
      }
      await #expect(throws: Ledger.NotTogether.balanceFull) {
        try await story.recordTogether((0..<2).map { story.conversion($0, id: "\($0)") })
      }
      #expect(try await story.number("SELECT COUNT(*) FROM transfers") == 0)
      // One by one there is room for the first.
      try await story.record((0..<2).map { story.conversion($0, id: "\($0)") })
      #expect(try await story.number("SELECT COUNT(*) FROM transfers") == 3)
      #expect(try await story.number("SELECT COUNT(*) FROM refusals") == 1)
    }
  }

  #if Postgres
    @Test("Two servers that record the same conversions pay each once")
    func servers() async throws {
      try await ReferredPeople.with(.postgres, people: 60, paying: Self.reward, databases: 2) {
        story in
        let answered = await DatabaseTests.answered(0..<40) { number in
          // Each person's conversion comes in several batches, to both servers.
          let batch = (0..<15).map { (number * 7 + $0 * 4) % 60 }
          let conversions = batch.map { story.conversion($0, id: "c\($0)") }
          try await story.recordTogether(conversions, on: number % 2)
        }
        #expect(answered.count == 40)
        let transfers = try await story.number("SELECT COUNT(*) FROM transfers")
        #expect(transfers == 120)
        #expect(try await story.number("SELECT MAX(posted) FROM balances") == 3_000)
        #expect(
          try await story.number("SELECT COUNT(*) FROM facts WHERE name = 'beckon.conversion'")
            == 60)
        #expect(try await story.sum() == 0)
      }
    }
  #endif
}
