import BeckonModel

extension ThiefMove {
  /// With installs that Dynamic Links' protocol does not name.
  static let dynamicLinksInstalls: [ThiefMove] = [
    ThiefMove("dynamiclinks: many first launches") { turn in
      try turn.visit(turn.invitation())
      for number in 0..<8 {
        let copied = try turn.pick([nil, turn.invitation(), turn.victimsLink()])
        try turn.askOfLink(copied, number % 2 == 0 ? nil : turn.number(0...2_000_000_000))
      }
    },
    ThiefMove("dynamiclinks: a first launch that the app names later") { turn in
      try turn.askOfLink(turn.invitation(), 1_700_000_000)
      guard let install = try turn.register([:]) else { return }
      try turn.signUp(
        ["user_id": .string(turn.thief.newName()), "install_id": .string(install.id)],
        token: install.token)
    },
    ThiefMove("dynamiclinks: an install by a link that names them") { turn in
      let link = try turn.pick([
        turn.invitation(), turn.ownScheme(turn.ownName()), turn.victimsLink(),
      ])
      let name = turn.pick(["link", "pasteboard"])
      let install = try turn.register(.object([JSON.Member(name, .string(link))]))
      try turn.signUp(
        ["user_id": .string(turn.thief.newName()), "install_id": .string(install?.id ?? "x")],
        token: install?.token)
    },
    ThiefMove("dynamiclinks: open the app by their link, on somebody's phone too") { turn in
      for link in [try turn.invitation(), turn.ownScheme(try turn.ownName())] {
        let own = try turn.install()
        for (id, token) in [(own.id, own.token), (turn.knownInstall() ?? "x", own.token)] {
          try turn.post(
            "/v1/opens", ["install_id": .string(id), "url": .string(link)], token: token)
        }
      }
    },
    ThiefMove("dynamiclinks: ask what led to somebody's phone") { turn in
      try turn.visit(turn.victimsLink())
      try turn.askOfLink(nil, 1_700_000_000)
      try turn.askOfLink(turn.victimsLink(), nil)
    },
  ]
}

extension ThiefTurn {
  /// A link as somebody honest hands it out.
  fileprivate func victimsLink() -> String {
    FraudVendor.longLink(naming: victim().userID, shop.kind)
  }

  /// The question after a first launch, by a phone like everybody's.
  fileprivate func askOfLink(_ copied: String?, _ installedAt: Int?) throws {
    try dynamicLinks(
      "installAttribution",
      .object([
        "bundleId": .string(FraudVendor.dynamicLinksBundle), "iosVersion": "17.5.1",
        "appInstallationTime": installedAt.map { .integer(Int64($0)) },
        "device": [
          "languageCode": "tr-TR", "timezone": "Europe/Istanbul",
          "deviceModelName": hits(0.8) ? "iPhone15,2" : "iPhone14,1",
        ],
        "uniqueMatchLinkToCheck": copied.map(JSON.string),
      ]))
  }
}
