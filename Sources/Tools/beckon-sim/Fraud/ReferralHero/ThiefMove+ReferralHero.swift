import BeckonContractReferralHero
import BeckonModel

extension ThiefMove {
  /// With members of their own in ReferralHero's protocol.
  static let referralHero = [
    ThiefMove("referralhero: join by themselves, again and again") { turn in
      let code = try turn.account().code ?? ""
      for kind in ["", "/pending_referral"] {
        let body: JSON = [
          "email": .string(turn.thief.mail(turn.number(0...40))), "name": "Thief",
          "referrer": .string(code), "points": 1_000, "status": "confirmed",
        ]
        turn.keepMember(try turn.referralHero("POST", "/subscribers" + kind, body))
      }
    },
    ThiefMove("referralhero: convert members of their own") { turn in
      let mail = turn.thief.newMail()
      let code = try turn.account().code ?? ""
      let joined = try turn.referralHero(
        "POST", "/subscribers", ["email": .string(mail), "referrer": .string(code)])
      let token = turn.keepMember(joined)?.token
      for call in ["track_referral_conversion_event", "organic_track_referral"] {
        let body: JSON = [
          "email": .string(mail), "referrer": .string(code), "conversion_value": 80,
          "conversion_category": "purchase", "transaction_id": .string(turn.guessedID()),
        ]
        try turn.referralHero("POST", "/subscribers/" + call, body, token: token)
      }
      let id = joined.json?["data"]?["id"]?.string ?? ""
      try turn.referralHero("POST", "/subscribers/\(id)/confirm", [:], token: token)
      try turn.referralHero(
        "POST", "/subscribers/\(id)/click_capture", ["social": "facebook"], token: token)
      try turn.referralHero("DELETE", "/subscribers/\(id)", ["timestamp": "1"], token: token)
    },
    ThiefMove("referralhero: be referred by a device like everybody's") { turn in
      let device: JSON = [
        "device": "iPhone", "os_type": "IOS", "screen_size": "393.0 x 852.0",
        "ip_address": .string(FraudNetwork.home(turn.number(0...9))),
      ]
      if let code = try turn.account().code { try turn.visit(turn.shop.link(code)) }
      try turn.referralHero(
        "GET", "/subscribers/referrer?os_type=ios&device=iPhone&screen_size=393.0%20x%20852.0")
      let body = (device.members ?? []) + [JSON.Member("email", .string(turn.thief.newMail()))]
      turn.keepMember(try turn.referralHero("POST", "/subscribers", .object(body)))
    },
    ThiefMove("referralhero: paths and bodies of no client") { turn in
      let path = turn.pick(["//subscribers//", "/subscribers/%2e%2e", "/subscribers/sub_0/x"])
      try turn.referralHero(turn.pick(["GET", "POST", "DELETE"]), path, ["email": [1, [2]]])
      try turn.referralHero(
        "POST", "/subscribers/", ["email": .string(String(repeating: "a", count: 5_000))])
    },
  ]

  /// Against members who are others, whose mail addresses they have.
  static let referralHeroOthers = [
    ThiefMove("referralhero: join as somebody whose mail they know") { turn in
      let victim = turn.victim()
      for kind in ["", "/pending_referral", "/organic_track_referral"] {
        try turn.referralHero(
          "POST", "/subscribers" + kind,
          .object([
            "email": turn.mail(of: victim).map(JSON.string) ?? .string(turn.word() + "@x.example"),
            "referrer": try turn.account().code.map(JSON.string), "name": "Thief",
            "phone_number": "+905320000000", "extra_field": "x",
          ]))
      }
    },
    ThiefMove("referralhero: read and change a member whose id is public") { turn in
      for id in try turn.publicMembers().prefix(3) {
        let one = "/subscribers/" + id
        try turn.referralHero("GET", one)
        for (method, path, body) in [
          ("PATCH", one, ["email": .string(turn.thief.newMail()), "name": "Thief"]),
          ("POST", one + "/confirm", [:]), ("POST", one + "/click_capture", ["social": "x"]),
          ("GET", one + "/referrals_data", nil), ("GET", one + "/rewards", nil),
          ("DELETE", one, ["timestamp": "1"]),
        ] as [(String, String, JSON?)] {
          turn.expectRefusal(
            ofMember: try turn.referralHero(method, path, body, token: try turn.token()),
            id, path)
        }
      }
    },
    ThiefMove("referralhero: convert somebody else") { turn in
      let victim = turn.victim()
      let named = try [turn.publicMembers().first, turn.honestCode(), turn.account().code]
      for call in ["track_referral_conversion_event", "organic_track_referral"] {
        try turn.referralHero(
          "POST", "/subscribers/" + call,
          .object([
            "email": turn.mail(of: victim).map(JSON.string) ?? .string(turn.thief.newMail()),
            "referrer": turn.pick(named).map(JSON.string), "conversion_value": "999",
            "transaction_id": .string(turn.guessedID()),
          ]), token: try turn.token())
      }
    },
  ]
}

extension ThiefTurn {
  /// A call in ReferralHero's protocol, with the key that its clients ship.
  @discardableResult
  fileprivate func referralHero(
    _ method: String, _ path: String, _ body: JSON? = nil, token: String? = nil
  ) throws -> SimulatedAnswer {
    let key = pick([FraudVendor.referralHero.key(in: shop), shop.publishable])
    let cookie = token.map { [("Cookie", ReferralHero.tokenCookie + "=" + $0)] } ?? []
    return try ask(
      method, "/api/sdk/v1/lists/\(shop.campaign)\(path)", body, key: .none,
      headers: [("Authorization", key)] + cookie)
  }

  /// Keeps a member of their own whom an answer told.
  @discardableResult
  fileprivate func keepMember(_ answer: SimulatedAnswer) -> Thief.Account? {
    guard let data = answer.json?["data"], let id = data["id"]?.string,
      let token = data[ReferralHero.tokenMember]?.string
    else { return nil }
    let account = Thief.Account(
      person: id, token: token, userID: nil, code: data["code"]?.string)
    thief.accounts.append(account)
    return account
  }

  /// Ids of members as leaderboards show them to everybody, but for those who are their own.
  fileprivate func publicMembers() throws -> [String] {
    let answer = try referralHero("GET", "/leaderboard?count=20")
    let own = Set(thief.accounts.compactMap(\.code))
    let rows = answer.json?["data"]?["ranking"]?.elements ?? []
    return rows.filter { !own.contains($0["code"]?.string ?? "") }.compactMap { $0["id"]?.string }
  }

  /// Notes that a member was changed, or shown whole, to who is not they.
  fileprivate func expectRefusal(
    ofMember answer: SimulatedAnswer, _ id: String, _ path: String
  ) {
    guard answer.json?["status"] == "ok" else { return }
    town.journal.violate(
      .misled, "a member's \(path.split(separator: "/").last ?? "")",
      "thief \(thief.number) got \(answer.status) for \(id)")
  }
}
