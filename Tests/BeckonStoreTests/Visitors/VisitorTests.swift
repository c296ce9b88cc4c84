import BeckonDatabase
import BeckonEngine
import BeckonModel
import Testing

@testable import BeckonStore

/// Who visitors are, what is kept of them, and what goes with whom.
@Suite struct VisitorTests {
  @Test(
    "What a visitor does is one row for the next answer, on any server",
    arguments: DatabaseDriver.all)
  func trail(_ driver: DatabaseDriver) async throws {
    try await Shop.run(driver, servers: 2) { shop in
      for product in ["a", "b", "a"] {
        try await shop.tell(Shop.view(product))
      }
      try await shop.tell(.pageViewed(ViewedPage(category: "Home Page")))
      try await shop.tell(Shop.view("other"), of: "v2")
      #expect(try await shop.trail(server: 1) == ["a", "b", "a"])
      #expect(try await shop.number("SELECT COUNT(*) FROM product_numbers") == 3)
      #expect(try await shop.number("SELECT COUNT(*) FROM shop_trails") == 2)
      #expect(try await shop.number("SELECT COUNT(*) FROM facts") == 5)
    }
  }

  @Test(
    "What is known of a visitor behind an event is what is stored", arguments: DatabaseDriver.all)
  func known(_ driver: DatabaseDriver) async throws {
    try await Shop.run(driver) { shop in
      for event in [
        try Shop.view("a"), try Shop.view("b"), .pageViewed(try ViewedPage(category: "Home Page")),
        try Shop.purchase(["a", "c"]), try Shop.login("ana"), try Shop.view("d"),
        .user(try ShopUser(.logout)), try Shop.view("e"),
      ] {
        guard case .accepted(let known, _, _) = try await shop.tell(event) else {
          Issue.record("it was not stored")
          continue
        }
        try await shop.databases[0].read { connection in
          let scope = shop.scope(connection)
          if case .user(let user) = event, user.step == .logout { return }
          #expect(try ShopVisitors(scope).find(.vendorID("v1"))?.number == known.visitor.number)
          let trail = try Trails(scope).trail(of: known.visitor.number)
          #expect(known.trail == nil || known.trail == trail)
          for (product, number) in known.products {
            #expect(try ProductNumbers(scope).find(product.text) == number)
          }
        }
      }
    }
  }

  @Test(
    "Who comes back is the visitor that they were, however often", arguments: DatabaseDriver.all)
  func returning(_ driver: DatabaseDriver) async throws {
    try await Shop.run(driver) { shop in
      for _ in 1...5 {
        for user in ["ana", "ben"] { try await shop.tell(Shop.login(user)) }
      }
      #expect(try await shop.number("SELECT COUNT(*) FROM shop_visitors") == 2)
      for product in ["a", "b", "c"] {
        try await shop.tell(Shop.login("ana"))
        try await shop.tell(.user(ShopUser(.logout)))
        // What somebody does before they log in is theirs.
        try await shop.tell(Shop.view(product))
      }
      try await shop.tell(Shop.login("ana"))
      #expect(try await shop.number("SELECT COUNT(*) FROM shop_visitors") == 2)
      // By a client's word they are shown nothing of what they did before they logged out.
      #expect(try await shop.trail() == ["c"])
      try await shop.tell(.user(ShopUser(.logout)))
      try await shop.tell(Shop.login("ana"))
      #expect(try await shop.trail() == [])
      // By the server's word they are.
      for product in ["d", "e"] {
        try await shop.tell(Shop.login("ana"), by: .secret)
        try await shop.tell(Shop.view(product))
        try await shop.tell(.user(ShopUser(.logout)))
      }
      try await shop.tell(Shop.login("ana"), by: .secret)
      #expect(try await shop.trail() == ["d", "e"])
    }
  }

  @Test("What a client tells an hour late is its visitor's alone, and the server's word for all")
  func lateActions() async throws {
    try await Shop.run(.sqlite) { shop in
      guard case .accepted(_, _, let note) = try await shop.tell(Shop.view("a"), daysAgo: 1) else {
        Issue.record("it was not stored")
        return
      }
      #expect(note?.contains("in no other visitor's lists") == true)
      #expect(try await shop.trail() == ["a"])
      #expect(try await shop.number("SELECT COUNT(*) FROM shop_actions") == 0)
      try await shop.tell(Shop.view("a"), daysAgo: 1, by: .secret)
      #expect(try await shop.number("SELECT COUNT(*) FROM shop_actions") == 1)
    }
  }

