import BeckonModel

extension ThiefMove {
  /// With clicks, installs and what opens the app.
  static let attribution = [
    ThiefMove("click somebody's link") { turn in
      guard let code = turn.honestCode() else { return }
      try turn.click(code)
    },
    ThiefMove("click their own link") { turn in
      guard let code = try turn.account().code else { return }
      try turn.click(code)
    },
    ThiefMove("install") { turn in try turn.register([:]) },
    ThiefMove("install with a click that they have read") { turn in
      guard !turn.thief.clicks.isEmpty else { return }
      let click = turn.pick(turn.thief.clicks)
      let name = turn.pick(["click_id", "install_referrer", "pasteboard"])
      let value =
        name == "click_id"
        ? click
        : (name == "pasteboard" ? "https://shop.example/join?" : "") + "beckon_click=" + click
      try turn.register(.object([JSON.Member(name, .string(value))]))
    },
    ThiefMove("sign up with a click that they have read") { turn in
      guard !turn.thief.clicks.isEmpty else { return }
      try turn.signUp([
        "user_id": .string(turn.thief.newName()),
        "click_id": .string(turn.pick(turn.thief.clicks)),
      ])
    },
    ThiefMove("install at somebody's home") { turn in
      try turn.register(["ip": .string(FraudNetwork.home(turn.victim().number))])
    },
    ThiefMove("install as somebody's phone") { turn in
      guard let id = turn.knownInstall() else { return }
      let code = try turn.account().code ?? ""
      try turn.register(["link": .string(turn.town.server.url + "/" + code)], id: id)
    },
    ThiefMove("open a link on somebody's phone") { turn in
      guard let id = turn.knownInstall() else { return }
      let code = try turn.account().code ?? ""
      try turn.post(
        "/v1/opens",
        ["install_id": .string(id), "url": .string(turn.town.server.url + "/" + code)],
        token: turn.token())
    },
    ThiefMove("tell more of a click") { turn in
      guard let code = turn.honestCode() else { return }
      let click = turn.thief.clicks.isEmpty ? "clk_0" : turn.pick(turn.thief.clicks)
      try turn.ask(
        "POST", "/" + code,
        [
          "click": .string(click), "screen": ["width": 393, "height": 852],
          "timezone": "Europe/Istanbul",
        ], key: .none)
    },
  ]

  /// With links.
  static let links = [
    ThiefMove("make a link in somebody's name") { turn in
      let own = try turn.account()
      let person = turn.hits(0.5) ? turn.known()?.person?.text : own.person
      let answer = try turn.ask(
        "POST", "/v1/links",
        .object([
          "url": "https://shop.example/start", "campaign": .string(turn.shop.campaign),
          "referrer": person.map(JSON.string), "short": true,
        ]), token: own.token)
      if let code = answer.json?["code"]?.string { turn.thief.codes.append(code) }
    },
    ThiefMove("sign up by a link of their own making") { turn in
      guard !turn.thief.codes.isEmpty else { return }
      let code = turn.pick(turn.thief.codes)
      try turn.signUp([
        "user_id": .string(turn.thief.newName()), "referrer": .string(code),
      ])
    },
    ThiefMove("look at a link") { turn in
      for code in turn.thief.codes.suffix(2) {
        for part in ["", "/stats", "/qr.svg"] { try turn.ask("GET", "/v1/links/\(code)\(part)") }
      }
    },
    ThiefMove("call what needs a secret key") { turn in
      let person = turn.known()?.person?.text ?? "per_0"
      let own = try turn.account().person
      let calls: [(String, String, JSON?)] = [
        ("GET", "/v1/app", nil), ("GET", "/v1/links", nil),
        ("GET", "/v1/ledger/transfers", nil), ("GET", "/v1/ledger/summary", nil),
        ("GET", "/v1/revenue", nil), ("GET", "/v1/people?user_id=user-1", nil),
        ("GET", "/v1/webhooks", nil), ("GET", "/v1/postbacks", nil),
        ("PATCH", "/v1/app", ["status": "x"]),
        ("POST", "/v1/people/\(person)/merge", ["into": .string(own)]),
        (
          "POST", "/v1/people/\(person)/redemptions",
          ["id": .string(turn.word()), "amount": 1, "unit": "welcome"]
        ),
        ("POST", "/v1/coupon-pools/\(FraudTerms.pool)/codes", ["codes": ["free"]]),
        ("PATCH", "/v1/campaigns/\(turn.shop.campaign)", ["state": "paused"]),
      ]
      for (method, path, body) in calls {
        try turn.ask(method, path, body, token: turn.token())
      }
    },
  ]
}

extension ThiefTurn {
  /// Opens a link in a browser.
  func click(_ code: String) throws {
    try ask(
      "GET", "/" + code, key: .none,
      headers: [
        (
          "User-Agent",
          "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 "
            + "(KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1"
        ), ("Accept-Language", "tr-TR,tr;q=0.9"),
      ])
  }
}
