import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore
import ChildProcess

/// Conversions that confirm a referral and pay both sides: two ledger transfers each. On a
/// PostgreSQL server beside pgbench.
enum Conversions {
  private static let referrers = 1_000
  private static let connections = 64
  private static let batch = 500

  static func run(_ scale: Scale) async throws -> JSON {
    // More than can convert in the time.
    let people = scale.seconds * 15_000
    let stored = Locked<Stored?>(nil)
    let workshop = try await Workshop(on: scale.database) { database, app in
      Telling.say("  signing \(people) people up …")
      let new = try await store(people, in: database, app)
      stored.withLock { $0 = new }
    }
    defer { workshop.remove() }
    guard let stored = stored.withLock({ $0 }) else { throw BenchError("nobody signed up") }
    let own = try measure(stored, workshop, scale)
    let converted = own.requestsPerSecond * Double(scale.seconds)
    let figures: [JSON.Member] = [
      JSON.Member("conversions_per_second", Telling.rounded(own.requestsPerSecond)),
      JSON.Member("transfers_each", 2),
      JSON.Member("processor_ratio", own.processorRatio),
      JSON.Member("p99_milliseconds", Telling.rounded(own.p99Milliseconds)),
      JSON.Member("failures", .integer(own.failures)),
      JSON.Member("ran_out_of_people", .bool(converted > Double(people))),
    ]
    guard let database = scale.database else {
      return .object(figures + [JSON.Member("goal", 4_500)])
    }
    Telling.say("  pgbench …")
    let peer = try PgBench.run(database, clients: connections, seconds: scale.seconds)
    return .object(
      figures + [
        JSON.Member("pgbench_per_second", Telling.rounded(peer)),
        JSON.Member("ratio", Telling.rounded(own.requestsPerSecond / peer)),
        JSON.Member("goal_ratio", 0.5),
      ])
  }

  private static func measure(
    _ stored: Stored, _ workshop: Workshop, _ scale: Scale
  ) throws -> Wrk.Result {
    let list = try workshop.write(
      stored.people.map(\.text).joined(separator: "\n"), to: "people.txt")
    let script = try workshop.write(
      script(key: workshop.secretKey, people: list), to: "conversions.lua")
    let server = try workshop.serve()
    defer { server.stop() }
    Telling.say("  conversions …")
    return try Wrk.run(
      server, "/v1/campaigns/\(stored.campaign.text)/conversions", connections: connections,
      seconds: scale.seconds, script: script)
  }

  // MARK: What is stored before

  /// A campaign of two steps, and people who have reached the first.
  private struct Stored {
    let campaign: CampaignID
    let people: [PersonID]
  }

  private static func store(
    _ count: Int, in database: any Database, _ app: AppContext
  ) async throws -> Stored {
    let now = Ambient.system.now()
    let campaign = campaign()
    let context = try await database.write { connection -> AppContext? in
      let scope = Scope(connection: connection, app: app, now: now, ambient: .system)
      _ = try BeckonStore.Campaigns(scope).insert(campaign)
      return try Accounts.context(of: app.number, connection)
    }
    guard let context else { throw BenchError("the app is not there") }
    var people: [PersonID] = []
    for start in stride(from: 0, to: Self.referrers + count, by: batch) {
      let referrers = Array(people.prefix(Self.referrers))
      people += try await database.write { connection in
        let scope = Scope(connection: connection, app: context, now: now, ambient: .system)
        return try (start..<start + batch).map { number in
          // The first ones come by themselves and refer the others.
          let referrer = number < Self.referrers ? nil : referrers[number % referrers.count]
          return try signUp(number, campaign, referrer, scope)
        }
      }
    }
    return Stored(campaign: campaign.id, people: Array(people.dropFirst(Self.referrers)))
  }

  private static func campaign() -> Campaign {
    let rule = RewardRule(
      name: "both", trigger: .referral(state: .confirmed), beneficiary: .both, amount: 50,
      unit: "points")
    return Campaign(
      id: Ambient.system.id(), listUUID: Ambient.system.secret(prefix: "bench"), name: "Bench",
      goal: 2, kind: .referral, url: "https://shop.example", exclusiveGroup: nil,
      rules: [CampaignRule(id: Ambient.system.id(), rule: rule)])
  }

  private static func signUp(
    _ number: Int, _ campaign: Campaign, _ referrer: PersonID?, _ scope: Scope
  ) throws -> PersonID {
    try SignUp(
      scope,
      SignUp.Request(
        identities: [Identity(kind: .userID, value: "user\(number)")], installID: nil,
        campaign: campaign, referrer: referrer?.text, click: nil, attributes: nil, consent: nil,
        proof: Proof(key: .secret, token: nil))
    ).run().person
  }

  private static func script(key: String, people path: String) -> String {
    """
    local people = {}
    for line in io.lines("\(path)") do people[#people + 1] = line end
    local counter = 0
    function request()
      counter = counter + 1
      local person = people[(counter - 1) % #people + 1]
      local t = os.time() * 1000 + counter % 1000
      local id = string.format("%08x-%04x-7%03x-a%03x-%012x", math.floor(t / 65536), t % 65536,
        math.floor(counter / 4096) % 4096, counter % 4096, counter)
      return wrk.format("POST", nil, nil, '{"id":"' .. id .. '","person":"' .. person ..
        '","step":2}')
    end
    wrk.headers["Authorization"] = "Bearer \(key)"
    wrk.headers["Content-Type"] = "application/json"
    """
  }
}
