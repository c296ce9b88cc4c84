import BeckonModel

extension ThiefMove {
  /// With people whom links and records name as those who invite.
  static let dynamicLinksPeople: [ThiefMove] = [
    ThiefMove("dynamiclinks: sign up by a link that names them") { turn in
      let link = try turn.invitation()
      try turn.visit(link)
      try turn.signUp([
        "user_id": .string(turn.thief.newName()), "referrer": .string(link),
      ])
    },
    ThiefMove("dynamiclinks: invite under a name that is somebody else's") { turn in
      let victim = turn.victim()
      let link = FraudVendor.longLink(naming: victim.userID, turn.shop.kind)
      try turn.shorten(link, "SHORT")
      try turn.signUp(["user_id": .string(victim.userID)])
      try turn.signUp([
        "user_id": .string(turn.thief.newName()), "referrer": .string(link),
      ])
    },
    ThiefMove("dynamiclinks: be invited by themselves, known to the app's server") { turn in
      func known(_ referrer: String?) throws -> Thief.Account? {
        let name = turn.thief.newName()
        let answer = try turn.appServer(
          "/v1/people",
          .object([
            "user_id": .string(name), "email": .string(turn.thief.newMail()),
            "referrer": referrer.map(JSON.string),
          ]))
        return turn.keep(answer, name)
      }
      guard let first = try known(nil), let name = first.userID else { return }
      for _ in 0..<2 {
        guard let next = try known(FraudVendor.longLink(naming: name, turn.shop.kind)) else {
          continue
        }
        try turn.play(next)
      }
    },
    ThiefMove("dynamiclinks: write who invited them") { turn in
      let name = try turn.ownName()
      let install = try turn.install()
      let next = try turn.signUp(["install_id": .string(install.id)], token: install.token)
      guard let next else { return }
      let record = "/v1/people/\(next.person)/record"
      for value in [name, try turn.invitation(), turn.victim().userID, next.person] {
        try turn.ask("PUT", record + "/referred_by", .string(value), token: next.token)
      }
      try turn.ask(
        "PATCH", record, ["referred_by": .string(name), "level": 5], token: next.token)
      try turn.play(next)
    },
    ThiefMove("dynamiclinks: write who invited somebody else") { turn in
      guard let victim = turn.known()?.person else { return }
      let name = try turn.ownName()
      let token = try turn.token()
      for path in ["referred_by", "inventory/welcome", "level"] {
        try turn.ask(
          "PUT", "/v1/people/\(victim)/record/\(path)", .string(name), token: token)
      }
      try turn.ask(
        "PATCH", "/v1/people/\(victim)/record", ["referred_by": .string(name)], token: token)
      try turn.ask(
        "PATCH", "/v1/people/\(victim)", ["attributes": ["referred_by": .string(name)]],
        token: token)
    },
    ThiefMove("dynamiclinks: race for a record") { turn in
      let own = try turn.account()
      let record = "/v1/people/\(own.person)/record/"
      let tag = try turn.ask("GET", record + "level", token: own.token).headers["etag"] ?? "\"0\""
      for level in [FraudTerms.level - 1, FraudTerms.level + 1, FraudTerms.level - 1, 99] {
        try turn.ask(
          "PUT", record + "level", .integer(level), token: own.token,
          headers: turn.hits(0.5) ? [("If-Match", tag)] : [])
      }
      try turn.ask(
        "PUT", record + "level", [".sv": ["increment": 1_000]], token: own.token)
      try turn.ask("PUT", record + "profile", [".sv": "timestamp"], token: own.token)
      for unit in ["welcome", "level", "first_purchase"] {
        for method in ["PUT", "DELETE"] {
          try turn.ask(
            method, record + "inventory/" + unit, method == "PUT" ? 1_000 : nil,
            token: own.token)
        }
      }
    },
  ]
}

extension ThiefTurn {
  /// Writes what rules look at.
  fileprivate func play(_ account: Thief.Account) throws {
    let record = "/v1/people/\(account.person)/record/"
    for level in [FraudTerms.level - 1, FraudTerms.level + 2] {
      try ask("PUT", record + "level", .integer(level), token: account.token)
    }
    try ask("PUT", record + "profile", "complete", token: account.token)
  }
}
