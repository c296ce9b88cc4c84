import BeckonContractDynamicLinks
import BeckonModel

extension ThiefMove {
  /// With links of Dynamic Links' form, which anybody can make up.
  static let dynamicLinks: [ThiefMove] = [
    ThiefMove("dynamiclinks: short links that name themselves") { turn in
      for option: JSON in ["SHORT", "UNGUESSABLE", 2, .null] {
        try turn.shorten(turn.ownLongLink(), option)
      }
      if let own = turn.thief.invitations.last { try turn.visit(own) }
    },
    ThiefMove("dynamiclinks: open long links of nobody") { turn in
      let names = try [turn.word(), turn.ownName(), turn.victim().userID, "", "per_0"]
      for name in names + [String(repeating: "ü", count: 900)] {
        let path = turn.pick(["", "", "/promo", "/i"])
        let more = turn.pick([[], [("d", "1")], [("utm_source", turn.word())]])
        try turn.visit(FraudVendor.longLink(naming: name, turn.shop.kind, on: path, more))
      }
    },
    ThiefMove("dynamiclinks: lead a link elsewhere") { turn in
      let evil = "https://evil.example/" + turn.word()
      let parameter = turn.pick(["link", "al", "afl", "ifl", "ipfl", "ofl"])
      for value in [evil, "javascript:alert(1)//" + evil, try turn.ownLongLink()] {
        let link = FraudVendor.longLink(
          naming: try turn.ownName(), turn.shop.kind, [(parameter, value)])
        for answer in [try turn.shorten(link, "SHORT"), try turn.visit(link)] {
          turn.expectNoWayOut(answer, to: value, parameter)
        }
      }
      let foreign = turn.shop.kind == .robbed ? FraudShop.Kind.calm : .robbed
      let link = FraudVendor.longLink(naming: try turn.ownName(), foreign)
      turn.expectNoWayOut(try turn.shorten(link, "SHORT"), to: link, "another app's prefix")
    },
    ThiefMove("dynamiclinks: say that links were opened") { turn in
      let name = turn.victim().userID
      let links = [
        try turn.ownLongLink(), FraudVendor.longLink(naming: name, turn.shop.kind),
        turn.ownScheme(try turn.ownName()), "javascript:alert(1)", "https://evil.example/x",
        turn.thief.invitations.last ?? "",
      ]
      for link in links {
        try turn.dynamicLinks("reopenAttribution", ["requestedLink": .string(link)])
      }
      try turn.dynamicLinks("convertInvitation", ["invitationId": ["id": .string(name)]])
    },
    ThiefMove("dynamiclinks: the server's calls") { turn in
      let link = PercentEncoding.encode(try turn.ownLongLink())
      let info: JSON = [
        "domainUriPrefix": .string(FraudVendor.dynamicLinksHost(turn.shop.kind)),
        "link": "https://shop.example/join",
      ]
      for key in [FraudVendor.dynamicLinks.key(in: turn.shop), turn.shop.publishable] {
        let body: JSON = ["dynamicLinkInfo": info, "suffix": ["option": "SHORT"], "name": "x"]
        turn.expectRefusal(
          try turn.ask(
            "POST", "/v1/managedShortLinks:create?key=\(key)", body, key: .none))
        turn.expectRefusal(
          try turn.ask("GET", "/v1/\(link)/linkStats?durationDays=7&key=\(key)", key: .none))
      }
    },
    ThiefMove("dynamiclinks: the shipped key for what it does not open") { turn in
      let key = FraudCall.Key.text(FraudVendor.dynamicLinks.key(in: turn.shop))
      let person = turn.known()?.person?.text ?? "per_0"
      turn.expectRefusal(
        try turn.ask("POST", "/v1/people", ["user_id": .string(turn.thief.newName())], key: key))
      for part in ["", "/record/level", "/balances"] {
        turn.expectRefusal(try turn.ask("GET", "/v1/people/\(person)\(part)", key: key))
      }
    },
  ]
}

extension ThiefTurn {
  /// By what a link could name them as the one who invites.
  func ownName() throws -> String {
    let own = try account()
    return pick([own.userID, own.code, own.person].compactMap { $0 })
  }

  /// A long link that names them.
  func ownLongLink() throws -> String {
    try FraudVendor.longLink(naming: ownName(), shop.kind)
  }

  /// What a click page opens an app by.
  func ownScheme(_ name: String) -> String {
    let link = PercentEncoding.encode("https://shop.example/join?invitedby=" + name)
    return FraudVendor.dynamicLinksBundle
      + "://google/link/?deep_link_id=\(link)&match_type=unique&match_message=x"
  }

  /// A call in Dynamic Links' protocol, with the key that its clients ship.
  @discardableResult
  func dynamicLinks(_ path: String, _ body: JSON) throws -> SimulatedAnswer {
    let key = pick([FraudVendor.dynamicLinks.key(in: shop), shop.publishable])
    return try ask(
      "POST", "/v1/\(path)?key=\(key)", body, key: .none,
      headers: hits(0.7) ? [("X-Ios-Bundle-Identifier", FraudVendor.dynamicLinksBundle)] : [])
  }

  /// Makes a short link and keeps it.
  @discardableResult
  func shorten(_ long: String, _ option: JSON) throws -> SimulatedAnswer {
    let answer = try dynamicLinks(
      "shortLinks", ["longDynamicLink": .string(long), "suffix": ["option": option]])
    if let link = answer.json?["shortLink"]?.string { thief.invitations.append(link) }
    return answer
  }

  /// A link that names them: one of those that they have made, or a new one.
  func invitation() throws -> String {
    if !thief.invitations.isEmpty, hits(0.5) { return pick(thief.invitations.suffix(20)) }
    return try ownLongLink()
  }

  // MARK: What must not be

  /// Notes a link that leads where the app lets nobody be sent. A page that is no URL of the web is
  /// left out of a link that works.
  func expectNoWayOut(_ answer: SimulatedAnswer, to page: String, _ parameter: String) {
    let text = String(decoding: answer.body, as: UTF8.self) + (answer.headers["location"] ?? "")
    let isLeftOut = page.hasPrefix("javascript:") && !text.contains("evil.example")
    guard answer.isSuccess, !isLeftOut else { return }
    town.journal.violate(
      .misled, "by \(parameter)", "thief \(thief.number) got \(answer.status) for '\(page)'")
  }

  /// Notes that a key opens what it must not.
  func expectRefusal(_ answer: SimulatedAnswer) {
    guard answer.isSuccess else { return }
    town.journal.violate(.leak, "a call that the key must not open", "\(answer.status)")
  }
}
