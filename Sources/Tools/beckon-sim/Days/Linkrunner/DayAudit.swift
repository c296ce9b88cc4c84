import BeckonBasics
import BeckonModel

/// Compares what the server tells with what happened.
struct DayAudit {
  private let server: FraudServer
  private let shop: DayShop
  private let books: DayBooks
  private var violations: [DayViolation] = []

  init(_ server: FraudServer, _ shop: DayShop, _ books: DayBooks) {
    (self.server, self.shop, self.books) = (server, shop, books)
  }

  /// What differs.
  mutating func run() throws -> [DayViolation] {
    try auditRevenue()
    try auditReports()
    try auditCounts()
    try auditPages()
    let told = books.toldOfUsers
    for id in books.installs.keys.sorted() { try audit(id, told) }
    return violations
  }

  private mutating func expect<Value: Equatable>(
    _ about: String, _ expected: Value, _ found: Value
  ) {
    guard expected != found else { return }
    violations.append(
      DayViolation(about: about, expected: "\(expected)", found: "\(found)"))
  }

  /// Of two tables only what differs is told.
  private mutating func expect(
    _ about: String, _ expected: [String: Int64], _ found: [String: Int64]
  ) {
    for key in Set(expected.keys).union(found.keys).sorted() {
      expect("\(about) of '\(key)'", expected[key], found[key])
    }
  }

  private func get(_ path: String) throws -> JSON { try shop.ask(server, "GET", path) }

  // MARK: The whole

  private mutating func auditRevenue() throws {
    let books = books
    let codes = try list("/v1/links", "links").reduce(into: [String: String]()) { codes, link in
      codes[link["id"]?.string ?? ""] = link["code"]?.string
    }
    for (grouping, key) in [
      ("link", { payment in books.link(of: payment).map(DayShop.code) ?? "" }),
      ("day", { payment in books.day(of: payment) }),
    ] as [(String, (DayBooks.Payment) -> String)] {
      var found: [String: Int64] = [:]
      for row in try get("/v1/revenue?by=" + grouping)["revenue"]?.elements ?? [] {
        let key = row[grouping]?.string ?? ""
        let amount = row["amount"]?.integer ?? 0
        guard amount != 0 else { continue }
        found[(codes[key] ?? key) + " " + (row["currency"]?.string ?? "?")] = amount
      }
      expect("revenue by \(grouping)", books.revenue(by: key).filter { $0.value != 0 }, found)
    }
  }

  private mutating func auditReports() throws {
    let rows = try get("/api/v1/reporting/campaigns?limit=100")["data"]?["campaigns"]
    for link in 0..<DayPlan.links {
      let code = DayShop.code(link)
      let row = rows?.elements?.first { $0["display_id"]?.string == code }
      let installs = books.installs(by: link)
      func told(_ name: String) -> String {
        (row?[name]?.string ?? "?").replacing(",", with: "")
      }
      expect("clicks of \(code)", "\(books.clicks[link] ?? 0)", told("clicks"))
      expect("installs of \(code)", "\(installs.count)", told("installs"))
      let signUps = installs.flatMap(\.signUps)
      expect("sign-ups of \(code)", "\(signUps.count)", told("sign-ups"))
      let users = try attributedUsers(code)
      expect("attributed users of \(code)", signUps.sorted(), users.sorted())
      let cents = books.revenue { books.link(of: $0) == link ? "own" : "other" }["own EUR"] ?? 0
      let euro = row?["revenue_by_currency"]?["EUR"]?.string ?? "0.00"
      let decimal = Currency("EUR").map { Money(amount: cents, currency: $0).decimal }
      expect("reported revenue of \(code)", decimal ?? "?", euro.replacing(",", with: ""))
    }
  }

  private func attributedUsers(_ code: String) throws -> [String] {
    var (page, pages, users) = (Int64(1), Int64(1), [String]())
    while page <= pages {
      let path = "/api/v1/attributed-users?display_id=\(code)&limit=500&page=\(page)"
      let data = try get(path)["data"]
      users += (data?["users"]?.elements ?? []).compactMap { $0["user_data"]?["id"]?.string }
      (page, pages) = (page + 1, data?["pagination"]?["pages"]?.integer ?? 1)
    }
    return users
  }

  private mutating func auditCounts() throws {
    expect("taps", books.taps, try list("/v1/events?name=tap", "events").count)
    let signUps = try list("/v1/events?name=beckon.sign_up", "events").count
    expect("sign-ups", books.signedUp.count, signUps)
    expect("installs", books.installs.count, try list("/v1/installs", "installs").count)
  }

  /// All rows of a list.
  private func list(_ path: String, _ name: String) throws -> [JSON] {
    var (rows, next) = ([JSON](), String?.some(""))
    while let cursor = next {
      let more = (path.contains("?") ? "&" : "?") + "limit=200"
      let page = try get(path + more + (cursor.isEmpty ? "" : "&cursor=" + cursor))
      rows += page[name]?.elements ?? []
      next = page["next"]?.string
    }
    return rows
  }

  private mutating func auditPages() throws {
    let rows = try get(
      "/v1/web/report?by=source&from=2026-06-01&until=2026-06-10")["web_report"]?.elements
    for source in DayPlan.sources {
      let visits = books.visits.filter { $0.source == source }
      let row = rows?.first { $0["source"]?.string == source }
      let found = ["events", "page_views", "visitors"].map { row?[$0]?.integer ?? 0 }
      let views = visits.count { $0.kind == "page_view" }
      let visitors = Set(visits.map(\.visitor)).count
      expect(
        "pages by \(source)", [visits.count, views, visitors].map { Int64($0) }, found)
    }
  }

  // MARK: One install

  /// Asks as the install's client: where it came from, and what its conversion value is.
  private mutating func audit(
    _ id: String, _ toldOfUsers: [String: [(install: String?, fact: DayBooks.Fact)]]
  ) throws {
    guard let install = books.installs[id] else { return }
    func ask(_ what: DaySaying.What) throws -> JSON? {
      let saying = DaySaying(what: what, phone: install.phone, at: server.now)
      let answer = try server.ask(saying.request(to: shop, clicks: [:]))
      return answer.json?["data"]
    }
    let attribution = try ask(.attribution)
    expect(
      "campaign of \(id) (\(install.phone.client), \(install.phone.origin))",
      install.phone.origin.link.map(DayShop.code),
      attribution?["campaign_data"]?["id"]?.string)
    let value = try ask(.start)?["fine_conversion_value"]?.integer
    expect(
      "conversion value of \(id) (\(install.phone.client))", books.fine(of: install, toldOfUsers),
      value)
  }
}
