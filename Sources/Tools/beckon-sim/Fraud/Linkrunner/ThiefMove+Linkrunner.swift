import BeckonModel

extension ThiefMove {
  /// In Linkrunner's protocol, where the install's id stands for a token.
  static let linkrunner = [
    ThiefMove("linkrunner: first launch") { turn in
      let id = turn.hits(0.4) ? turn.knownInstall() : nil
      let own = id == nil ? turn.word() : nil
      let code = try turn.account().code ?? ""
      try turn.linkrunner(
        "/api/client/init", ["link": .string(turn.shop.link(code))],
        install: id ?? own ?? "")
      if let own { turn.thief.installs.append(Thief.Install(id: own, token: nil)) }
    },
    ThiefMove("linkrunner: where an install came from") { turn in
      let id = try turn.anyInstall()
      try turn.linkrunner("/api/client/attribution-data", [:], install: id)
    },
    ThiefMove("linkrunner: an event of somebody") { turn in
      let id = turn.guessedID()
      turn.town.forge(id)
      try turn.linkrunner(
        "/api/client/capture-event",
        [
          "event_name": "purchase", "event_id": .string(id), "event_data": ["total": 80],
          "user_id": .string(turn.victim().userID),
        ], install: try turn.anyInstall())
    },
    ThiefMove("linkrunner: a payment of somebody") { turn in
      let user = try turn.hits(0.5) ? turn.victim().userID : turn.account().userID ?? "x"
      try turn.linkrunner(
        "/api/client/capture-payment",
        [
          "user_id": .string(user), "payment_id": .string(turn.guessedID()), "amount": 80,
          "type": .string(turn.pick(["DEFAULT", "ONE_TIME"])),
        ], install: try turn.anyInstall())
    },
    ThiefMove("linkrunner: take payments back") { turn in
      try turn.linkrunner(
        "/api/client/remove-captured-payment",
        .object([
          "payment_id": turn.hits(0.5) ? .string(turn.guessedID()) : nil,
          "user_id": .string(turn.victim().userID),
        ]), install: try turn.anyInstall())
    },
    ThiefMove("linkrunner: open a link on a phone") { turn in
      let code = try turn.account().code ?? ""
      try turn.linkrunner(
        "/api/client/handle-deeplink",
        ["deeplink_url": .string(turn.shop.link(code))],
        install: try turn.anyInstall())
    },
    ThiefMove("linkrunner: a page tells an event") { turn in
      try turn.ask("GET", "/web/page.js", key: .none)
      let path = turn.pick(["/web/ingest", "/web/collect"])
      let id = turn.guessedID()
      turn.town.forge(id)
      try turn.ask(
        "POST", path,
        [
          "token": .string(turn.linkrunnerKey), "event_type": "custom",
          "event_name": "purchase",
          "event_id": .string(id), "user_id": .string(turn.victim().userID),
          "visitor_id": .string(turn.word()), "event_data": "{\"total\":80}",
        ], key: .none)
    },
    ThiefMove("linkrunner: what older clients call") { turn in
      let base = turn.pick(["", "/api/client"])
      try turn.linkrunner(base + "/deeplink-triggered", [:], install: try turn.anyInstall())
      try turn.linkrunner(base + "/log", ["message": "x"], install: try turn.anyInstall())
      try turn.ask("GET", base + "/getProfile?token=\(turn.linkrunnerKey)", key: .none)
    },
    ThiefMove("linkrunner: the server's calls") { turn in
      let victim = turn.victim().userID
      let calls: [(String, String, JSON?)] = [
        ("POST", "capture-event", ["event_name": "purchase", "user_id": .string(victim)]),
        ("POST", "capture-payment", ["user_id": .string(victim), "amount": 80]),
        ("POST", "remove-payment", ["user_id": .string(victim)]),
        ("GET", "attributed-users", nil), ("GET", "campaigns", nil),
        ("GET", "get-attribution-result?user_id=\(victim)", nil),
        ("GET", "reporting/campaigns", nil),
      ]
      for (method, name, body) in calls {
        let shown = turn.pick([turn.linkrunnerKey, turn.shop.publishable])
        try turn.ask(
          method, "/api/v1/" + name, body, key: .none, headers: [("linkrunner-key", shown)])
      }
    },
  ]

  /// People in Linkrunner's protocol.
  static let linkrunnerPeople = [
    ThiefMove("linkrunner: sign up as somebody") { turn in
      let victim = turn.victim()
      try turn.linkrunner(
        "/api/client/trigger",
        [
          "user_data": .object([
            "id": .string(victim.userID), "email": turn.mail(of: victim).map(JSON.string),
          ])
        ], install: try turn.anyInstall())
    },
    ThiefMove("linkrunner: sign up") { turn in
      let name = turn.thief.newName()
      try turn.linkrunner(
        "/api/client/trigger", ["user_data": ["id": .string(name)]],
        install: try turn.anyInstall())
    },
    ThiefMove("linkrunner: say more of somebody") { turn in
      let victim = turn.victim()
      try turn.linkrunner(
        "/api/client/set-user-data",
        [
          "user_data": .object([
            "id": turn.hits(0.5) ? .string(victim.userID) : nil,
            "email": turn.mail(of: victim).map(JSON.string), "name": "Thief",
          ])
        ], install: try turn.anyInstall())
      try turn.linkrunner(
        "/api/client/customer-user-id", ["user_id": .string(victim.userID)],
        install: try turn.anyInstall())
    },
    ThiefMove("linkrunner: redirect notifications") { turn in
      let install = try turn.anyInstall()
      try turn.linkrunner(
        "/api/client/update-push-token", ["push_token": "stolen"], install: install)
      try turn.linkrunner(
        turn.pick(["", "/api/client"]) + "/updatePushToken", ["push_token": "stolen"],
        install: install)
      try turn.linkrunner(
        "/api/client/integrations", ["integration_info": ["x": "y"]], install: install)
    },
  ]
}

extension ThiefTurn {
  /// The token that Linkrunner's clients ship.
  fileprivate var linkrunnerKey: String { FraudVendor.linkrunner.key(in: shop) }

  /// A call in Linkrunner's protocol, with that token.
  @discardableResult
  fileprivate func linkrunner(
    _ path: String, _ more: JSON, install: String
  ) throws -> SimulatedAnswer {
    let usual: JSON = [
      "token": .string(linkrunnerKey), "install_instance_id": .string(install),
      "platform": "IOS",
      "device_data": ["device_name": "iPhone15,2", "system_version": "17.5.1"],
    ]
    return try ask(
      "POST", path, .object((usual.members ?? []) + (more.members ?? [])), key: .none)
  }
}
