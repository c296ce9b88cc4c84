import BeckonModel
import Testing

@Suite struct FoundListTests {
  /// The values of a member of each row, over all pages.
  private func all(
    _ app: TestApp, _ path: String, _ member: String, limit: Int = 2
  ) async throws -> [String] {
    var found: [String] = []
    var cursor = ""
    let name = path.split(separator: "?")[0].split(separator: "/").last.map(String.init) ?? ""
    while true {
      let mark = path.contains("?") ? "&" : "?"
      let answer = try await app.get(path + mark + "limit=\(limit)" + cursor)
      try #require(answer.status == 200, "\(answer.text)")
      found += answer.list(name).compactMap { $0[member]?.string }
      guard let next = answer.string("next") else { return found }
      cursor = "&cursor=" + next
    }
  }

  @Test func eventsAreFoundByPersonNameAndTime() async throws {
    try await TestServer.run { server in
      let app = server.app
      let phone = try await app.phone(at: "203.0.113.7").install()
      let ana = try await phone.signUp("ana")
      let ben = try await app.signUp("ben")
      for id in ["1", "2", "3"] { try await app.event("buy", id: id, of: ana) }
      try await app.event("buy", id: "4", of: ben)
      let event: JSON = ["id": "5", "name": "look", "install_id": .string(phone.installID)]
      _ = try await app.post("/v1/events", ["events": [event]], as: .publishable)
      let own = "/v1/events?person=" + ana.id
      #expect(
        try await all(app, own, "name") == ["look", "buy", "buy", "buy", "beckon.sign_up"])
      #expect(try await all(app, own + "&name=buy", "person") == [ana.id, ana.id, ana.id])
      #expect(try await all(app, own + "&trust=client", "name") == ["look", "beckon.sign_up"])
      #expect(try await all(app, "/v1/events?name=buy", "person").count == 4)
      #expect(try await all(app, "/v1/events?name=look", "person") == [ana.id])
      #expect(try await all(app, "/v1/events?until=2026-06-01T09:00:00Z", "fact") == [])
      #expect(try await all(app, "/v1/events?from=2026-06-01T09:00:00Z", "fact").count == 7)
    }
  }

  @Test func aListTakesDaysOfTheAppsTimeZone() async throws {
    try await TestServer.run { server in
      let app = server.app
      try await app.set(["time_zone": "Europe/Istanbul"])
      // 23:59 of that day in Istanbul, and a minute later the next.
      try server.setTime("2026-06-02T20:59:00Z")
      let ana = try await app.signUp("ana")
      try server.setTime("2026-06-02T21:00:00Z")
      let ben = try await app.signUp("ben")
      #expect(try await all(app, "/v1/people?until=2026-06-03", "person") == [ana.id])
      #expect(try await all(app, "/v1/people?from=2026-06-03", "person") == [ben.id])
      let none = try await app.get("/v1/people?from=2026-06-31")
      #expect(none.status == 422 && none.string("field") == "from", "\(none.text)")
    }
  }

  @Test func linksAreFoundByCodePersonAndDomain() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [])
      let (ana, ben) = (try await app.signUp("ana"), try await app.signUp("ben"))
      let plain = try await app.link(["url": "https://shop.example/", "code": "boats"])
      try await server.wait(minutes: 1)
      try await app.set(["link_domains": ["ana.shop.example"]])
      let owned = try await app.link(
        ["url": "https://shop.example/", "code": "boats", "referrer": .string(ana.id)])
      let code = try #require(ana.code)
      #expect(try await all(app, "/v1/links?code=" + code, "referrer") == [ana.id])
      #expect(try await all(app, "/v1/links?code=boats", "id") == [owned.id, plain.id])
      #expect(try await all(app, "/v1/links?code=boats&person=" + ana.id, "id") == [owned.id])
      #expect(
        try await all(app, "/v1/links?code=https://ana.shop.example/boats", "id") == [owned.id])
      #expect(try await all(app, "/v1/links?code=nobodys", "id") == [])
      #expect(try await all(app, "/v1/links?person=" + ana.id, "id", limit: 1).count == 2)
      #expect(try await all(app, "/v1/links?person=" + ben.id, "referrer") == [ben.id])
      #expect(try await all(app, "/v1/links?domain=ana.shop.example", "id") == [owned.id])
      let misspelt = try await app.get("/v1/links?domain=ann.shop.example")
      #expect(misspelt.status == 422)
      #expect(misspelt.string("detail")?.contains("Did you mean 'ana.shop.example'?") == true)
    }
  }

  @Test func aListIsStableWhileRowsAreAdded() async throws {
    try await TestServer.run { server in
      let app = server.app
      let ana = try await app.signUp("ana")
      for number in 1...6 { try await app.event("e\(number)", id: "\(number)", of: ana) }
      let path = "/v1/events?person=\(ana.id)&limit=3"
      let first = try await app.get(path)
      try await app.event("e7", id: "7", of: ana)
      let second = try await app.get(path + "&cursor=" + (first.string("next") ?? ""))
      let names = (first.list("events") + second.list("events")).compactMap { $0["name"]?.string }
      #expect(names == ["e6", "e5", "e4", "e3", "e2", "e1"])
    }
  }

  @Test func aCursorGoesOnOnlyWithItsFilters() async throws {
    try await TestServer.run { server in
      let app = server.app
      for name in ["ana", "ben"] { _ = try await app.signUp(name) }
      let next = try await app.get("/v1/events?limit=1&trust=server").string("next") ?? ""
      for query in ["?cursor=" + next, "?trust=server&cursor=x", "?trust=server&cursor=0.x.1"] {
        let answer = try await app.get("/v1/events" + query)
        #expect(answer.status == 422)
        #expect(answer.string("field") == "cursor")
      }
      #expect(try await app.get("/v1/events?trust=server&limit=5&cursor=" + next).status == 200)
    }
  }

  @Test func transfersAreFoundByWhatTheyAre() async throws {
    try await TestServer.run { server in
      let app = server.app
      let first = try await app.campaign(rules: [welcome, rule(["event": "buy"], ["per": "event"])])
      let second = try await app.campaign(
        name: "summer", rules: [rule(["event": "buy"], ["per": "event", "hold_days": 7])])
      let ana = try await app.signUp("ana", campaign: first)
      _ = try await app.signUp("ana", campaign: second)
      let ben = try await app.signUp("ben", referrer: ana.id, campaign: first)
      _ = try await app.signUp("ben", referrer: ana.id, campaign: second)
      try await app.event("buy", id: "1", of: ben)
      #expect(try await ben.redeem(10, id: "r1").status == 201)
      func count(_ query: String) async throws -> Int {
        try await all(app, "/v1/ledger/transfers" + query, "id").count
      }
      let every = try await count("")
      #expect(every == 4)
      #expect(try await count("?campaign=" + second.id) == (try await count("?state=pending")))
      #expect(try await count("?person=\(ben.id)&kind=redemption") == 1)
      #expect(
        try await count("?campaign=" + first.id) + count("?campaign=" + second.id)
          + count("?kind=redemption") == every)
      #expect(
        try await count("?rule=" + first.ruleIDs[1]) + count("?rule=" + first.ruleIDs[0])
          == (try await count("?campaign=" + first.id)))
      #expect(
        try await count("?state=posted") + count("?state=pending") == every)
    }
  }

  @Test func referralsAreFoundWithAReferrerAndWithout() async throws {
    try await TestServer.run { server in
      let app = server.app
      let first = try await app.campaign(rules: [])
      let second = try await app.campaign(name: "summer", rules: [])
      let ana = try await app.signUp("ana", campaign: first)
      let ben = try await app.signUp("ben", referrer: ana.code, campaign: first)
      let cem = try await app.signUp("cem", referrer: ana.code, campaign: first)
      _ = try await app.signUp("ben", campaign: second)
      func people(_ query: String) async throws -> [String] {
        try await all(app, "/v1/referrals?" + query, "person")
      }
      #expect(try await people("referrer=" + ana.id).sorted() == [cem.id, ben.id].sorted())
      #expect(try await people("campaign=\(first.id)&referred=false") == [ana.id])
      #expect(try await people("person=" + ben.id) == [ben.id, ben.id])
      #expect(try await people("person=\(ben.id)&campaign=\(second.id)") == [ben.id])
      #expect(try await people("state=pending&referrer=" + ana.id) == [])
      #expect(try await people("state=confirmed").count == 4)
    }
  }

  @Test func clicksAndInstallsAreFoundByLinkPersonAndCampaign() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [])
      let ana = try await app.signUp("ana", campaign: campaign)
      let other = try await app.link(["url": "https://shop.example/x"])
      var phone = try await app.phone(at: "203.0.113.7").open(ana.link)
      phone = try await phone.install()
      let ben = try await phone.signUp("ben")
      _ = try await app.phone(at: "203.0.113.8", .android).open(other.shortURL)
      let link = phone.launch?.string("match.link") ?? ""
      for query in ["person=" + ana.id, "link=" + link, "campaign=" + campaign.id, "platform=ios"] {
        #expect(try await all(app, "/v1/clicks?" + query, "link") == [link], "\(query)")
      }
      #expect(try await all(app, "/v1/clicks", "link").sorted() == [other.id, link].sorted())
      #expect(try await all(app, "/v1/clicks?kind=robot", "link") == [])
      let install = phone.launch?.string("install")
      for query in [
        "person=" + ben.id, "link=" + link, "campaign=" + campaign.id, "platform=ios",
        "install_id=" + phone.installID, "match=" + (phone.match ?? ""), "",
      ] {
        #expect(try await all(app, "/v1/installs?" + query, "install") == [install], "\(query)")
      }
      #expect(try await all(app, "/v1/installs?install_id=other", "install") == [])
      #expect(try await all(app, "/v1/installs?link=\(link)&person=\(ana.id)", "install") == [])
    }
  }

  @Test func whatWasPaidOnAPhoneStaysThePayersWhenAnotherUsesIt() async throws {
    try await TestServer.run { server in
      let app = server.app
      let phone = try await app.phone(at: "203.0.113.7").install()
      func use(_ mail: String) async throws -> TestPerson {
        let answer = try await app.post(
          "/v1/people", ["email": .string(mail), "install_id": .string(phone.installID)],
          token: phone.token)
        return try TestPerson(app, mail, answer)
      }
      let ana = try await use("ana@shop.example")
      let order: JSON = [
        "id": "order-1", "person": .string(ana.id), "amount": "5", "currency": "EUR",
      ]
      #expect(try await app.post("/v1/payments", order).status == 201)
      let ben = try await use("ben@shop.example")
      let paid = try await all(app, "/v1/payments", "payment")
      #expect(paid.count == 1)
      #expect(try await all(app, "/v1/payments?person=" + ana.id, "payment") == paid)
      #expect(try await ana.export().list("payments").count == 1)
      #expect(try await all(app, "/v1/payments?person=" + ben.id, "payment") == [])
      #expect(try await ben.export().list("payments").isEmpty)
    }
  }

  @Test("Lists and exports call a payment's type and status alike, and vendors' words find it")
  func paymentWords() async throws {
    try await TestServer.run { server in
      let app = server.app
      let ana = try await app.signUp("ana")
      let order: JSON = [
        "id": "order-1", "person": .string(ana.id), "amount": "5", "currency": "EUR",
        "type": "ONE_TIME",
      ]
      #expect(try await app.post("/v1/payments", order).status == 201)
      let exported = try await ana.export().list("payments")
      for query in [
        "", "?status=completed", "?status=PAYMENT_COMPLETED", "?state=PAYMENT_COMPLETED",
        "?type=ONE_TIME", "?kind=ONE_TIME",
      ] {
        let listed = try await app.get("/v1/payments" + query).list("payments")
        for payment in listed + exported {
          #expect(payment["type"] == "ONE_TIME" && payment["status"] == "completed")
        }
        #expect(listed.count == 1, "\(query)")
      }
      #expect(try await app.get("/v1/payments?status=failed").list("payments").isEmpty)
      let wrong = try await app.get("/v1/payments?status=paid")
      #expect(wrong.string("detail")?.contains("initiated, completed, failed") == true)
    }
  }

  @Test func everyListIsBoundedByTimeToTheMillisecond() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [thanks])
      for (day, name) in [("01", "ana"), ("02", "ben"), ("03", "cem")] {
        try server.setTime("2026-06-\(day)T12:00:00Z")
        let person = try await app.signUp(name, referrer: "code", campaign: campaign)
        let phone = app.phone(at: "203.0.113.\(day)")
        _ = try await phone.open(person.link).install()
        _ = try await app.signUp(name + "'s friend", referrer: person.code, campaign: campaign)
      }
      for (list, number) in [
        ("people", 2), ("installs", 1), ("clicks", 1), ("referrals", 2), ("ledger/transfers", 1),
      ] {
        let path = "/v1/" + list
        let member = list == "ledger/transfers" ? "transfers" : list
        func count(_ query: String) async throws -> Int {
          try await app.get(path + query).list(member).count
        }
        let day = "?from=2026-06-02T12:00:00Z&until="
        #expect(try await count(day + "2026-06-02T12:00:00.001Z") == number, "\(list)")
        #expect(try await count(day + "2026-06-03T12:00:00Z") == number, "\(list)")
        #expect(try await count("?from=2026-06-02T12:00:00.001Z") == number, "\(list)")
        #expect(try await count("?until=2026-06-02T12:00:00Z") == number, "\(list)")
      }
    }
  }

  @Test func aPersonWhoIsNotThereIsSaidSo() async throws {
    try await TestServer.run { server in
      let nobody = "per_01m7xy0021f4xsry40tzfa1b7c"
      for path in ["events", "installs", "payments", "clicks", "referrals", "ledger/transfers"] {
        let answer = try await server.app.get("/v1/\(path)?person=\(nobody)")
        #expect(answer.status == 404)
        #expect(answer.string("detail") == "Not found: no such person in this app.")
      }
      let wrong = try await server.app.get("/v1/events?person=ana")
      #expect(
        wrong.string("detail") == "'person' must be the id of a person, which begins with per_.")
    }
  }
}
