import BeckonModel

extension ThiefMove {
  /// With a visitor of their own in Segmentify's protocol.
  static let segmentify: [ThiefMove] = [
    ThiefMove("segmentify: spoil what the shop sells") { turn in
      let product = turn.pick(ShoppingTerms.products)
      // Two visitors on two networks, as if they agreed.
      for visitor in [turn.visitor, turn.visitor + "0"] {
        try turn.segmentify([
          turn.event(
            "PRODUCT_VIEW",
            [
              "productId": .string(product), "title": "Scam", "price": "0.01", "oldPrice": 9_999,
              "url": "https://evil.example/", "image": "https://evil.example/x.png",
              "brand": "Scam", "category": "Scam", "inStock": false, "stock": 0,
              "currency": .string(turn.pick(["TRY", "USD"])),
              "lang": .string(turn.pick(["EN", "TR"])),
            ], by: visitor)
        ])
      }
    },
    ThiefMove("segmentify: make products up, and make many look at them") { turn in
      let made = (0..<5).map { "evil-\(turn.thief.number)-\($0)" }
      for _ in 0..<3 {
        let visitor = turn.visitor + "\(turn.number(10...999))"
        try turn.segmentify(
          made.map { product in
            turn.event(
              "PRODUCT_VIEW",
              [
                "productId": .string(product), "title": "CALL 555", "price": 1,
                "url": .string(ShoppingTerms.host + "/x"), "image": "https://evil.example/x.png",
              ], by: visitor)
          })
      }
    },
    ThiefMove("segmentify: flood with visitors, banners and searches") { turn in
      let many = (0..<100).map { number in
        turn.event(
          "PRODUCT_VIEW", ["productId": .string("flood-\(turn.word())")],
          by: turn.visitor + "\(number)")
      }
      let answer = try turn.segmentify(many)
      turn.expect(answer, "BAD_INPUT", "a request of 100 visitors")
      let banners = JSON.array((0..<100).map { ["title": .string("b\($0)"), "order": 1] })
      try turn.segmentify([
        turn.event(
          "INTERNAL_BANNER_GROUP",
          ["group": .string(ShoppingTerms.popular), "banners": banners]),
        turn.event("SEARCH", ["query": .string(String(repeating: "a", count: 600))]),
      ])
    },
    ThiefMove("segmentify: inflate what a widget brought") { turn in
      var events: [JSON] = []
      for type in ["impression", "widget-view", "click", "click"] {
        events.append(
          turn.event(
            "INTERACTION",
            [
              "type": .string(type), "instanceId": .string(ShoppingTerms.popular),
              "interactionId": .string(turn.pick(ShoppingTerms.products)),
            ]))
      }
      let order = turn.pick([turn.word(), turn.shopOrder(), turn.guessedID()])
      events.append(turn.event("CHECKOUT", turn.purchase(order)))
      try turn.segmentify(events)
    },
    ThiefMove("segmentify: come from elsewhere, or with the key of another app") { turn in
      let visit = [turn.event("PAGE_VIEW", ["category": "Home Page"])]
      let origin = turn.pick(["https://evil.example", "evil.example", "shop.example.evil.example"])
      let foreign = try turn.segmentify(visit, headers: [("Origin", origin)])
      turn.expect(foreign, "NO_DOMAIN_APIKEY_MATCH", "an Origin elsewhere")
      // One key in the query, others behind it: the first says whose it is.
      let calm = turn.town.shops[FraudShop.Kind.calm.rawValue]
      let visitor = turn.visitor + turn.pick(["7", "8"])
      var event = turn.event("PAGE_VIEW", ["category": "Home Page"], by: visitor)
      event = .object(
        (event.members ?? []) + [JSON.Member("apiKey", .string(calm.publishable))])
      try turn.segmentify([event], headers: [("X-Sfy-Api-Key", calm.publishable)])
      try turn.expectUnknown(visitor, in: calm)
      let none = try turn.ask(
        "POST", "/add/events/v1.json?apiKey=" + turn.word(), .array(visit), key: .none)
      turn.expect(none, "NO_ACCOUNT", "a key that was made up")
    },
    ThiefMove("segmentify: ids, and notifications of somebody") { turn in
      for path in ["/get/key?count=2", "/get/key/v1.json?count=1"] {
        try turn.ask("GET", path, key: .none)
      }
      for (path, type) in [
        ("/native/subscription/push", "PERMISSION_INFO"),
        ("/native/interaction/notification", "CLICK"),
      ] {
        try turn.ask(
          "POST", path + "?apiKey=" + FraudVendor.segmentify.key(in: turn.shop),
          [
            "type": .string(type), "userId": .string(turn.visitor), "instanceId": "scn_1",
            "deviceToken": "token", "userName": .string(turn.victim().userID),
            "email": .string(turn.thief.newMail()), "firebaseServerKey": "AAAA",
          ], key: .none)
      }
    },
    ThiefMove("segmentify: events of no client") { turn in
      for body in [
        "null", "[[]]", "{\"name\":\"PAGE_VIEW\",\"userId\":[],\"sessionId\":{}}",
        "[{\"name\":\"CHECKOUT\",\"userId\":1,\"sessionId\":2,\"step\":\"purchase\","
          + "\"totalPrice\":-1}]",
      ] {
        try turn.ask(
          "POST", "/add/events/v1.json?apiKey=" + FraudVendor.segmentify.key(in: turn.shop),
          try JSONReader.read(Array(body.utf8)), key: .none)
      }
    },
  ]
}