  @Test("A session ends after thirty silent minutes", arguments: DatabaseDriver.all)
  func sessions(_ driver: DatabaseDriver) async throws {
    try await Shop.run(driver) { shop in
      let first = try await shop.tell(Shop.view("a"), minute: 0).session
      #expect(try await shop.tell(Shop.view("a"), minute: 30).session == first)
      #expect(try await shop.tell(Shop.view("a"), minute: 61).session != first)
      #expect(try await shop.tell(Shop.view("a"), minute: 20).session == first)
      #expect(try await shop.tell(Shop.view("a"), of: "v2", minute: 20).session != first)
    }
  }

  @Test("Whoever tells of a session late is kept as long as what was told")
  func late() async throws {
    try await Shop.run(.sqlite) { shop in
      try await shop.tell(Shop.view("a"))
      try await shop.tell(Shop.view("b"), minute: 60, daysAgo: 20)
      let last = try await shop.number("SELECT last_at FROM shop_visitors")
      #expect(last == Shop.start.milliseconds + Span.hourMilliseconds)
      #expect(last == (try await shop.number("SELECT MAX(received_at) FROM facts")))
    }
  }

  @Test("The same event again changes nothing, and one that only tries is not kept")
  func once() async throws {
    try await Shop.run(.sqlite) { shop in
      let first = try await shop.tell(Shop.view("a"), id: "e1")
      #expect(first.isAccepted)
      #expect(try await shop.tell(Shop.view("a"), id: "e1") == .duplicate)
      #expect(try await shop.tell(Shop.view("b"), isTest: true) == .test)
      #expect(try await shop.trail() == ["a"])
    }
  }

