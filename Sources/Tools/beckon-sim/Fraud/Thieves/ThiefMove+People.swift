import BeckonModel

extension ThiefMove {
  /// With people of their own.
  static let people = [
    ThiefMove("sign up") { turn in
      let own = try turn.account()
      try turn.signUp(
        .object([
          "user_id": .string(turn.thief.newName()),
          "email": .string(turn.thief.mail(turn.thief.mails + turn.number(0...6))),
          "referrer": turn.pick([nil, own.code, own.person, turn.honestCode()])
            .map(JSON.string),
        ]))
    },
    ThiefMove("many sign-ups") { turn in
      let code = try turn.account().code
      for _ in 0..<8 {
        try turn.signUp(
          .object([
            "user_id": .string(turn.thief.newName()), "referrer": code.map(JSON.string),
          ]))
      }
    },
    ThiefMove("sign up with the install of a click") { turn in
      let own = try turn.install()
      try turn.signUp(
        ["user_id": .string(turn.thief.newName()), "install_id": .string(own.id)],
        token: own.token)
    },
    ThiefMove("write attributes up and down") { turn in
      let own = try turn.account()
      for level in [1, FraudTerms.level, 0, 99] {
        let attributes: JSON = ["level": .integer(level), "profile": level == 0 ? .null : "x"]
        try turn.ask(
          "PATCH", "/v1/people/\(own.person)", ["attributes": attributes], token: own.token)
      }
    },
    ThiefMove("read what they have") { turn in
      let own = try turn.account()
      for part in ["", "/export", "/balances", "/invitees"] {
        try turn.ask("GET", "/v1/people/\(own.person)\(part)", token: own.token)
      }
    },
    ThiefMove("erase and come back") { turn in
      let own = try turn.account()
      try turn.ask("DELETE", "/v1/people/\(own.person)", token: own.token)
      let code = turn.honestCode()
      try turn.signUp(
        .object(["user_id": own.userID.map(JSON.string), "referrer": code.map(JSON.string)]))
    },
    ThiefMove("send a call again") { turn in
      guard !turn.thief.sent.isEmpty else { return }
      try turn.send(turn.pick(turn.thief.sent.suffix(60)).call)
    },
    ThiefMove("refer themselves through the app's server") { turn in
      // Truly signed up, each under another name of one mailbox.
      func known(_ code: String?) throws -> Thief.Account? {
        let name = turn.thief.newName()
        let answer = try turn.appServer(
          "/v1/people",
          .object([
            "user_id": .string(name), "email": .string(turn.thief.newMail()),
            "referrer": code.map(JSON.string),
          ]))
        return turn.keep(answer, name)
      }
      guard let first = try known(nil), let code = first.code else { return }
      for _ in 0..<3 {
        guard let next = try known(code) else { continue }
        _ = try turn.appServer(
          "/v1/campaigns/\(turn.shop.campaign)/conversions",
          ["person": .string(next.person), "step": 2, "id": .string(turn.word())])
      }
    },
  ]

  /// With names that are somebody else's.
  static let takenNames = [
    ThiefMove("take a name before its owner") { turn in
      let victim = turn.victim()
      let own = try turn.account()
      try turn.signUp(
        .object([
          "user_id": turn.hits(0.7) ? .string(victim.userID) : nil,
          "email": .string(turn.mail(of: victim) ?? turn.thief.newName() + "@mail.example"),
          "referrer": turn.pick([nil, own.code, turn.honestCode()]).map(JSON.string),
        ]))
    },
    ThiefMove("take a name with an install of their own") { turn in
      let own = try turn.install()
      try turn.signUp(
        ["user_id": .string(turn.victim().userID), "install_id": .string(own.id)],
        token: own.token)
    },
    ThiefMove("add a mail address to themselves") { turn in
      let own = try turn.account()
      try turn.signUp(
        .object([
          "user_id": own.userID.map(JSON.string),
          "email": turn.mail(of: turn.victim()).map(JSON.string),
        ]), token: own.token)
    },
    ThiefMove("use every token that was kept") { turn in
      for own in turn.thief.accounts.suffix(12) {
        try turn.ask("GET", "/v1/people/\(own.person)/export", token: own.token)
        guard turn.hits(0.15) else { continue }
        try turn.ask("DELETE", "/v1/people/\(own.person)", token: own.token)
      }
    },
    ThiefMove("write with every token that was kept") { turn in
      for own in turn.thief.accounts.suffix(12) {
        try turn.ask(
          "PATCH", "/v1/people/\(own.person)", ["attributes": ["level": 50, "profile": "x"]],
          token: own.token)
      }
    },
  ]

  /// With people who are somebody else.
  static let strangers = [
    ThiefMove("read somebody") { turn in
      guard let person = turn.known()?.person?.text else { return }
      for part in ["", "/export", "/balances", "/invitees"] {
        try turn.ask("GET", "/v1/people/\(person)\(part)", token: turn.token())
      }
    },
    ThiefMove("change somebody") { turn in
      guard let person = turn.known()?.person?.text else { return }
      try turn.ask(
        "PATCH", "/v1/people/\(person)", ["attributes": ["level": 1, "profile": .null]],
        token: turn.token())
    },
    ThiefMove("erase somebody") { turn in
      guard let person = turn.known()?.person?.text else { return }
      try turn.ask("DELETE", "/v1/people/\(person)", token: turn.token())
    },
    ThiefMove("sign in as somebody") { turn in
      let victim = turn.victim()
      let install = try turn.hits(0.5) ? turn.knownInstall() ?? "none" : turn.install().id
      try turn.signUp(
        ["user_id": .string(victim.userID), "install_id": .string(install)],
        token: turn.token())
    },
    ThiefMove("ask for somebody's token") { turn in
      guard let person = turn.known()?.person?.text else { return }
      try turn.ask("POST", "/v1/people/\(person)/tokens", [:], token: turn.token())
    },
    ThiefMove("show a forged identity") { turn in
      let victim = turn.victim()
      let claims = turn.encoded(
        "{\"sub\":\"\(victim.userID)\",\"user_id\":\"\(victim.userID)\",\"exp\":4102444800}")
      let head = turn.encoded(turn.pick(["{\"alg\":\"none\"}", "{\"alg\":\"HS256\"}"]))
      let identity = "\(head).\(claims).\(turn.pick(["", turn.word()]))"
      try turn.signUp(
        ["user_id": .string(victim.userID), "identity_token": .string(identity)],
        token: turn.pick([nil, identity]))
    },
    ThiefMove("show a sign-in token that was used") { turn in
      guard let used = turn.town.usedSignIns.last else { return }
      let install = try turn.install()
      try turn.signUp(
        [
          "user_id": .string(used.userID), "install_id": .string(install.id),
          "identity_token": .string(used.token),
        ], token: install.token)
    },
  ]
}
