import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore
import ChildProcess

/// The rank of a random member of a large campaign: as a call of the store, each a read of its own,
/// and over HTTP, beside `ZREVRANK` of a Redis that holds the same scores. Ours are on disk.
enum Leaderboard {
  /// Asked for one after the other.
  private static let looks = 20_000
  private static let connections = 64

  static func run(_ scale: Scale) async throws -> JSON {
    let board = Board(count: scale.members)
    let fill = Locked(0.0)
    let workshop = try await Workshop(on: scale.database) { database, app in
      Telling.say("  storing \(scale.members) members …")
      try await board.store(in: database, app)
      Telling.say("  counting their ranks …")
      let start = MonotonicClock.nanoseconds()
      while try await database.write({ try RankFill($0).run() }) > 0 {}
      fill.withLock { $0 = Double(MonotonicClock.nanoseconds() - start) / 1e9 }
    }
    defer { workshop.remove() }
    let redis = try Redis(in: workshop)
    defer { redis.stop() }
    Telling.say("  Redis, then the store …")
    try board.store(in: redis)
    let (own, peer) = try await compare(board, workshop, redis)
    let look = try await measureLook(board, workshop)
    let (http, alone) = try measureHTTP(board, workshop, scale)
    return [
      "members": .integer(scale.members),
      "fill_seconds": Telling.rounded(fill.withLock { $0 }),
      "zrevrank_microseconds": Telling.rounded(peer),
      "store_microseconds": Telling.rounded(own), "look_microseconds": Telling.rounded(look),
      "ratio": Telling.rounded(own / peer), "goal_ratio": 2,
      "http_per_second": Telling.rounded(http.requestsPerSecond),
      "http_alone_microseconds": Telling.rounded(1e6 / alone.requestsPerSecond),
      "http_ratio": Telling.rounded(1e6 / alone.requestsPerSecond / peer),
      "processor_ratio": http.processorRatio,
      "p99_milliseconds": Telling.rounded(http.p99Milliseconds),
      "failures": .integer(http.failures + alone.failures),
    ]
  }

  /// What one look takes, in the store and in Redis, in turn, so that a busy moment of the machine
  /// meets both. Both must tell the same.
  private static func compare(
    _ board: Board, _ workshop: Workshop, _ redis: Redis
  ) async throws -> (own: Double, peer: Double) {
    let database = try workshop.open()
    let (app, campaign) = (workshop.app, board.campaign)
    var (own, peer): (UInt64, UInt64) = (0, 0)
    let rounds = 10
    for round in 0..<rounds {
      let members = (0..<looks / rounds).map { (round * 7_919 + $0 * 104_729) % board.scores.count }
      let start = MonotonicClock.nanoseconds()
      let ranks = try members.map {
        try redis.number(["ZREVRANK", "board", board.people[$0].text])
      }
      let middle = MonotonicClock.nanoseconds()
      var standings: [BoardStanding?] = []
      for member in members {
        let person = board.people[member]
        standings.append(
          try await database.read { connection in
            let scope = Scope(
              connection: connection, app: app, now: Instant(milliseconds: 0), ambient: .system)
            return try Ranks(scope, of: campaign).standing(of: person)
          })
      }
      own += MonotonicClock.nanoseconds() - middle
      peer += middle - start
      // Redis orders those with one score among themselves, so they have ranks in a row.
      for (standing, rank) in zip(standings, ranks) {
        guard let standing, let rank,
          (standing.rank..<standing.rank + standing.tied).contains(rank + 1)
        else {
          let told = standing.map { "\($0.rank)" } ?? "none"
          throw BenchError("Redis tells \(rank.map { "\($0 + 1)" } ?? "none"), the store \(told)")
        }
      }
    }
    await database.close()
    return (Double(own) / 1e3 / Double(looks), Double(peer) / 1e3 / Double(looks))
  }

