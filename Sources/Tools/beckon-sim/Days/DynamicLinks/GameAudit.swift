import BeckonModel

/// Compares what the server tells with what the players did.
struct GameAudit {
  private let server: FraudServer
  private let shop: GameShop
  private let players: [GamePlayer]
  private let network: LossyNetwork

  init(
    _ server: FraudServer, _ shop: GameShop, _ players: [GamePlayer], _ network: LossyNetwork
  ) {
    (self.server, self.shop, self.players, self.network) = (server, shop, players, network)
  }

  /// Tells the network what differs.
  func run() throws {
    try auditLists()
    try auditLinks()
    for player in players { try audit(player) }
  }

  private func expect(_ about: String, _ expected: Int64, _ found: Int64?) {
    network.expect(about, "\(expected)", found.map { "\($0)" } ?? "nothing")
  }

  private func get(_ path: String) throws -> JSON { try shop.app.ask(server, "GET", path) }

  // MARK: The whole

  private func auditLists() throws {
    // Of an old client to which no link has led nothing is kept.
    let installs = players.count { $0.isLaunched && ($0.plan.client != .old || $0.cameByLink) }
    expect("installs", Int64(installs), try count("/v1/installs", "installs"))
    let signUps = players.count(where: \.isSignedUp)
    expect("sign-ups", Int64(signUps), try count("/v1/events?name=beckon.sign_up", "events"))
    expect("people", Int64(signUps), try count("/v1/people", "people"))
  }

  private func count(_ path: String, _ name: String) throws -> Int64 {
    var (rows, next) = (0, String?.some(""))
    while let cursor = next {
      let more = (path.contains("?") ? "&" : "?") + "limit=200"
      let page = try get(path + more + (cursor.isEmpty ? "" : "&cursor=" + cursor))
      rows += page[name]?.elements?.count ?? 0
      next = page["next"]?.string
    }
    return Int64(rows)
  }

  // MARK: Links

  /// What one link has done, by platform.
  private func auditLinks() throws {
    let invited = players.filter { $0.invitation != nil }
    for (link, players) in Dictionary(grouping: invited, by: { $0.invitation ?? "" }) {
      let answer = try get("/v1/\(PercentEncoding.encode(link))/linkStats?durationDays=2")
      var found: [String: Int64] = [:]
      for row in answer["linkEventStats"]?.elements ?? [] {
        let name = (row["platform"]?.string ?? "") + " " + (row["event"]?.string ?? "")
        found[name] = row["count"]?.string.flatMap { Int64($0) }
      }
      let expected = events(of: players)
      for name in Set(expected.keys).union(found.keys).sorted() {
        expect("\(name) of \(link)", expected[name] ?? 0, found[name] ?? 0)
      }
    }
  }

  private func events(of players: [GamePlayer]) -> [String: Int64] {
    var events: [String: Int64] = [:]
    for player in players {
      let platform = player.plan.isIPhone ? "IOS" : "ANDROID"
      let installs = player.isLaunched && player.cameByLink ? 1 : 0
      let counts = [
        ("CLICK", player.visits + player.reopened), ("REDIRECT", player.visits),
        ("APP_FIRST_OPEN", installs), ("APP_INSTALL", player.plan.isIPhone ? 0 : installs),
        ("APP_RE_OPEN", player.reopened),
      ]
      for (name, count) in counts where count > 0 {
        events[platform + " " + name, default: 0] += Int64(count)
      }
    }
    return events
  }

  // MARK: One player

  private func audit(_ player: GamePlayer) throws {
    guard let person = player.person else { return }
    let name = player.plan.userID
    let balance = balance(of: player)
    let rows = try get("/v1/people/\(person)/balances")
    expect("the balance of \(name)", balance, rows.elements?.first?["posted"]?.integer ?? 0)
    let record = try get("/v1/people/\(person)/record")
    expect(
      "the inventory of \(name)", balance,
      record["inventory"]?[GameShop.unit]?.integer ?? 0)
    expect("the coins of \(name)", Int64(player.coins), record["coins"]?.integer ?? 0)
    expect("the level of \(name)", Int64(player.level ?? 0), record["level"]?.integer ?? 0)
  }

  /// What the guide's two functions were to pay: once for a first sign-in by an invitation, and
  /// once to whoever invited somebody who comes to the level.
  private func balance(of player: GamePlayer) -> Int64 {
    let friends = players.filter {
      $0.plan.inviter == player.plan.number && $0.wasInvited && $0.levelMax >= GameShop.level
    }
    let own = player.wasInvited && player.hasSignedIn ? 1 : 0
    return Int64(own + friends.count) * GameShop.amount
  }
}

extension GamePlayer {
  /// Whether a link is known to have led to the install.
  fileprivate var cameByLink: Bool { plan.comesByLink }

  /// Whether something shows who invited them. That a client names somebody's id shows nothing.
  fileprivate var wasInvited: Bool {
    isSignedUp && plan.inviter != nil && plan.coming != .declared
  }
}
