import BeckonBasics
import BeckonModel
import Foundation

/// `beckon-sim fleet`: several servers on one database get the same conversions at once; each must
/// be paid once. Then the conversions a second of one server and of all.
struct FleetCommand {
  private static let roundsMeasured = 3

  private let options: SimulationOptions
  private let conversions: Int
  private let measured: Int

  init(_ options: SimulationOptions) {
    self.options = options
    conversions = Int(max(1, min(options.number("conversions") ?? 10_000, 1_000_000)))
    measured = Int(min(options.number("measured") ?? 5_000, 100_000))
  }

  /// - Returns: the exit status.
  func run() -> Int32 {
    let start = MonotonicSeconds.now
    do {
      let fleet = try FleetOptions(options, customers: 32)
      Telling.say("campaign, rule and \(fleet.inviters) people who invite")
      let shop = try FleetShop(fleet)
      var facts = FleetFacts()
      let rate = storm(shop, &facts)
      let speeds = measure(shop, &facts)
      Telling.say("reading everything back")
      let findings = FleetAudit(shop: shop, facts: facts).run()
      return report(
        shop, facts, findings, rate, speeds, seconds: MonotonicSeconds.now - start)
    } catch {
      Telling.line("Error: \(error)")
      return 1
    }
  }

  // MARK: Load

  /// Every request to several servers at once.
  /// - Returns: conversions a second.
  private func storm(_ shop: FleetShop, _ facts: inout FleetFacts) -> Double {
    let copies = shop.options.copies
    Telling.say("\(conversions) people sign up, each \(copies) times")
    let members = signUp(shop, "sailor", conversions, copies: copies, &facts)
    Telling.say("\(members.count) conversions, each \(copies) times at once")
    return convert(shop, members, shop.options.servers, copies: copies, &facts)
  }

  private func signUp(
    _ shop: FleetShop, _ name: String, _ count: Int, copies: Int, _ facts: inout FleetFacts
  ) -> [FleetFacts.Member] {
    let parts = Crew.each(Array(0..<count), threads: shop.options.customers) { index, numbers in
      let client = FleetClient(shop.options.servers, first: index)
      let customer = FleetCustomer(shop, client, copies: copies)
      let members = numbers.compactMap {
        customer.signUp("\(name)-\($0)", inviter: $0 % shop.inviters.count)
      }
      return (members, customer.facts)
    }
    for (_, gathered) in parts { facts.add(gathered) }
    return parts.flatMap(\.0)
  }

  /// - Returns: conversions a second.
  private func convert(
    _ shop: FleetShop, _ members: [FleetFacts.Member], _ servers: [FleetServer], copies: Int,
    _ facts: inout FleetFacts
  ) -> Double {
    let start = MonotonicSeconds.now
    let parts = Crew.each(members, threads: shop.options.customers) { index, members in
      let client = FleetClient(servers, first: index)
      let customer = FleetCustomer(shop, client, copies: copies)
      for member in members { customer.convert(member, id: "conversion-of-\(member.user)") }
      return customer.facts
    }
    let seconds = MonotonicSeconds.now - start
    for gathered in parts { facts.add(gathered) }
    return Double(members.count) / seconds
  }

  /// One server and all, in turn, so that what changes over time hits both alike.
  private func measure(
    _ shop: FleetShop, _ facts: inout FleetFacts
  ) -> (one: [Double], all: [Double]) {
    var one: [Double] = []
    var all: [Double] = []
    guard measured > 0 else { return ([], []) }
    for round in 0..<Self.roundsMeasured {
      for isOne in [true, false] {
        let name = "measured-\(round)-\(isOne ? "one" : "all")"
        let members = signUp(shop, name, measured, copies: 1, &facts)
        let servers = isOne ? Array(shop.options.servers.prefix(1)) : shop.options.servers
        let rate = convert(shop, members, servers, copies: 1, &facts)
        if isOne { one.append(rate) } else { all.append(rate) }
        Telling.say("\(isOne ? "one server" : "all servers"): \(Int(rate)) conversions/s")
      }
    }
    return (one, all)
  }

  // MARK: Telling

  private func report(
    _ shop: FleetShop, _ facts: FleetFacts, _ findings: FleetAudit.Findings, _ rate: Double,
    _ speeds: (one: [Double], all: [Double]), seconds: Double
  ) -> Int32 {
    let violations = facts.violations + findings.violations
    let isSound = violations.isEmpty && findings.lost == 0 && findings.doubled == 0
    let ratios = zip(speeds.one, speeds.all).map { $1 / $0 }.sorted()
    Telling.result([
      "simulation": "fleet", "sound": .bool(isSound),
      "servers": .integer(shop.options.servers.count),
      "people": .integer(facts.members.count + shop.inviters.count),
      "conversions": .integer(facts.conversions), "copies": .integer(shop.options.copies),
      "requests_sent": .integer(facts.copiesSent), "lost": .integer(findings.lost),
      "doubled": .integer(findings.doubled), "ledger_sums": .object(findings.sums),
      "leaderboards_equal": .bool(!violations.contains("the servers' leaderboards differ")),
      "conversions_per_second": [
        "in_copies": Telling.rounded(rate, 0),
        "one_server": .array(speeds.one.map { Telling.rounded($0, 0) }),
        "all_servers": .array(speeds.all.map { Telling.rounded($0, 0) }),
        "ratio": ratios.isEmpty ? .null : Telling.rounded(ratios[ratios.count / 2], 2),
      ],
      "violations": .array(violations.prefix(10).map(JSON.string)),
      "seconds": Telling.rounded(seconds, 1),
    ])
    return isSound ? 0 : 1
  }
}