  /// What one look takes without the way to the reader's thread and back.
  private static func measureLook(_ board: Board, _ workshop: Workshop) async throws -> Double {
    let database = try workshop.open()
    let (app, campaign) = (workshop.app, board.campaign)
    let nanoseconds = try await database.read { connection in
      let scope = Scope(
        connection: connection, app: app, now: Instant(milliseconds: 0), ambient: .system)
      let start = MonotonicClock.nanoseconds()
      for look in 0..<looks {
        let person = board.people[look * 104_729 % board.people.count]
        _ = try Ranks(scope, of: campaign).standing(of: person)
      }
      return MonotonicClock.nanoseconds() - start
    }
    await database.close()
    return Double(nanoseconds) / 1e3 / Double(looks)
  }

  private static func measureHTTP(
    _ board: Board, _ workshop: Workshop, _ scale: Scale
  ) throws -> (Wrk.Result, Wrk.Result) {
    let list = try workshop.write(
      board.people.prefix(200_000).map(\.text).joined(separator: "\n"), to: "people.txt")
    let path = "/v1/campaigns/\(board.campaign.text)/leaderboard/"
    let script = try workshop.write(
      """
      local people = {}
      for line in io.lines("\(list)") do people[#people + 1] = line end
      local counter = 0
      function request()
        counter = counter + 1
        return wrk.format("GET", "\(path)" .. people[(counter * 7919) % #people + 1])
      end
      wrk.headers["Authorization"] = "Bearer \(workshop.secretKey)"
      """, to: "ranks.lua")
    let server = try workshop.serve()
    defer { server.stop() }
    Telling.say("  over HTTP …")
    func run(_ connections: Int) throws -> Wrk.Result {
      try Wrk.run(server, path, connections: connections, seconds: scale.seconds, script: script)
    }
    return (try run(connections), try run(1))
  }
}

/// Members with referrals: most have one, and few have very many.
private struct Board: Sendable {
  let campaign: CampaignID = Ambient.system.id()
  let people: [PersonID]
  let scores: [Int64]

  init(count: Int) {
    people = (0..<count).map { _ in Ambient.system.id() }
    scores = (0..<count).map { Int64(count / ($0 + 1)) }
  }

  private static let persons = Insertion(
    "people", key: [.integer("app"), .identifier("id")],
    [.text("attributes"), .text("server_attributes"), .integer("created_at")])
  private static let counts = Insertion(
    "referral_counts",
    key: [.integer("app"), .identifier("campaign"), .identifier("person")],
    [
      .integer("pending"), .integer("unconfirmed"), .integer("confirmed"), .integer("updated_at"),
    ])

  /// As a database of before ranks were counted holds them.
  func store(in database: any Database, _ app: AppContext) async throws {
    let campaign = Campaign(
      id: campaign, listUUID: Ambient.system.secret(prefix: "bench"), name: "Bench", goal: 1,
      kind: .referral, url: "https://shop.example", exclusiveGroup: nil, rules: [])
    let now = Ambient.system.now()
    try await database.write { connection in
      let scope = Scope(connection: connection, app: app, now: now, ambient: .system)
      _ = try BeckonStore.Campaigns(scope).insert(campaign)
    }
    for start in stride(from: 0, to: people.count, by: 5_000) {
      let members = start..<min(start + 5_000, people.count)
      try await database.write { [people, scores] connection in
        try connection.insert(
          members.map {
            [
              .integer(app.number), .id(people[$0]), .text("{}"), .text("{}"), .instant(now),
            ]
          }, by: Self.persons)
        try connection.insert(
          members.map {
            [
              .integer(app.number), .id(campaign.id), .id(people[$0]), .integer(0), .integer(0),
              .integer(scores[$0]), .instant(now),
            ]
          }, by: Self.counts)
      }
    }
  }

  func store(in redis: Redis) throws {
    for start in stride(from: 0, to: people.count, by: 1_000) {
      let members = start..<min(start + 1_000, people.count)
      _ = try redis.number(
        ["ZADD", "board"] + members.flatMap { ["\(scores[$0])", people[$0].text] })
    }
  }
}
