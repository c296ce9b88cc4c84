import BeckonModel

extension ThiefMove {
  /// With events.
  static let events = [
    ThiefMove("forge an event of somebody") { turn in
      try turn.tell(id: turn.guessedID(), "purchase", "user_id", turn.victim().userID)
    },
    ThiefMove("forge an event of somebody's person") { turn in
      guard let person = turn.known()?.person?.text else { return }
      try turn.tell(id: turn.pick([turn.guessedID(), turn.word()]), "purchase", "person", person)
    },
    ThiefMove("forge an event of somebody's install") { turn in
      guard let install = turn.knownInstall() else { return }
      try turn.tell(id: turn.guessedID(), "purchase", "install_id", install)
    },
    ThiefMove("take the ids of events") { turn in
      let own = try turn.account()
      for _ in 0..<4 { try turn.tell(id: turn.guessedID(), "purchase", "person", own.person) }
    },
    ThiefMove("take the id of a payment's fact") { turn in
      let id = "payment DEFAULT " + turn.guessedID()
      try turn.tell(id: id, turn.pick(["payment", "x"]), "user_id", turn.victim().userID)
    },
    ThiefMove("tell that a payment came") { turn in
      let subject = try turn.hits(0.5) ? turn.account().userID ?? "x" : turn.victim().userID
      try turn.tell(id: turn.word(), "payment", "user_id", subject)
    },
    ThiefMove("claim that somebody paid") { turn in
      let (own, victim) = (try turn.account(), turn.victim().userID)
      let (subject, value) = turn.pick([
        ("user_id", victim), ("user_id", own.userID ?? "x"), ("person", own.person),
        ("install_id", turn.knownInstall() ?? "x"),
      ])
      try turn.post(
        "/v1/payments",
        .object([
          JSON.Member("id", .string(turn.pick([turn.guessedID(), turn.word()]))),
          JSON.Member(subject, .string(value)), JSON.Member("amount", "80.00"),
          JSON.Member("currency", "EUR"),
        ]), token: turn.hits(0.3) ? turn.token() : nil)
    },
    ThiefMove("give somebody's payment back") { turn in
      try turn.post("/v1/payments/\(turn.guessedID())/refunds", ["id": .string(turn.word())])
    },
    ThiefMove("fill somebody's cap") { turn in
      let victim = turn.victim()
      for _ in 0..<6 { try turn.tell(id: turn.word(), "purchase", "user_id", victim.userID) }
    },
    ThiefMove("take somebody's purchase back") { turn in
      try turn.post(
        "/v1/events",
        [
          "events": [
            [
              "id": .string(turn.pick([turn.word(), "refund-" + turn.guessedID()])),
              "name": "refund", "user_id": .string(turn.victim().userID),
              "properties": ["of": .string(turn.guessedID())],
            ]
          ]
        ])
    },
    ThiefMove("tell an event of long ago, or of tomorrow") { turn in
      let days = turn.pick([-60, -20, -1, 1, 400])
      let at = turn.town.server.now.adding(milliseconds: Int64(days) * Span.dayMilliseconds)
      try turn.tell(
        id: turn.guessedID(), "purchase", "user_id", turn.victim().userID,
        more: [JSON.Member("at", .instant(at))])
    },
    ThiefMove("tell an event that the server makes") { turn in
      let names = ["beckon.sign_up", "beckon.conversion", "beckon.attributes", "sign_up"]
      try turn.tell(id: turn.word(), turn.pick(names), "user_id", turn.victim().userID)
    },
  ]

  /// With referrals and rewards.
  static let referrals = [
    ThiefMove("reach a step") { turn in
      let own = try turn.account()
      try turn.convert(own.person, token: own.token)
    },
    ThiefMove("reach a step for somebody") { turn in
      guard let person = turn.known()?.person?.text else { return }
      try turn.convert(person, token: turn.token())
    },
    ThiefMove("invite each other in a circle") { turn in
      let (one, two) = (turn.thief.newName(), turn.thief.newName())
      let first = try turn.signUp(["user_id": .string(one)])
      let second = try turn.signUp(
        .object(["user_id": .string(two), "referrer": first?.code.map(JSON.string)]))
      try turn.signUp(
        .object(["user_id": .string(one), "referrer": second?.code.map(JSON.string)]),
        token: first?.token)
      for account in [first, second].compactMap({ $0 }) {
        try turn.convert(account.person, token: account.token)
      }
    },
    ThiefMove("declare a referrer whom only they know") { turn in
      // Both were truly signed up by the app's server, and nothing led from one to the other.
      let names = [turn.thief.newName(), turn.thief.newName()]
      let known = try names.map { name in
        let answer = try turn.appServer(
          "/v1/people", ["user_id": .string(name), "email": .string(name + "@mail.example")])
        return (person: answer.json?["person"]?.string ?? "", token: answer.json?["token"]?.string)
      }
      try turn.post(
        "/v1/people", ["user_id": .string(names[0]), "referrer": .string(known[1].person)],
        token: known[0].token)
      _ = try turn.appServer(
        "/v1/campaigns/\(turn.shop.campaign)/conversions",
        ["person": .string(known[0].person), "step": 2, "id": .string(turn.word())])
    },
    ThiefMove("invite three and let them all reach the end") { turn in
      let own = try turn.account()
      for _ in 0..<3 {
        let friend = try turn.signUp(
          .object([
            "user_id": .string(turn.thief.newName()), "referrer": own.code.map(JSON.string),
          ]))
        if let friend { try turn.convert(friend.person, token: friend.token) }
      }
    },
    ThiefMove("invite three for somebody") { turn in
      guard let code = turn.honestCode() else { return }
      for _ in 0..<3 {
        let friend = try turn.signUp(
          ["user_id": .string(turn.thief.newName()), "referrer": .string(code)])
        if let friend { try turn.convert(friend.person, token: friend.token) }
      }
    },
    ThiefMove("read the campaign") { turn in
      let campaign = "/v1/campaigns/" + turn.shop.campaign
      for part in ["", "/leaderboard?limit=200", "/funnel", "/referrals"] {
        try turn.ask("GET", campaign + part)
      }
      let own = try turn.account()
      for person in [own.person, turn.known()?.person?.text ?? own.person] {
        try turn.ask("GET", campaign + "/leaderboard/" + person, token: own.token)
        try turn.ask("GET", campaign + "/leaderboard?around=" + person, token: own.token)
        try turn.ask("GET", campaign + "/leaderboard/\(person)?board=points", token: own.token)
        try turn.post(
          "/v1/people/\(person)/grants",
          ["id": .string(turn.word()), "campaign": .string(turn.shop.campaign), "amount": 1_000],
          token: own.token)
      }
    },
  ]
}

extension ThiefTurn {
  /// Sends an event.
  func tell(
    id: String, _ name: String, _ subject: String, _ value: String, more: [JSON.Member] = []
  ) throws {
    let event = JSON.object(
      [
        JSON.Member("id", .string(id)), JSON.Member("name", .string(name)),
        JSON.Member(subject, .string(value)), JSON.Member("properties", ["total": 80]),
      ] + more)
    town.forge(id)
    try post("/v1/events", ["events": [event]], token: hits(0.3) ? token() : nil)
  }

  /// Says that somebody reached the second step.
  func convert(_ person: String, token: String?) throws {
    let id = pick([guessedID(), word()])
    town.take(id)
    try post(
      "/v1/campaigns/\(shop.campaign)/conversions",
      ["person": .string(person), "step": 2, "id": .string(id)], token: token)
  }
}
