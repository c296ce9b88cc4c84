import BeckonBasics
import BeckonModel
import Foundation

/// `beckon-sim failover`: keeps several servers under load while somebody else kills the database's
/// primary, and measures how long writes were refused. What happens is told on standard input, a
/// line each: `killed NODE`, `elected NODE`, `whole`, `end`.
struct FailoverCommand {
  private let options: SimulationOptions
  private let pauseMicroseconds: UInt32
  private let log = OutageLog()
  private let isOver = Locked(false)

  init(_ options: SimulationOptions) {
    self.options = options
    pauseMicroseconds = UInt32(min(options.number("pause-milliseconds") ?? 20, 10_000)) * 1_000
  }

  /// - Returns: the exit status.
  func run() -> Int32 {
    let start = MonotonicSeconds.now
    do {
      let shop = try FleetShop(FleetOptions(options, customers: 16))
      Telling.say("under load from \(shop.options.customers) customers")
      listen()
      var facts = FleetFacts()
      for gathered in Crew.run(shop.options.customers, { live(shop, $0) }) { facts.add(gathered) }
      Telling.say("reading everything back")
      let findings = FleetAudit(shop: shop, facts: facts).run()
      return report(facts, findings, seconds: MonotonicSeconds.now - start)
    } catch {
      Telling.line("Error: \(error)")
      return 1
    }
  }

  /// Reads what happens; the end of the input is the end of the load too.
  private func listen() {
    Thread { [log, isOver] in
      while let line = readLine() {
        let words = line.split(separator: " ").map(String.init)
        switch words.first {
        case "killed": log.killed(words.dropFirst().first ?? "")
        case "elected": log.elected(words.dropFirst().first ?? "")
        case "whole": log.isWhole()
        default: isOver.withLock { $0 = true }
        }
      }
      isOver.withLock { $0 = true }
    }.start()
  }

  /// One customer: people sign up, look around, convert and follow links, until it is over and all
  /// of it is acknowledged.
  private func live(_ shop: FleetShop, _ index: Int) -> FleetFacts {
    let client = FleetClient(shop.options.servers, first: index, log: log)
    let customer = FleetCustomer(shop, client, copies: shop.options.copies)
    var number = 0
    while !isOver.withLock({ $0 }) {
      let inviter = (index + number * 7) % shop.inviters.count
      let user = "sailor-\(index)-\(number)"
      if let member = customer.signUp(user, inviter: inviter) {
        customer.track(member)
        customer.convert(member, id: "conversion-of-\(user)")
      }
      log.note(customer.click(inviter))
      number += 1
      // Sleeps because: what is sent must all be read back afterwards.
      usleep(pauseMicroseconds)
    }
    return customer.facts
  }

  // MARK: Telling

  private func report(
    _ facts: FleetFacts, _ findings: FleetAudit.Findings, seconds: Double
  ) -> Int32 {
    let outages = log.outages
    var violations = facts.violations + findings.violations
    violations += outages.dropFirst().compactMap(\.violation)
    if outages[0].refused > 0 { violations.append("writes were refused before any kill") }
    let isSound = violations.isEmpty && findings.lost == 0 && findings.doubled == 0
    Telling.result([
      "simulation": "failover", "sound": .bool(isSound), "kills": .integer(outages.count - 1),
      "acknowledged": [
        "people": .integer(facts.members.count), "conversions": .integer(facts.conversions),
        "events": .integer(facts.events.count), "clicks": .integer(facts.acknowledgedClicks),
      ],
      "requests_sent": .integer(facts.copiesSent), "lost": .integer(findings.lost),
      "doubled": .integer(findings.doubled), "ledger_sums": .object(findings.sums),
      "outages": .array(outages.dropFirst().map(\.json)),
      "accepted_before": .integer(outages[0].accepted),
      "violations": .array(violations.prefix(10).map(JSON.string)),
      "seconds": Telling.rounded(seconds, 1),
    ])
    return isSound ? 0 : 1
  }
}

extension OutageLog.Outage {
  /// What must not be after a kill.
  fileprivate var violation: String? {
    if elected == nil { return "no primary after the kill of \(node)" }
    if accepted == 0 { return "writes did not come back after the kill of \(node)" }
    if unadvised > 0 { return "\(unadvised) refusals without Retry-After" }
    return nil
  }

  /// From the first refusal until writes were accepted again.
  private var secondsRefused: Double {
    guard let firstRefused, let silence else { return 0 }
    return max(0, silence.until - firstRefused)
  }

  fileprivate var json: JSON {
    .object([
      "killed": .string(node), "killed_at": Telling.clock(killed),
      "elected": (elected?.node).map(JSON.string),
      "seconds_until_primary": elected.map { Telling.rounded($0.at - killed, 2) },
      "last_accepted_before": silence.map { Telling.clock($0.from) },
      "first_refused_at": firstRefused.map(Telling.clock),
      "last_refused_at": lastRefused.map(Telling.clock),
      "first_accepted_again": silence.map { Telling.clock($0.until) },
      "seconds_refused": Telling.rounded(secondsRefused, 2),
      "seconds_without_accepted_write": silence.map { Telling.rounded($0.until - $0.from, 2) },
      "refused": .integer(refused), "unanswered": .integer(unanswered),
      "seconds_until_whole": whole.map { Telling.rounded($0 - killed, 2) },
    ])
  }
}
