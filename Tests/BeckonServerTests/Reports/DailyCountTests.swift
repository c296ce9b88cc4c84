import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore
import BeckonTesting
import Testing

/// Reports read the counts by day, and say what counting every row would say: at every moment, also
/// before the follower has come so far. (At the end of each server's test `TestServer` compares all
/// that is counted with the rows.)
@Suite struct DailyCountTests {
  /// What reports say, as they are and read from the rows.
  private static func reports(_ server: TestServer) async throws -> [String] {
    let periods = [
      "", "&from=2026-06-01T00:00:00Z&to=2026-06-04T00:00:00Z",
      "&from=2026-06-01T09:30:00Z&to=2026-06-03T17:00:00Z",
    ]
    var said: [String] = []
    for period in periods {
      for key in ["link", "campaign", "day"] {
        said.append(try await server.app.get("/v1/revenue?by=" + key + period).text)
      }
    }
    let backend = LinkrunnerBackend(app: server.app)
    for query in ["limit=50", "platform=ios", "from=2026-06-02&to=2026-06-03"] {
      said.append(try await backend.call("GET", "reporting/campaigns?" + query).text)
    }
    return said
  }

  private static func expectSame(_ server: TestServer) async throws {
    let counted = try await reports(server)
    // As while the days of another time zone are being counted.
    try await server.change("UPDATE daily_fills SET zone = zone || '!'")
    let read = try await reports(server)
    try await server.change("UPDATE daily_fills SET zone = replace(zone, '!', '')")
    for (counted, read) in zip(counted, read) { #expect(counted == read) }
    #expect(counted[0].contains("payments"))
  }

  /// People with phones, of whom some came by a link, and what may happen to them.
  private struct Story {
    let server: TestServer
    let campaign: TestCampaign
    var phones: [LinkrunnerPhone] = []
    var people: [TestPerson] = []

    private var backend: LinkrunnerBackend { LinkrunnerBackend(app: server.app) }

    init(_ server: TestServer) async throws {
      self.server = server
      try await server.app.set([
        "currency": "EUR", "time_zone": "Europe/Istanbul",
        "ios": ["bundle_id": "com.example.a", "app_store_id": "7"],
      ])
      campaign = try await server.app.campaign(
        goal: 3, rules: [welcome, rule(["referral": "confirmed"], ["hold_days": 1])])
      for number in 0..<3 {
        _ = try await backend.call(
          "POST", "create-campaign",
          ["name": "Sale", "custom_display_id": .string("SALE\(number)")])
      }
    }

    mutating func happen(_ dice: inout SeededGenerator) async throws {
      let person = Int.random(in: 0..<12, using: &dice)
      let user = JSON.string("user \(person)")
      let payment = JSON.string("p\(Int.random(in: 0..<20, using: &dice))")
      let amount = JSON.integer(Int.random(in: 0...9, using: &dice))
      let paid: JSON = ["amount": amount, "user_id": user, "payment_id": payment]
      switch Int.random(in: 0..<14, using: &dice) {
      case 0, 1:
        let phone = LinkrunnerPhone(app: server.app, address: "203.0.113.\(phones.count)")
        let link = JSON.string("https://go.example.com/SALE\(phones.count % 4)")
        _ = try await phone.send("init", ["link": link])
        phones.append(phone)
      case 2, 3:
        _ = try await phones.randomElement(using: &dice)?.send(
          "trigger", ["user_data": ["id": user]])
      case 4, 5: _ = try await phones.randomElement(using: &dice)?.send("capture-payment", paid)
      case 6, 7: _ = try await backend.call("POST", "capture-payment", paid)
      case 8:
        let which: JSON = ["user_id": user, "payment_id": payment]
        _ = try await backend.call("POST", "remove-captured-payment", which)
      case 9:
        let name = "user \(person)"
        people.append(
          try await server.app.signUp(name, referrer: people.randomElement(using: &dice)?.code))
      case 10, 11:
        guard let who = people.randomElement(using: &dice) else { return }
        let step = Int.random(in: 1...3, using: &dice)
        let id = "c\(Int.random(in: 0..<30, using: &dice))"
        let key: TestApp.Key = Bool.random(using: &dice) ? .secret : .publishable
        _ = try await campaign.convert(who, step: step, id: id, as: key, token: who.token)
      case 12:
        let of = JSON.string("c\(Int.random(in: 0..<30, using: &dice))")
        let id = JSON.string("refund \(of)")
        _ = try await server.app.post(
          "/v1/events", ["events": [["id": id, "name": "refund", "properties": ["of": of]]]])
      default:
        guard let one = people.randomElement(using: &dice),
          let other = people.randomElement(using: &dice)
        else { return }
        _ =
          try await Int.random(in: 0..<4, using: &dice) == 0
          ? one.erase() : one.merge(into: other)
      }
    }
  }

  @Test("Whatever happens, in whatever order and how often: counted is what is stored")
  func anyOrder() async throws {
    try await TestServer.run(publicURL: "https://go.example.com") { server in
      var dice = SeededGenerator(announcedFor: "counts by day")
      var story = try await Story(server)
      for number in 0..<110 {
        try await story.happen(&dice)
        // Nothing must hang on how far the follower has come.
        if number % 11 == 0 { try await server.wait(hours: 5) }
        if number % 40 == 39 { try await Self.expectSame(server) }
      }
      try await server.wait()
      try await Self.expectSame(server)
    }
  }

  /// Something of each kind that is counted.
  private static func fill(_ server: TestServer) async throws {
    var (story, dice) = (try await Story(server), SeededGenerator(seed: 7))
    for _ in 0..<60 { try await story.happen(&dice) }
  }

  private static func sums(_ server: TestServer) async throws -> [String] {
    try await server.database.read { connection in
      try connection.rows(
        """
        SELECT measure, day, detail, count, total FROM daily_counts WHERE count <> 0
        ORDER BY measure, day, link, campaign, platform, unit, detail
        """, []
      ) { "\($0.text(0)) \($0.text(1)) \($0.text(2)) \($0.integer(3)) \($0.integer(4))" }
    }
  }

  @Test("What was there before there were counts is counted; so is all after a stand-still")
  func filling() async throws {
    try await TestServer.run(publicURL: "https://go.example.com") { server in
      try await Self.fill(server)
      try await server.wait()
      let counted = try await Self.sums(server)
      #expect(counted.count > 5)
      // As after an upgrade.
      for table: StaticString in [
        "DELETE FROM daily_counts", "DELETE FROM daily_totals", "DELETE FROM daily_counted",
      ] {
        try await server.change(table)
      }
      try await server.change("UPDATE daily_fills SET zone = '?', is_done = 0")
      let before = try await Self.reports(server)
      try await server.wait()
      #expect(try await Self.sums(server) == counted)
      #expect(try await Self.reports(server) == before)
      // As when no server has run for long, and rows are gone.
      try await server.change("DELETE FROM feed")
      _ = try await LinkrunnerBackend(app: server.app).call(
        "POST", "capture-payment", ["amount": 5, "user_id": "late", "payment_id": "late"])
      try await server.change("DELETE FROM feed WHERE kind = 'payment'")
      _ = try await server.app.signUp("another")
      try await server.change("UPDATE followers SET moved_at = 0")
      let read = try await Self.reports(server)
      try await server.wait()
      let late = try await Self.sums(server)
      #expect(late != counted)
      #expect(try await Self.reports(server) == read)
      try await Self.expectSame(server)
    }
  }

  @Test("The metrics say how far each follower is behind")
  func lag() async throws {
    try await TestServer.run { server in
      func metrics() async throws -> String {
        try await server.app.get("/metrics", as: .none).text
      }
      _ = try await server.app.signUp("ana")
      server.clock.withLock { $0 = $0.adding(milliseconds: 1_500) }
      let behind = try await metrics()
      #expect(behind.contains("# HELP beckon_feed_lag_rows "))
      #expect(behind.contains("beckon_feed_lag_rows{follower=\"daily-counts\"} 1\n"), "\(behind)")
      #expect(behind.contains("beckon_feed_lag_seconds{follower=\"daily-counts\"} 1.5\n"))
      try await server.wait()
      #expect(try await metrics().contains("beckon_feed_lag_rows{follower=\"daily-counts\"} 0\n"))
    }
  }

  @Test("Another time zone counts all days anew")
  func timeZone() async throws {
    try await TestServer.run(publicURL: "https://go.example.com") { server in
      try await Self.fill(server)
      try await server.wait()
      try await server.app.set(["time_zone": "Pacific/Auckland"])
      let before = try await Self.reports(server)
      try await server.wait()
      #expect(try await Self.reports(server) == before)
      let zones = try await server.number(
        "SELECT COUNT(*) FROM daily_fills WHERE zone = 'Pacific/Auckland' AND is_done = 1")
      #expect(zones == 1)
    }
  }

  @Test("Another time zone moves clicks to its days, in reports and in the figures of their link")
  func clicksInTimeZone() async throws {
    try await TestServer.run { server in
      let link = try await server.app.link(["url": "https://shop.example/"])
      let phone = [("User-Agent", TestPhone.Device.iPhone.agent)]
      for _ in 0..<4 {
        #expect(try await server.app.get(link.path, as: .none, headers: phone).status == 302)
        try await server.wait(hours: 2)
      }
      func clicks() async throws -> [Int64] {
        let funnel = try await server.app.get("/v1/funnel?by=day")
        return funnel.list("funnel").compactMap { $0["clicks"]?.integer }
      }
      #expect(try await clicks() == [4])
      // There, the first two are on the first of June, and the others behind midnight.
      try await server.app.set(["time_zone": "Pacific/Auckland"])
      #expect(try await clicks() == [2, 2])
      #expect(try await link.counts().json["is_moving"] == true)
      try await server.wait()
      #expect(try await clicks() == [2, 2])
      #expect(try await link.counts().json["is_moving"] == false)
      let days = try await link.counts().list("days").map { $0["day"]?.string ?? "" }
      #expect(days == ["2026-06-01", "2026-06-01", "2026-06-02"], "clicks, a visitor; clicks")
    }
  }

  @Test("Counts that are wrong are noticed, and are right when they have been made anew")
  func recounting() async throws {
    try await TestServer.run(publicURL: "https://go.example.com") { server in
      try await Self.fill(server)
      try await server.wait()
      let (sums, reports) = (try await Self.sums(server), try await Self.reports(server))
      try await server.change("UPDATE daily_counts SET count = count + 1")
      try await server.change("DELETE FROM daily_counted WHERE roll_up = 'payment'")
      let ambient = server.ambient
      @Sendable func scope(_ connection: any Connection) throws -> Scope {
        Scope(
          connection: connection, app: try TestServer.context(connection), now: ambient.now(),
          ambient: ambient)
      }
      let check = try await server.database.read { try DailyCheck(scope($0)) }
      #expect(check?.wrongSums.isEmpty == false)
      #expect(try await server.database.write { try DailyRecount(scope($0)).begin() })
      #expect(try await Self.reports(server) == reports)
      try await server.wait()
      #expect(try await Self.sums(server) == sums)
    }
  }

  @Test("Old counts are deleted in parts, and reports are right between any two of them")
  func recountingInParts() async throws {
    try await TestServer.run(publicURL: "https://go.example.com") { server in
      try await Self.fill(server)
      try await server.wait()
      let (sums, reports) = (try await Self.sums(server), try await Self.reports(server))
      let ambient = server.ambient
      func recount<Value: Sendable>(
        _ work: @escaping @Sendable (DailyRecount) throws -> Value
      ) async throws -> Value {
        try await server.database.write { connection in
          try work(
            DailyRecount(
              Scope(
                connection: connection, app: TestServer.context(connection), now: ambient.now(),
                ambient: ambient), partMax: 2))
        }
      }
      let hasBegun = try await recount { try $0.begin() }
      #expect(hasBegun)
      let before = try await server.number("SELECT COUNT(*) FROM daily_counted")
      for part in 1...2 {
        let deleted = try await recount { try $0.goOn() }
        #expect(deleted == 6)
        let left = try await server.number("SELECT COUNT(*) FROM daily_counted")
        #expect(left == before - Int64(part) * 2)
        #expect(try await Self.reports(server) == reports)
      }
      try await server.wait()
      #expect(try await Self.sums(server) == sums)
      #expect(try await server.number("SELECT COUNT(*) FROM daily_fills WHERE is_done = 1") == 1)
    }
  }
}
