import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore
import ChildProcess

extension Program.Benchmark {
  /// What is measured of ReferralHero's protocol.
  static let referralHero = [
    Program.Benchmark("referralhero", .files, run: ReferralHeroRates.run)
  ]
}

/// Members who join by `POST …/subscribers` and who convert by `…/track_referral_conversion_event`,
/// told by the app's server and acknowledged after commit and fsync; beside the native calls that
/// do the same, in the same run. Errors of this protocol come with the status 200, so what was done
/// is counted in the database.
enum ReferralHeroRates {
  private static let connections = 64
  private static let referrers = 1_000
  private static let batch = 500

  static func run(_ scale: Scale) async throws -> JSON {
    // More than can convert in the time; one half natively.
    let people = scale.seconds * 20_000
    let stored = Locked<[PersonID]>([])
    let campaign = campaign()
    let workshop = try await Workshop(on: scale.database) { database, app in
      Telling.say("  \(people) people join …")
      let new = try await store(people, campaign, in: database, app)
      stored.withLock { $0 = new }
    }
    defer { workshop.remove() }
    let server = try workshop.serve()
    defer { server.stop() }
    let lists = "/api/sdk/v1/lists/\(campaign.listUUID)/subscribers"
    Telling.say("  people natively, by this protocol …")
    let bench = Bench(server: server, workshop: workshop, seconds: scale.seconds)
    let peerAdd = try bench.run("/v1/people", "Bearer ", "referrals", nativePeople(campaign))
    let add = try bench.run(lists, "", "referrals", members)
    Telling.say("  conversions natively, by this protocol …")
    let halves = stored.withLock { ($0.prefix($0.count / 2), $0.count / 2) }
    let list = try workshop.write(
      halves.0.map(\.text).joined(separator: "\n"), to: "people.txt")
    let peerTrack = try bench.run(
      "/v1/campaigns/\(campaign.id.text)/conversions", "Bearer ", "conversions",
      nativeConversions(list))
    let track = try bench.run(
      lists + "/track_referral_conversion_event", "", "conversions",
      conversions(from: halves.1 + referrers))
    return ["add": describe(add, peerAdd), "track": describe(track, peerTrack)]
  }

  private static func describe(_ own: Wrk.Result, _ peer: Wrk.Result) -> JSON {
    [
      "per_second": Telling.rounded(own.requestsPerSecond),
      "native_per_second": Telling.rounded(peer.requestsPerSecond),
      "ratio": Telling.rounded(own.requestsPerSecond / peer.requestsPerSecond),
      "processor_ratio": own.processorRatio,
      "p99_milliseconds": Telling.rounded(own.p99Milliseconds),
      "failures": .integer(own.failures + peer.failures),
    ]
  }

  /// Loads one call, and counts as failed what has made no row.
  private struct Bench {
    let server: ServerProcess
    let workshop: Workshop
    let seconds: Int

    func run(
      _ path: String, _ scheme: String, _ table: String, _ request: String
    ) throws -> Wrk.Result {
      let script = try workshop.write(
        """
        wrk.headers["Authorization"] = "\(scheme)\(workshop.secretKey)"
        wrk.headers["Content-Type"] = "application/json"
        \(request)
        """, to: "referralhero.lua")
      let before = try TableCounts(workshop.databasePath)
      let result = try Wrk.run(
        server, path, connections: ReferralHeroRates.connections, seconds: seconds, script: script)
      let made = try TableCounts(workshop.databasePath).since(before)[table]?.integer ?? 0
      return Wrk.Result(
        requestsPerSecond: result.requestsPerSecond, p99Milliseconds: result.p99Milliseconds,
        failures: result.failures + max(0, Int(result.requests) - Int(made)),
        requests: result.requests, cost: result.cost)
    }
  }

  // MARK: What is stored before

  private static func campaign() -> Campaign {
    let rule = RewardRule(
      name: "both", trigger: .referral(state: .confirmed), beneficiary: .both, amount: 50,
      unit: "points")
    return Campaign(
      id: Ambient.system.id(), listUUID: "MFbench00000", name: "Bench", goal: 2, kind: .referral,
      url: "https://shop.example", exclusiveGroup: nil,
      rules: [CampaignRule(id: Ambient.system.id(), rule: rule)])
  }

  private static func store(
    _ count: Int, _ campaign: Campaign, in database: any Database, _ app: AppContext
  ) async throws -> [PersonID] {
    let now = Ambient.system.now()
    let context = try await database.write { connection -> AppContext? in
      let scope = Scope(connection: connection, app: app, now: now, ambient: .system)
      _ = try BeckonStore.Campaigns(scope).insert(campaign)
      return try Accounts.context(of: app.number, connection)
    }
    guard let context else { throw BenchError("the app is not there") }
    var people: [PersonID] = []
    for start in stride(from: 0, to: referrers + count, by: batch) {
      let first = Array(people.prefix(referrers))
      people += try await database.write { connection in
        let scope = Scope(connection: connection, app: context, now: now, ambient: .system)
        return try (start..<start + batch).map { number in
          // The first ones come by themselves and refer the others.
          let referrer = number < referrers ? nil : first[number % first.count]
          return try signUp(number, campaign, referrer, scope)
        }
      }
    }
    return Array(people.dropFirst(referrers))
  }

  private static func signUp(
    _ number: Int, _ campaign: Campaign, _ referrer: PersonID?, _ scope: Scope
  ) throws -> PersonID {
    try SignUp(
      scope,
      SignUp.Request(
        identities: [Identity(kind: .email, value: "user\(number)@mail.example")], installID: nil,
        campaign: campaign, referrer: referrer?.text, click: nil, attributes: nil, consent: nil,
        proof: Proof(key: .secret, token: nil))
    ).run().person
  }

  // MARK: Scripts

  private static func nativePeople(_ campaign: Campaign) -> String {
    """
    local counter = 0
    function request()
      counter = counter + 1
      return wrk.format("POST", nil, nil, '{"email":"native' .. counter ..
        '@mail.example","attributes":{"name":"Ana"},"campaign":"\(campaign.id.text)"}')
    end
    """
  }

  private static let members = """
    local counter = 0
    function request()
      counter = counter + 1
      return wrk.format("POST", nil, nil, '{"email":"member' .. counter ..
        '@mail.example","name":"Ana","domain":"shop.example","timestamp":"1722672000"}')
    end
    """

  private static func nativeConversions(_ list: String) -> String {
    """
    local people = {}
    for line in io.lines("\(list)") do people[#people + 1] = line end
    local counter = 0
    function request()
      counter = counter + 1
      return wrk.format("POST", nil, nil, '{"id":"native' .. counter .. '","person":"' ..
        people[(counter - 1) % #people + 1] .. '","step":2}')
    end
    """
  }

  private static func conversions(from first: Int) -> String {
    """
    local counter = \(first) - 1
    function request()
      counter = counter + 1
      return wrk.format("POST", nil, nil, '{"email":"user' .. counter ..
        '@mail.example","name":"Ana","transaction_id":"order' .. counter .. '"}')
    end
    """
  }
}
