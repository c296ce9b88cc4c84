import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore
import TestDatabases
import Testing

#if Postgres
  import BeckonPostgres
#endif

/// First launches that are carried out together.
@Suite struct FirstLaunchesTests {
  /// What came of a launch, but for ids made by chance.
  private static func line(_ outcome: FirstLaunch.Outcome, _ story: ClickedLinks) -> String {
    let link = outcome.link.flatMap { link in
      outcome.decision.link == link.id ? link.code : "another"
    }
    let isOwner = outcome.referrer.map { $0 == story.links[0].referrer ? "Ana" : "somebody" }
    let click = outcome.decision.click.flatMap(story.clicks.firstIndex).map { "click \($0)" }
    return [
      outcome.decision.type.rawValue, outcome.decision.reason, link ?? "-", isOwner ?? "-",
      click ?? "-", outcome.token == nil ? "known" : "new",
    ].joined(separator: " ")
  }

  /// All that leads an install somewhere, and what takes it from others.
  private static func launches(_ story: ClickedLinks) -> [FirstLaunch.Request] {
    [
      story.launch(0, network: 0),
      // On the same network: the click is the first one's.
      story.launch(1, network: 0),
      // Nobody clicked there.
      story.launch(2, network: 900),
      // Names the click of the network, so that the next finds it taken.
      story.launch(3, network: 901, click: story.clicks[1]),
      story.launch(4, network: 1),
      story.launch(5, network: 902, click: story.clicks[1]),
      story.launch(6, network: 903, link: "https://go.example/two"),
      story.launch(7, network: 904, pasteboard: "https://go.example/none"),
      // The same install once more, from elsewhere.
      story.launch(0, network: 2),
      story.launch(8, network: 2),
    ]
  }

  private static let outcomes = [
    "default network_and_device one Ana click 0 new", "none only_claimed - - - new",
    "none no_candidates - - - new", "unique click_id one Ana click 1 new",
    "none only_claimed - - - new", "none click_claimed - - - new",
    "unique opened_link two Ana - new", "none click_unknown - - - new",
    "default network_and_device one Ana click 0 known",
    "default network_and_device one Ana click 2 new",
  ]

  @Test(
    "Together and one by one they come to the same, and again to the same without a token",
    arguments: DatabaseDriver.all)
  func same(_ driver: DatabaseDriver) async throws {
    for together in [false, true] {
      try await ClickedLinks.with(driver, networks: 3) { story in
        let launches = Self.launches(story)
        let first = try await story.run(launches, together: together)
        #expect(first.map { Self.line($0, story) } == Self.outcomes)
        let again = try await story.run(launches, together: together)
        #expect(again.map(\.decision.id) == first.map(\.decision.id))
        #expect(again.map(\.install) == first.map(\.install))
        #expect(again.map(\.link) == first.map(\.link))
        #expect(again.allSatisfy { $0.token == nil })
        // Ana has a token too.
        #expect(try await story.counts() == [9, 9, 3, 10])
        #expect(try await story.matches() == [3, 3])
      }
    }
  }

