import BeckonModel

extension ThiefMove {
  /// Against people and orders that are others', in Segmentify's protocol.
  static let segmentifyOthers: [ThiefMove] = [
    ThiefMove("segmentify: log in as somebody, and look what they saw") { turn in
      let victim = turn.victim()
      let before = try turn.kept(of: victim)
      let seen = turn.pick(ShoppingTerms.products)
      let answer = try turn.segmentify([
        turn.event("PRODUCT_VIEW", ["productId": .string(seen)]),
        turn.event("USER_OPERATIONS", turn.login("signin", victim)),
        turn.event("PAGE_VIEW", ["category": "Home Page"]),
      ])
      turn.expectOwnHistory(answer)
      try turn.expectKept(before, victim)
    },
    ThiefMove("segmentify: change somebody's mail address, phone and consent") { turn in
      let victim = turn.victim()
      let before = try turn.kept(of: victim)
      for step in ["signin", "update", "signup", "change"] {
        let consent: JSON = ["emailNtf": "false", "smsNtf": "true", "segments": ["gold"]]
        let login = turn.login(step, victim)
        try turn.segmentify([
          turn.event("USER_OPERATIONS", .object((login.members ?? []) + (consent.members ?? [])))
        ])
      }
      try turn.segmentify([turn.event("USER_OPERATIONS", ["step": "signout"])])
      try turn.expectKept(before, victim)
    },
    ThiefMove("segmentify: become another visitor") { turn in
      try turn.segmentify([
        turn.event("USER_CHANGE", ["oldUserId": .string(turn.visitor + "0")]),
        turn.event("USER_CHANGE", ["oldUserId": .string("\(turn.number(1...9_999))")]),
        turn.event("PAGE_VIEW", ["category": "Home Page"]),
      ])
    },
    ThiefMove("segmentify: claim somebody's order") { turn in
      let order = turn.pick([turn.guessedID(), turn.shopOrder()])
      turn.town.take(order)
      try turn.segmentify([
        turn.event("USER_OPERATIONS", turn.login("signin", turn.victim())),
        turn.event("CHECKOUT", turn.purchase(order)),
      ])
    },
    ThiefMove("segmentify: push a reward to their own account") { turn in
      let own = try turn.account()
      let friend = turn.thief.newName()
      try turn.signUp(
        .object(["user_id": .string(friend), "referrer": own.code.map(JSON.string)]))
      let login: JSON = ["step": "signin", "externalId": .string(friend)]
      try turn.segmentify([
        turn.event("USER_OPERATIONS", login), turn.event("CHECKOUT", turn.purchase(turn.word())),
        turn.event("CHECKOUT", ["step": "purchase", "totalPrice": 80]),
        turn.event("CUSTOM_EVENT", ["type": "purchase", "params": ["total": 80]]),
        turn.event("CUSTOM_EVENT", ["type": "payment", "params": ["amount": 80]]),
        turn.event("CUSTOM_EVENT", ["type": "beckon.sign_up", "params": [:]]),
      ])
    },
    ThiefMove("segmentify: empty somebody's basket") { turn in
      var events = [turn.event("USER_OPERATIONS", turn.login("signin", turn.victim()))]
      for product in ShoppingTerms.products {
        events.append(
          turn.event(
            "BASKET_OPERATIONS",
            ["step": "remove", "productId": .string(product), "quantity": 1_000]))
      }
      events.append(turn.event("CHECKOUT", ["step": "basket", "productList": []]))
      try turn.segmentify(events)
    },
    ThiefMove("segmentify: write into somebody's visits by our own names") { turn in
      let subjects = [
        ("user_id", turn.victim().userID), ("install_id", try turn.anyInstall()),
        ("person", turn.known()?.person?.text ?? "per_0"),
      ]
      let (subject, value) = turn.pick(subjects)
      let product = JSON.string(turn.pick(ShoppingTerms.products))
      let order = turn.shopOrder()
      let told: [(String, JSON)] = [
        ("product_viewed", ["product_id": product, "price": "0.01", "title": "Scam"]),
        ("basket_changed", ["step": "remove", "product_id": product]),
        ("purchase", ["products": [["product_id": product]], "order_id": .string(order)]),
      ]
      let events = told.map { name, properties in
        let id = turn.word()
        turn.town.forge(id)
        return JSON.object([
          JSON.Member("id", .string(id)), JSON.Member("name", .string(name)),
          JSON.Member(subject, .string(value)), JSON.Member("properties", properties),
        ])
      }
      try turn.post("/v1/events", ["events": .array(events)])
    },
  ]
}
