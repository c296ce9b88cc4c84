import BeckonBasics
import BeckonEngine
import BeckonModel
import BeckonStore

/// Conversions that confirm a referral and pay both sides: two ledger transfers each.
enum Conversions {
  private static let referrers = 1_000

  private static let connections = 64

  static func run(_ scale: Program.Scale) async throws -> JSON {
    let measured = try await measure(scale)
    guard let server = scale.database else { return measured }
    let peer = try PgBench.run(server, clients: connections, seconds: scale.seconds)
    let rate = measured["conversions_per_second"]?.integer ?? 0
    return .object(
      (measured.members ?? []).filter { $0.name != "goal" } + [
        JSON.Member("pgbench_per_second", rounded(peer)),
        JSON.Member("ratio", rounded(Double(rate) / peer)),
        JSON.Member("goal_ratio", .number("0.5")),
      ])
  }

  private static func measure(_ scale: Program.Scale) async throws -> JSON {
    let people = scale.seconds * (scale.database == nil ? 15_000 : 5_000)
    let box = Locked<(campaign: CampaignID?, people: [PersonID])>((nil, []))
    let workshop = try await Workshop(on: scale.database) { database, app in
      Program.say("  signing \(people) people up …")
      let filled = try await fill(database, app, people)
      box.withLock { $0 = filled }
    }
    defer { workshop.remove() }
    let (campaign, ids) = box.withLock { $0 }
    let list = try workshop.write(ids.map(\.text).joined(separator: "\n"), to: "people.txt")
    let server = try ServerProcess(database: workshop.databaseURL)
    defer { server.stop() }
    let script = try workshop.write(
      script(key: workshop.secretKey, people: list), to: "conversions.lua")
    let url = server.url + "/v1/campaigns/\(campaign?.text ?? "")/conversions"
    let result = try Wrk.run(url, connections: connections, seconds: scale.seconds, script: script)
    return [
      "conversions_per_second": rounded(result.requestsPerSecond), "goal": 8_000,
      "transfers_each": 2, "p99_milliseconds": rounded(result.p99Milliseconds),
      "failures": .integer(result.failures),
      "ran_out_of_people": .bool(result.requestsPerSecond * Double(scale.seconds) > Double(people)),
    ]
  }

  /// Every person has a referral and has reached step 1 of 2.
  private static func fill(
    _ database: any Database, _ app: AppContext, _ count: Int
  ) async throws -> (campaign: CampaignID?, people: [PersonID]) {
    let now = Ambient.system.now()
    let campaign = Campaign(
      id: Ambient.system.id(), listUUID: "bench", name: "Bench", goal: 2, kind: .referral,
      url: "https://shop.example", exclusiveGroup: nil,
      rules: [
        CampaignRule(
          id: Ambient.system.id(),
          rule: RewardRule(
            name: "both", trigger: .referral(state: .confirmed), beneficiary: .both, amount: 50,
            unit: "points"))
      ])
    let context = try await database.write { connection -> AppContext? in
      let scope = Scope(connection: connection, app: app, now: now, ambient: .system)
      _ = try BeckonStore.Campaigns(scope).insert(campaign)
      return try Accounts.context(of: app.number, connection)
    }
    guard let context else { throw BenchError("the app is not there") }
    var people: [PersonID] = []
    var referrers: [PersonID] = []
    for start in stride(from: 0, to: count + Self.referrers, by: 500) {
      let known = referrers
      let added = try await database.write { connection in
        let scope = Scope(connection: connection, app: context, now: now, ambient: .system)
        return try (start..<start + 500).map { number in
          try SignUp(
            scope,
            SignUp.Request(
              identities: [Identity(kind: .userID, value: "user\(number)")], installID: nil,
              campaign: campaign,
              referrer: known.isEmpty ? nil : known[number % known.count].text, click: nil,
              attributes: nil, consent: nil, proof: Proof(key: .secret, token: nil))
          ).run().person
        }
      }
      if referrers.count < Self.referrers { referrers += added } else { people += added }
    }
    return (campaign.id, people)
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
