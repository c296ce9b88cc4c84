#if Postgres
  import BeckonBasics
  import BeckonModel
  import BeckonTesting
  import TestDatabases
  import Testing
  import TestPrograms

  extension PostgresTests {
    /// PostgreSQL goes away under a server that has work, and comes back.
    @Suite struct OutageTests {
      /// How it goes away.
      enum Outage: CaseIterable {
        case stopped, frozen

        func begin(_ cluster: PostgresCluster) throws {
          switch self {
          case .stopped: try cluster.crash()
          case .frozen: try cluster.freeze()
          }
        }

        func end(_ cluster: PostgresCluster) throws {
          switch self {
          case .stopped: try cluster.start()
          case .frozen: try cluster.thaw()
          }
        }
      }

      @Test(
        "Without PostgreSQL every call is refused soon; with it the same server goes on, and nothing that it acknowledged is lost",
        arguments: Outage.allCases)
      func outage(_ outage: Outage) async throws {
        let cluster = try PostgresCluster("")
        let folder = try TemporaryFolder()
        let server = try await RunningServer(
          folder, "--request-milliseconds", "2000", database: cluster.url())
        let shop = try await ReferralShop(server, try await AppKeys(cluster.url()))

        let load = SignUps(shop, server)
        try await load.await(10, with: 201)
        try outage.begin(cluster)
        try await load.await(3, with: 503)
        try await expectRefusals(server, shop)
        #expect(server.isRunning)
        try outage.end(cluster)
        try await load.await(20, with: 201)

        let answers = try await load.end()
        #expect(Set(answers.map(\.status)) == [201, 503])
        expectRefusedSoon(answers)
        // Some of those that were refused may have been stored, so all are sent again.
        for number in answers.indices {
          var again = try await shop.signUp(number, server)
          // A machine that does other things may take longer than a request may here.
          while again.status == 503 { again = try await shop.signUp(number, server) }
          let isNew = answers[number].status == 503 && again.status == 201
          #expect(isNew || again.status == 200, "\(number): \(again.json.text)")
        }
        try await shop.expectPaid(friends: answers.count, server)
        #expect(try await server.get("/health").status == 200)
        #expect(await server.stop() == 0)
      }

      /// That they are answered at all is what is tested: the database says nothing for as long as
      /// it is away, and comes back only when all of them have their answer.
      private func expectRefusedSoon(
        _ answers: [RunningServer.Answer], location: SourceLocation = #_sourceLocation
      ) {
        for answer in answers where answer.status != 201 {
          #expect(answer.status == 503, "\(answer.json.text)", sourceLocation: location)
          #expect(answer.retryAfter == "1", sourceLocation: location)
        }
      }

      /// What reads, what writes, and what is in memory.
      private func expectRefusals(_ server: RunningServer, _ shop: ReferralShop) async throws {
        let (secret, publishable) = (shop.keys.secret, shop.keys.publishable)
        expectRefusedSoon([
          try await server.get("/v1/ledger/summary", key: secret),
          try await server.get("/v1/ledger/summary", key: "sk_of_nobody"),
          try await server.get("/" + shop.code),
          try await server.ask(
            "POST", "/v1/links", key: publishable, ["url": "https://a.example"]),
          try await server.ask(
            "POST", "/v1/events", key: publishable, ["events": [["id": "e", "name": "view"]]]),
        ])
        let health = try await server.get("/health")
        expectRefusedSoon([health])
        let problem = health.json["problems"]?[0]?.string ?? ""
        #expect(problem.hasPrefix("the database does not answer"), "\(health.json.text)")
        try await eventually { try await server.get("/metrics").status == 200 }
      }
    }
  }

  /// Friends who sign up one after the other, all the time.
  private struct SignUps {
    private let answers = Locked<[RunningServer.Answer]>([])
    private let isEnding = Locked(false)
    private let task: Task<Void, any Error>

    struct TooSlow: Error {}

    init(_ shop: ReferralShop, _ server: RunningServer) {
      task = Task { [answers, isEnding] in
        while !isEnding.withLock({ $0 }) {
          let number = answers.withLock { $0.count }
          let answer = try await shop.signUp(number, server)
          answers.withLock { $0.append(answer) }
        }
      }
    }

    /// Waits for so many further answers of this kind.
    func await(_ count: Int, with status: Int) async throws {
      let before = answers.withLock { $0.count }
      let end = MonotonicClock.nanoseconds() + 60_000_000_000
      while answers.withLock({ $0[before...].count(where: { $0.status == status }) }) < count {
        guard MonotonicClock.nanoseconds() < end else { throw TooSlow() }
        // Sleeps because: it waits for answers that another task gets.
        try await Task.sleep(nanoseconds: 10_000_000)
      }
    }

    /// Stops after the next answer, and gives all of them.
    func end() async throws -> [RunningServer.Answer] {
      isEnding.withLock { $0 = true }
      try await task.value
      return answers.withLock { $0 }
    }
  }
#endif
