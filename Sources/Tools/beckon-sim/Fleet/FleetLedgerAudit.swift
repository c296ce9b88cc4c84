import BeckonModel

/// Reads the whole ledger: every reward is there once, and all accounts sum up to zero.
struct FleetLedgerAudit: Sendable {
  private struct Reward: Hashable {
    let referral: String
    let beneficiary: String
  }

  let audit: FleetAudit

  private var key: String { audit.options.secretKey }

  /// Compares the transfers and the sums with what was acknowledged.
  func run() -> FleetAudit.Findings {
    var findings = transfers()
    findings.add(summary().wrong)
    return findings
  }

  /// The sums over all accounts by unit, and what is wrong with them.
  func summary() -> (sums: [JSON.Member], wrong: FleetAudit.Findings) {
    var findings = FleetAudit.Findings()
    let client = FleetClient(audit.options.servers)
    guard let summary = client.read("/v1/ledger/summary", key: key),
      let sums = summary["sums"]?.members
    else {
      findings.violations.append("no ledger summary")
      return ([], findings)
    }
    for sum in sums where sum.value.integer != 0 {
      findings.violations.append("the accounts of \(sum.name) sum up to \(sum.value.text)")
    }
    let people = (summary["accounts"]?.elements ?? []).first { $0["account"] == "person" }
    findings.compare(
      people?["posted"]?.integer ?? 0, 2 * FleetShop.amount * Int64(audit.facts.conversions),
      "what people have")
    return (sums, findings)
  }

  private func transfers() -> FleetAudit.Findings {
    var findings = FleetAudit.Findings()
    let client = FleetClient(audit.options.servers)
    let all = FleetPages(client, key: key).all("/v1/ledger/transfers", "transfers")
    var rewards: [Reward: Int] = [:]
    for transfer in all {
      let reward = Reward(
        referral: transfer["referral"]?.string ?? "", beneficiary: transfer["to"]?.string ?? "")
      rewards[reward, default: 0] += 1
      if transfer["amount"]?.integer != FleetShop.amount || transfer["state"] != "posted" {
        findings.violations.append("no such reward was acknowledged: \(transfer.text)")
      }
    }
    let twice = rewards.values.filter { $0 > 1 }.count
    findings.doubled += twice
    if twice > 0 { findings.violations.append("\(twice) rewards were paid twice") }
    findings.compare(Int64(all.count), 2 * Int64(audit.facts.conversions), "transfers")
    return findings
  }
}

/// Reads lists to their end.
struct FleetPages {
  private let client: FleetClient
  private let key: String
  private let server: Int?

  init(_ client: FleetClient, key: String, server: Int? = nil) {
    self.client = client
    self.key = key
    self.server = server
  }

  /// All elements of a list, whose pages hold them under `name`.
  func all(_ path: String, _ name: String) -> [JSON] {
    var elements: [JSON] = []
    var cursor: String?
    repeat {
      let page = path + "?limit=200" + (cursor.map { "&cursor=\($0)" } ?? "")
      guard let json = client.read(page, key: key, server: server) else { return elements }
      elements += json[name]?.elements ?? []
      cursor = json["next"]?.string
    } while cursor != nil
    return elements
  }
}