  @Test(
    "A log-in by the app's key shows no other visitor's history, and one by the server does",
    arguments: DatabaseDriver.all)
  func claims(_ driver: DatabaseDriver) async throws {
    try await Shop.run(driver) { shop in
      try await shop.tell(Shop.view("shoes"), of: "phone")
      try await shop.tell(Shop.login("ana"), of: "phone", by: .secret)
      try await shop.tell(Shop.view("car"), of: "thief")
      try await shop.tell(Shop.login("ana"), of: "thief")
      #expect(try await shop.trail(of: "thief") == ["car"])
      #expect(try await shop.trail(of: "phone") == ["shoes"])
      try await shop.tell(Shop.view("hat"), of: "tablet", minute: 1)
      try await shop.tell(Shop.login("ana"), of: "tablet", minute: 1, by: .secret)
      #expect(try await shop.trail(of: "phone") == ["shoes", "hat"])
      #expect(
        try await shop.number("SELECT COUNT(*) FROM identities WHERE kind = 'user_id'") == 1)
    }
  }

  @Test(
    "Who logs in takes along what is stored of them, and what others are told of it",
    arguments: DatabaseDriver.all)
  func takenAlong(_ driver: DatabaseDriver) async throws {
    try await Shop.run(driver) { shop in
      try await shop.tell(Shop.view("shoes"))
      let counts = { () -> [Int64?] in
        try await shop.databases[0].read { connection in
          let visitor = try ShopVisitors(shop.scope(connection)).find(.vendorID("v1"))
          let subject = DatabaseValue.identifier(visitor?.subject ?? Identifier(high: 0, low: 0))
          return try [
            connection.first("SELECT COUNT(*) FROM facts WHERE subject = $1", [subject]) {
              $0.integer(0)
            },
            connection.first("SELECT COUNT(*) FROM feed WHERE subject = $1", [subject]) {
              $0.integer(0)
            },
          ]
        }
      }
      #expect(try await counts() == [1, 1])
      try await shop.tell(Shop.login("ana"), by: .secret)
      #expect(try await counts() == [0, 0])
    }
  }

  @Test("Who logs in after somebody else, or browses after the log-out, sees nothing of them")
  func sharedDevice() async throws {
    try await Shop.run(.sqlite) { shop in
      try await shop.tell(Shop.view("shoes"))
      try await shop.tell(Shop.login("ana"))
      #expect(try await shop.trail() == ["shoes"])
      try await shop.tell(Shop.login("ben"))
      #expect(try await shop.trail() == [])
      try await shop.tell(Shop.view("drum"))
      try await shop.tell(.user(ShopUser(.logout)))
      #expect(try await shop.trail() == [])
    }
  }

  @Test(
    "Who is erased by a name is everybody whom it meant, with their facts",
    arguments: DatabaseDriver.all)
  func erased(_ driver: DatabaseDriver) async throws {
    try await Shop.run(driver) { shop in
      try await shop.tell(Shop.view("shoes"))
      try await shop.tell(Shop.login("ana"))
      try await shop.tell(.user(ShopUser(.logout)))
      try await shop.tell(Shop.view("drum"))
      try await shop.tell(Shop.view("car"), of: "other")
      try await shop.databases[0].write { connection in
        let visitors = ShopVisitors(shop.scope(connection, minute: 1))
        let all = try visitors.all(.vendorID("v1"))
        #expect(all.count == 2)
        for visitor in all { #expect(try visitors.all(under: visitor.subject) == [visitor]) }
        #expect(try visitors.erase(.vendorID("v1")))
      }
      #expect(try await shop.trail() == [])
      #expect(try await shop.number("SELECT COUNT(*) FROM shop_actions") == 1)
      #expect(try await shop.trail(of: "other") == ["car"])
      #expect(try await !shop.tell(Shop.view("late")).isAccepted)
    }
  }

  @Test(
    "A changed id moves what nobody known did, and nothing of somebody known",
    arguments: DatabaseDriver.all)
  func change(_ driver: DatabaseDriver) async throws {
    try await Shop.run(driver) { shop in
      try await shop.tell(Shop.view("a"), of: "old")
      try await shop.tell(.visitorChanged(from: "old"), of: "new")
      #expect(try await shop.trail(of: "new") == ["a"])
      #expect(try await shop.trail(of: "old") == [])
      try await shop.tell(Shop.login("ana"), of: "new")
      try await shop.tell(.visitorChanged(from: "new"), of: "thief")
      #expect(try await shop.trail(of: "thief") == [])
      #expect(try await shop.trail(of: "new") == ["a"])
      #expect(
        try await shop.number("SELECT COUNT(DISTINCT visitor) FROM shop_actions") == 1)
    }
  }

  @Test(
    "An erased person's visits are gone, and so is what comes late; merged, they are the survivor's",
    arguments: DatabaseDriver.all)
  func people(_ driver: DatabaseDriver) async throws {
    try await Shop.run(driver) { shop in
      for (visitor, user) in [("v1", "ana"), ("v2", "ben")] {
        try await shop.tell(Shop.view("a"), of: visitor)
        try await shop.tell(Shop.purchase(), of: visitor)
        try await shop.tell(Shop.login(user), of: visitor, by: .secret)
      }
      try await shop.databases[0].write { connection in
        let scope = shop.scope(connection, minute: 5)
        let people = try ["ana", "ben"].compactMap {
          try People(scope).find(Identity(kind: .userID, value: $0))
        }
        try Merge(scope).merge(people[0], into: people[1])
        #expect(try ShopVisitors(scope).all(of: people[1]).count == 2)
        #expect(try Erasure(scope).erase(people[1], by: .server))
      }
      for table in ["shop_actions", "shop_trails", "shop_sessions"] {
        let left = try await shop.databases[0].read { connection in
          switch table {
          case "shop_actions":
            try connection.first("SELECT COUNT(*) FROM shop_actions", []) { $0.integer(0) }
          case "shop_trails":
            try connection.first("SELECT COUNT(*) FROM shop_trails", []) { $0.integer(0) }
          default:
            try connection.first("SELECT COUNT(*) FROM shop_sessions", []) { $0.integer(0) }
          }
        }
        #expect(left == 0)
      }
      #expect(
        try await shop.number("SELECT COUNT(*) FROM shop_visitors WHERE person IS NOT NULL") == 0)
      #expect(
        try await shop.number("SELECT COUNT(*) FROM shop_purchases WHERE visitor IS NULL") == 2)
      #expect(try await !shop.tell(Shop.view("late"), minute: 4).isAccepted)
      #expect(try await shop.tell(Shop.view("new"), minute: 6).isAccepted)
    }
  }
}
