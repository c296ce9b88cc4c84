import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore

/// Two links, one clicked from many networks, on any number of `Database`s that are open on one
/// database.
struct ClickedLinks {
  static let now = Instant(milliseconds: 1_780_000_000_000)

  let databases: [any Database]
  let app: AppContext
  let links: [Link]
  /// A click from each network, on the first link.
  let clicks: [ClickID]

  /// Runs `body` with the first link clicked from so many networks, on a new database that is
  /// opened so many times.
  static func with(
    _ driver: DatabaseDriver, networks: Int, databases: Int = 1,
    _ body: (ClickedLinks) async throws -> Void
  ) async throws {
    let directory = try TemporaryDirectory()
    let open = try (0..<databases).map { _ in try driver.open(directory) }
    try await body(try await ClickedLinks(networks, on: open))
    for database in open { await database.close() }
  }

  init(_ networks: Int, on databases: [any Database]) async throws {
    let clicks = (0..<networks).map { _ in
      ClickID(Identifier(at: Self.now, random: (.random(in: 0 ... .max), .random(in: 0 ... .max))))
    }
    let made = try await databases[0].write { connection -> (AppContext, [Link])? in
      _ = try Migrator.migrate(connection, migrations: Migration.all, now: Self.now)
      try Partitions.makeAhead(connection, now: Self.now)
      let id = try Accounts(connection).createApp(name: "Test", ambient: .system)
      let number = try Accounts(connection).number(of: id) ?? 0
      guard let app = try Accounts.context(of: number, connection) else { return nil }
      let scope = Self.scope(app, connection)
      let owner = try SignUp(
        scope,
        SignUp.Request(
          identities: [Identity(kind: .userID, value: "ana")], installID: nil, campaign: nil,
          referrer: nil, click: nil, attributes: nil, consent: nil,
          proof: Proof(key: .secret, token: nil))
      ).run().person
      let links = ["one", "two"].map { code in
        Link(
          id: Ambient.system.id(), app: number, prefix: "", code: code,
          url: "https://shop.example/\(code)", campaign: nil, referrer: owner,
          options: LinkOptions(), createdAt: Self.now)
      }
      for link in links { _ = try Links(scope).insert(link) }
      let visits = clicks.enumerated().map {
        Self.click($1, on: links[0], from: Self.network($0), app)
      }
      try ClickBatch(visits.map { (number, $0) }).store(in: connection)
      return (app, links)
    }
    guard let (app, links) = made else { throw DatabaseError.misuse("no app") }
    (self.databases, self.app, self.links, self.clicks) = (databases, app, links, clicks)
  }

  static func scope(_ app: AppContext, _ connection: any Connection) -> Scope {
    Scope(connection: connection, app: app, now: now, ambient: .system)
  }

  private static func network(_ number: Int) -> String { "203.0.\(number / 256).\(number % 256)" }

  private static func click(
    _ id: ClickID, on link: Link, from network: String, _ app: AppContext
  ) -> Click {
    Click(
      id: id, link: link.id, at: now.adding(milliseconds: -1_000), kind: .click,
      network: app.digest(ofNetwork: network), visitor: Identifier(high: 1, low: 1),
      signals: Signals(
        network: "", networkClass: .ordinary, platform: .ios, osVersion: "17.4",
        deviceModel: nil, screen: nil, language: "de", timeZone: nil))
  }

  /// A first launch on a phone, from the network of a click.
  func launch(
    _ phone: Int, network: Int, link: String? = nil, click: ClickID? = nil,
    pasteboard: String? = nil
  ) -> FirstLaunch.Request {
    let device = DeviceDescription(platform: .ios, osVersion: "17.4", language: "de")
    return FirstLaunch.Request(
      installID: "phone\(phone)", device: device, deviceJSON: ["platform": "ios"],
      network: Self.network(network), networkClass: .ordinary, link: link, clickID: click?.text,
      installReferrer: click.map { "beckon_click=\($0.text)" }, pasteboard: pasteboard)
  }

  /// Carries first launches out, all at once or one after the other in one transaction.
  @discardableResult
  func run(
    _ launches: [FirstLaunch.Request], together: Bool = true, on database: Int = 0,
    later milliseconds: Int64 = 0
  ) async throws -> [FirstLaunch.Outcome] {
    try await databases[database].write { [app] connection in
      let scope = Scope(
        connection: connection, app: app, now: Self.now.adding(milliseconds: milliseconds),
        ambient: .system)
      return together
        ? try FirstLaunches(launches.map { (scope, $0) }, in: connection).run()
        : try launches.map { try FirstLaunch(scope, $0).run() }
    }
  }

  /// How many there are: installs, decisions, claimed clicks, tokens.
  func counts() async throws -> [Int64] {
    try await databases[0].read { connection in
      try [
        connection.rows("SELECT COUNT(*) FROM installs", []) { $0.integer(0) },
        connection.rows("SELECT COUNT(*) FROM decisions", []) { $0.integer(0) },
        connection.rows("SELECT COUNT(*) FROM click_claims", []) { $0.integer(0) },
        connection.rows("SELECT COUNT(*) FROM tokens", []) { $0.integer(0) },
      ].flatMap { $0 }
    }
  }

  /// How many installs have a click, and how many clicks they have.
  func matches() async throws -> [Int64] {
    let found = try await databases[0].read { connection in
      try connection.first(
        """
        SELECT COUNT(*), COUNT(DISTINCT c.click) FROM decisions AS d
        JOIN click_claims AS c ON c.click = d.click AND c.install = d.install
        """, []
      ) { [$0.integer(0), $0.integer(1)] }
    }
    return found ?? []
  }
}
