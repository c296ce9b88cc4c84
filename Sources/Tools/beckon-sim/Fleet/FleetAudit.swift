import BeckonModel
import Foundation

/// Reads everything back through the API and compares it with what was acknowledged.
struct FleetAudit: Sendable {
  /// What was found.
  struct Findings: Sendable {
    /// Acknowledged facts that are not there, or not with all their effects.
    var lost = 0
    /// Facts that took effect more than once.
    var doubled = 0
    /// Anything else that must not be.
    var violations: [String] = []
    var sums: [JSON.Member] = []

    mutating func add(_ other: Findings) {
      lost += other.lost
      doubled += other.doubled
      violations += other.violations
    }

    /// Notes a number that should be another.
    mutating func compare(_ found: Int64, _ expected: Int64, _ what: @autoclosure () -> String) {
      if found == expected { return }
      if found < expected { lost += 1 } else { doubled += 1 }
      violations.append("\(what()): \(found), not \(expected)")
    }
  }

  static let threads = 16

  let shop: FleetShop
  let facts: FleetFacts
  var options: FleetOptions { shop.options }

  /// Runs all checks. What only reads comes first: asking again could mend what was lost.
  func run() -> Findings {
    var findings = Findings()
    findings.add(balances())
    findings.add(FleetLedgerAudit(audit: self).run())
    findings.add(FleetLeaderboardAudit(audit: self).run())
    findings.add(clicks())
    findings.add(repeatedConversions())
    findings.add(repeatedEvents())
    // Asking again must have changed nothing.
    let (sums, wrong) = FleetLedgerAudit(audit: self).summary()
    findings.sums = sums
    if findings.violations.isEmpty { findings.add(wrong) }
    return findings
  }

  private func spread<Item: Sendable>(
    _ items: [Item], _ check: @escaping @Sendable (Item, FleetClient, inout Findings) -> Void
  ) -> Findings {
    let parts = Crew.each(items, threads: Self.threads) { index, items in
      let client = FleetClient(options.servers, first: index)
      var findings = Findings()
      for item in items { check(item, client, &findings) }
      findings.violations += client.violations
      return findings
    }
    return parts.reduce(into: Findings()) { $0.add($1) }
  }

  // MARK: Money

  /// Everybody has what was acknowledged: each conversion paid both sides once.
  private func balances() -> Findings {
    var expected = Dictionary(
      facts.members.map { ($0.person, $0.conversion == nil ? 0 : FleetShop.amount) },
      uniquingKeysWith: { first, _ in first })
    for (number, inviter) in shop.inviters.enumerated() {
      expected[inviter.person] = FleetShop.amount * Int64(confirmed(number))
    }
    return spread(Array(expected)) { entry, client, findings in
      let path = "/v1/people/\(entry.key)/balances"
      guard let balances = client.read(path, key: options.secretKey)?.elements else {
        findings.lost += 1
        findings.violations.append("\(entry.key) is lost")
        return
      }
      let own = balances.first { $0["unit"]?.string == FleetShop.unit }
      findings.compare(own?["posted"]?.integer ?? 0, entry.value, "the balance of \(entry.key)")
      if own?["pending"]?.integer ?? 0 != 0 || balances.count > 1 {
        findings.violations.append("\(entry.key) has more: \(JSON.array(balances).text)")
      }
    }
  }

  /// How many referrals of an inviter are confirmed.
  func confirmed(_ inviter: Int) -> Int { conversionsByInviter[inviter] ?? 0 }

  private var conversionsByInviter: [Int: Int] {
    facts.members.reduce(into: [:]) { counts, member in
      if member.conversion != nil { counts[member.inviter, default: 0] += 1 }
    }
  }

  // MARK: Facts

  /// A redirected click is stored once; one without an answer may be stored.
  private func clicks() -> Findings {
    spread(Array(facts.clicks)) { entry, client, findings in
      let path = "/v1/links/\(shop.inviters[entry.key].link)/stats"
      guard let counts = client.read(path, key: options.secretKey) else {
        findings.violations.append("no answer to \(path)")
        return
      }
      let stored = ["clicks", "robots", "not_yet_counted"].reduce(0) {
        $0 + (counts[$1]?.integer ?? 0)
      }
      let least = Int64(entry.value.acknowledged)
      if stored < least {
        findings.lost += Int(least - stored)
        findings.violations.append("\(least - stored) acknowledged clicks of a link are lost")
      } else if stored > least + Int64(entry.value.unknown) {
        findings.violations.append(
          "\(stored) clicks of a link are stored: \(least) acknowledged, and "
            + "\(entry.value.unknown) answered so that nobody knows")
      }
    }
  }

  /// Each conversion again, to another server: the same answer, byte by byte.
  private func repeatedConversions() -> Findings {
    spread(facts.members) { member, client, findings in
      guard let conversion = member.conversion else { return }
      let again = client.acknowledged(
        SimulatedRequest(
          path: "/v1/campaigns/\(shop.campaign)/conversions", key: options.secretKey,
          body: FleetCustomer.conversion(member.person, conversion.id).bytes), copies: 1)
      guard let answer = again.first else {
        findings.lost += 1
        return
      }
      if answer.body != conversion.answer {
        findings.violations.append(
          "\(conversion.id) is answered otherwise now: "
            + String(decoding: answer.body.prefix(200), as: UTF8.self))
      }
    }
  }

  /// Each acknowledged event again: all must be duplicates.
  private func repeatedEvents() -> Findings {
    let batches = stride(from: 0, to: facts.events.count, by: 200).map {
      Array(facts.events[$0..<min($0 + 200, facts.events.count)])
    }
    return spread(batches) { ids, client, findings in
      let answers = client.acknowledged(
        SimulatedRequest(
          path: "/v1/events", key: options.secretKey,
          body: FleetCustomer.events(ids, person: nil).bytes), copies: 1)
      let receipts = answers.first?.json?["receipts"]?.elements ?? []
      let known = receipts.filter { $0["status"] == "duplicate" }.count
      findings.lost += ids.count - known
      if known < ids.count {
        findings.violations.append("\(ids.count - known) acknowledged events are lost")
      }
    }
  }
}