  @Test("An install whose decision was deleted with the clicks keeps to what it names")
  func undecided() async throws {
    for driver in DatabaseDriver.all {
      try await ClickedLinks.with(driver, networks: 2) { story in
        try await story.run([story.launch(0, network: 900), story.launch(1, network: 901)])
        try await story.databases[0].write { try $0.run("DELETE FROM decisions") }
        let again = try await story.run([
          story.launch(0, network: 0), story.launch(1, network: 1, link: "https://go.example/two"),
        ])
        #expect(
          again.map { Self.line($0, story) } == [
            "none no_candidates - - - known", "unique opened_link two Ana - known",
          ])
      }
    }
  }

  @Test("Of more clicks from one network than are looked at, the newest are")
  func truncated() async throws {
    for driver in DatabaseDriver.all {
      try await ClickedLinks.with(driver, networks: 1) { story in
        let app = story.app
        let old = ClickCandidates.countMax + 20
        try await story.databases[0].write { [link = story.links[1].id] connection in
          let clicks = (0..<old).map { number in
            Click(
              id: ClickID(Identifier(at: ClickedLinks.now, random: (1, UInt64(number) << 8))),
              link: link, at: ClickedLinks.now.adding(milliseconds: -900), kind: .click,
              network: app.digest(ofNetwork: "203.0.0.0"),
              visitor: Identifier(high: 1, low: 1),
              signals: Signals(network: "", networkClass: .ordinary, platform: .android))
          }
          try ClickBatch(clicks.map { (app.number, $0) }).store(in: connection)
        }
        // All that are looked at are another platform's; the one that fits is not among them.
        let outcomes = try await story.run([
          story.launch(0, network: 0), story.launch(1, network: 900),
        ])
        #expect(outcomes.map(\.decision.reason) == ["too_many_candidates", "no_candidates"])
      }
    }
  }

  #if Postgres
    @Test("Two servers that get the same installs attribute each once, and none is lost")
    func servers() async throws {
      try await ClickedLinks.with(.postgres, networks: 60, databases: 2) { story in
        // Each install comes in several batches, to both servers; two want the click of a network.
        let answered = await DatabaseTests.answered(0..<40) { number in
          let batch = (0..<30).map { (number * 7 + $0 * 4) % 120 }
          let launches = batch.map { story.launch($0, network: $0 % 60) }
          try await story.run(launches, on: number % 2)
        }
        #expect(answered.count == 40)
        let counts = try await story.counts()
        #expect(counts == [120, 120, 60, 121])
        #expect(try await story.matches() == [60, 60])
      }
    }

    @Test("A token is given to one of those who send the same install at the same time")
    func tokens() async throws {
      try await ClickedLinks.with(.postgres, networks: 5, databases: 2) { story in
        let given = try await withThrowingTaskGroup(of: [String].self) { group in
          for number in 0..<40 {
            group.addTask {
              let launches = (0..<5).map { story.launch($0, network: $0) }
              return try await story.run(launches, on: number % 2).compactMap(\.token)
            }
          }
          return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(given.count == 5)
        #expect(try await story.counts() == [5, 5, 5, 6])
      }
    }

    @Test("Of installs that come while PostgreSQL dies, none that was acknowledged is lost")
    func outage() async throws {
      let cluster = try PostgresCluster("")
      let database = try PostgresDatabase(.init(url: cluster.url()))
      let story = try await ClickedLinks(20, on: [database])
      let known = Locked<[Int: FirstLaunch.Outcome]>([:])
      @Sendable func send(_ batch: Int) async {
        let phones = Array(batch * 5..<batch * 5 + 5)
        let launches = phones.map { story.launch($0, network: $0 % 40) }
        guard let outcomes = try? await story.run(launches) else { return }
        known.withLock { known in
          for (phone, outcome) in zip(phones, outcomes) { known[phone] = outcome }
        }
      }
      for round in 0..<3 {
        await withTaskGroup { group in
          for batch in 0..<20 { group.addTask { await send(round * 20 + batch) } }
          group.addTask {
            try? cluster.crash()
            try? cluster.start()
          }
        }
      }
      // With PostgreSQL back, all go through; those that were refused too.
      let all = Array(0..<300)
      let again = try await Self.patiently {
        try await story.run(all.map { story.launch($0, network: $0 % 40) })
      }
      for (phone, outcome) in known.withLock({ $0 }) {
        #expect(again[phone].install == outcome.install)
        #expect(again[phone].decision.id == outcome.decision.id)
        #expect(again[phone].token == nil)
      }
      let counts = try await story.counts()
      #expect(counts == [300, 300, 20, 301])
      await database.close()
    }

    /// Once more while the database cannot be reached.
    private static func patiently<Value: Sendable>(
      _ body: () async throws -> Value
    ) async throws -> Value {
      for _ in 0..<300 {
        if let value = try? await body() { return value }
        // Sleeps because: connections that died are opened again after a pause.
        try await Task.sleep(nanoseconds: 100_000_000)
      }
      return try await body()
    }
  #endif
}
