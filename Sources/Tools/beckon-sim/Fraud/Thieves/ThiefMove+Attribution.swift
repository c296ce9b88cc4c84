import BeckonContract
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
      try turn.register(["link": .string(turn.shop.link(code))], id: id)
    },
    ThiefMove("open a link on somebody's phone") { turn in
      guard let id = turn.knownInstall() else { return }
      let code = try turn.account().code ?? ""
      try turn.post(
        "/v1/opens",
        ["install_id": .string(id), "url": .string(turn.shop.link(code))],
        token: turn.token())
    },
    ThiefMove("tell more of a click") { turn in
      guard let code = turn.honestCode() else { return }
      let click = turn.thief.clicks.isEmpty ? "clk_0" : turn.pick(turn.thief.clicks)
      let told: JSON = [
        "click": .string(click), "screen": ["width": 393, "height": 852],
        "timezone": "Europe/Istanbul",
      ]
      try turn.visit(turn.shop.link(code), telling: told)
    },
  ]

  /// With links.
  static let links = [
    ThiefMove("make a link in somebody's name") { turn in
      guard let person = turn.known()?.person?.text else { return }
      try turn.makeLink(referrer: person, token: turn.token())
    },
    ThiefMove("sign up by a link of their own making") { turn in
      guard let code = try turn.link()?.code else { return }
      try turn.click(code)
      try turn.signUp([
        "user_id": .string(turn.thief.newName()), "referrer": .string(code),
      ])
    },
    ThiefMove("look at a link") { turn in
      guard let link = try turn.link()?.id else { return }
      for part in ["/stats", "/qr.svg", "/qr.png"] {
        try turn.ask("GET", "/v1/links/\(link)\(part)")
      }
    },
    ThiefMove("call what needs a secret key") { turn in
      let person = turn.known()?.person?.text ?? "per_0"
      for _ in 0..<8 {
        let route = turn.pick(RouteCoverage.secret)
        let path = RouteCoverage.path(of: route, person: person, campaign: turn.shop.campaign)
        let body = try JSON.object([
          "into": .string(turn.account().person), "id": .string(turn.word()), "amount": 1,
          "unit": "welcome", "codes": ["free"], "decision": "approve", "state": "paused",
        ])
        let answer = try turn.ask(
          route.method, path, route.method == "GET" ? nil : body, token: turn.token())
        guard answer.isSuccess else { continue }
        turn.town.journal.violate(
          .leak, "a secret route: \(route.method) \(route.path)",
          "\(answer.status) to a publishable key")
      }
    },
  ]
}

extension ThiefTurn {
  /// Makes a link and keeps it.
  func makeLink(referrer: String, token: String?) throws {
    let answer = try post(
      "/v1/links",
      [
        "url": "https://shop.example/start", "campaign": .string(shop.campaign),
        "referrer": .string(referrer), "short": true,
      ], token: token)
    if let code = answer.json?["code"]?.string, let id = answer.json?["id"]?.string {
      thief.links.append((id, code))
    }
  }

  /// A link of their own; made when there is none.
  func link() throws -> (id: String, code: String)? {
    if thief.links.isEmpty {
      let own = try account()
      try makeLink(referrer: own.person, token: own.token)
    }
    return thief.links.isEmpty ? nil : pick(thief.links)
  }

  /// Opens a link in a browser.
  func click(_ code: String) throws {
    try visit(shop.link(code))
  }

  /// What everybody's browser says.
  static let browser: [(name: String, value: String)] = [
    (
      "User-Agent",
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 "
        + "(KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1"
    ), ("Accept-Language", "tr-TR,tr;q=0.9"),
  ]
}
