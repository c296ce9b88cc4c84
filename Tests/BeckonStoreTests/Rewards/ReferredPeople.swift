import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore

/// A campaign of two steps in which people have been referred, on any number of `Database`s that
/// are open on one database.
struct ReferredPeople {
  static let now = Instant(milliseconds: 1_780_000_000_000)
  static let ambient = Ambient.system

  let databases: [any Database]
  let app: AppContext
  let campaign: Campaign
  let referrer: PersonID
  let people: [PersonID]

  /// Makes the schema, and lets a referrer refer people, in a campaign that pays by `rule`.
  init(
    _ count: Int, on databases: [any Database], paying rule: RewardRule,
    kind: CampaignKind = .referral
  ) async throws {
    let campaign = Campaign(
      id: Self.ambient.id(), listUUID: "list", name: "List", goal: 2, kind: kind,
      url: "https://shop.example", exclusiveGroup: nil,
      rules: [CampaignRule(id: Self.ambient.id(), rule: rule)])
    let made = try await databases[0].write { connection -> (AppContext, [PersonID])? in
      _ = try Migrator.migrate(connection, migrations: Migration.all, now: Self.now)
      let id = try Accounts(connection).createApp(name: "Test", ambient: Self.ambient)
      let number = try Accounts(connection).number(of: id) ?? 0
      guard let bare = try Accounts.context(of: number, connection) else { return nil }
      _ = try Campaigns(Self.scope(bare, connection)).insert(campaign)
      guard let app = try Accounts.context(of: number, connection) else { return nil }
      let scope = Self.scope(app, connection)
      let referrer = try Self.signUp("ana", nil, campaign, scope)
      let people = try (0..<count).map { try Self.signUp("p\($0)", referrer, campaign, scope) }
      return (app, [referrer] + people)
    }
    guard let (app, people) = made else { throw DatabaseError.misuse("no app") }
    self.databases = databases
    self.campaign = campaign
    self.app = app
    referrer = people[0]
    self.people = Array(people.dropFirst())
  }

  /// Runs `body` with a campaign on a new database, which is opened so many times.
  static func with(
    _ driver: DatabaseDriver, people: Int, paying rule: RewardRule, databases: Int = 1,
    kind: CampaignKind = .referral, _ body: (ReferredPeople) async throws -> Void
  ) async throws {
    let directory = try TemporaryDirectory()
    let open = try (0..<databases).map { _ in try driver.open(directory) }
    try await body(try await ReferredPeople(people, on: open, paying: rule, kind: kind))
    for database in open { await database.close() }
  }

  static func scope(_ app: AppContext, _ connection: any Connection) -> Scope {
    Scope(connection: connection, app: app, now: now, ambient: ambient)
  }

  /// Signs somebody up in a campaign.
  static func signUp(
    _ name: String, _ referrer: PersonID?, _ campaign: Campaign, _ scope: Scope
  ) throws -> PersonID {
    let request = SignUp.Request(
      identities: [Identity(kind: .userID, value: name)], installID: nil, campaign: campaign,
      referrer: referrer?.text, click: nil, attributes: nil, consent: nil,
      proof: Proof(key: .secret, token: nil))
    return try SignUp(scope, request).run().person
  }

  /// The second step of a person, under an id.
  func conversion(_ person: Int, id: String) -> Conversion {
    Conversion(step: 2, of: people[person], in: campaign, clientID: id, trust: .server)
  }

  /// Records conversions one by one in one transaction.
  func record(_ conversions: [Conversion], on database: Int = 0) async throws {
    try await databases[database].write { [app] connection in
      for conversion in conversions {
        let store = Conversions(Self.scope(app, connection))
        if case .recorded = try store.record(conversion) {
          try store.keep(status: 200, body: "{}", of: conversion)
        }
      }
    }
  }

  /// Records conversions together, and tells of each whether it was recorded now.
  @discardableResult
  func recordTogether(_ conversions: [Conversion], on database: Int = 0) async throws -> [String] {
    try await databases[database].write { [app] connection in
      var outcomes = [String](repeating: "", count: conversions.count)
      let scope = Self.scope(app, connection)
      try ConversionBatch(conversions.map { (scope, $0) }, in: connection).record {
        switch $1 {
        case .recorded(_, let paid): outcomes[$0] = "paid \(paid.count)"
        case .answered: outcomes[$0] = "answered"
        case .conflict: outcomes[$0] = "conflict"
        case .early: outcomes[$0] = "early"
        case .unknown: outcomes[$0] = "unknown"
        }
        return (200, "{}")
      }
      return outcomes
    }
  }

  /// A number out of the database.
  func number(_ sql: StaticString) async throws -> Int64? {
    try await databases[0].read { connection in
      try connection.first(sql, []) { $0.integer(0) }
    }
  }

  /// What `sums` of the ledger come to: zero.
  func sum() async throws -> Int64 {
    try await databases[0].read { [app] connection in
      try Ledger(Self.scope(app, connection)).sums().reduce(0) { $0 + $1.posted }
    }
  }
}
