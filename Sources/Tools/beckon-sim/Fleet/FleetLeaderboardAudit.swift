import BeckonModel

/// The leaderboard is the same on every server, and counts what was acknowledged.
struct FleetLeaderboardAudit: Sendable {
  let audit: FleetAudit

  /// Reads it to its end from each server.
  func run() -> FleetAudit.Findings {
    var findings = FleetAudit.Findings()
    let shop = audit.shop
    let client = FleetClient(audit.options.servers)
    let boards = audit.options.servers.indices.map { server in
      FleetPages(client, key: audit.options.secretKey, server: server)
        .all("/v1/campaigns/\(shop.campaign)/leaderboard", "leaders")
    }
    if Set(boards).count != 1 { findings.violations.append("the servers' leaderboards differ") }
    let confirmed = Dictionary(
      boards[0].map { ($0["person"]?.string ?? "", $0["confirmed"]?.integer ?? 0) },
      uniquingKeysWith: +)
    for (number, inviter) in shop.inviters.enumerated() {
      findings.compare(
        confirmed[inviter.person] ?? 0, Int64(audit.confirmed(number)),
        "the leaderboard's count of \(inviter.person)")
    }
    return findings
  }
}
