import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore
import Testing

/// The statements about Apple's attribution, on each database.
@Suite struct PostbackStoreTests {
  private static func json(_ transaction: String, fine: Int?) -> JSON {
    .object([
      "version": "4.0", "ad-network-id": "com.example", "app-id": 1,
      "transaction-id": .string(transaction), "attribution-signature": "MEUC",
      "source-identifier": "5239", "conversion-value": fine.map(JSON.integer),
    ])
  }

  private static func store(
    _ scope: Scope, _ transaction: String, fine: Int? = nil, _ verification: PostbackVerification
  ) throws -> Postbacks.Outcome {
    let json = json(transaction, fine: fine)
    return try Postbacks(scope).store(
      Postback(skAdNetwork: Fields(json)), body: json.text, verification,
      .signatureDoesNotHold)
  }

  @Test("A postback is stored once, and listed and counted", arguments: DatabaseDriver.all)
  func postbacks(_ driver: DatabaseDriver) async throws {
    try await driver.withApp { work in
      try await work(0) { (scope: Scope) throws in
        #expect(try Self.store(scope, "a", fine: 7, .invalid) == .stored)
        #expect(try Self.store(scope, "A", fine: 8, .invalid) == .duplicate)
        #expect(try Self.store(scope, "a", fine: 9, .verified) == .replaced)
        #expect(try Self.store(scope, "a", fine: 10, .development) == .duplicate)
      }
      try await work(1) { (scope: Scope) throws in
        #expect(try Self.store(scope, "b", fine: 1, .verified) == .stored)
        #expect(try Self.store(scope, "c", .unverifiable) == .stored)
        let all = try Postbacks(scope).page(.init(), before: nil, limit: 10)
        #expect(all.count == 3)
        var filter = Postbacks.Filter()
        filter.system = .skAdNetwork
        filter.adNetwork = "com.example"
        filter.verification = .verified
        filter.didWin = true
        let first = try Postbacks(scope).page(filter, before: nil, limit: 1)
        #expect(first.map(\.postback.fineValue) == [1])
        let second = try Postbacks(scope).page(filter, before: first.first?.id, limit: 9)
        #expect(second.map(\.postback.fineValue) == [9])
        filter.didWin = false
        #expect(try Postbacks(scope).page(filter, before: nil, limit: 1).isEmpty)
        let day = scope.app.day(of: DatabaseDriver.appStart)
        let lines = try PostbackSummary(scope).lines(from: day, to: day, .verified, limit: 9)
        #expect(lines.map(\.fineSum) == [10])
        #expect(lines.map(\.conversions) == [2])
        #expect(lines.map(\.source) == ["5239"])
        _ = try Retention(scope.connection, now: DatabaseDriver.appStart).run()
      }
      try await work(500 * 86_400) { (scope: Scope) throws in
        #expect(try Retention(scope.connection, now: scope.now).run() == 3)
      }
    }
  }

  @Test("An app has only those schemas in memory that count", arguments: DatabaseDriver.all)
  func schemasInMemory(_ driver: DatabaseDriver) async throws {
    try await driver.withApp { work in
      // Every ten days another, for half a year.
      for number in 0..<18 {
        try await work(Int64(number) * 10 * 86_400) { (scope: Scope) throws in
          let schema = try ConversionSchema(
            Fields(["rules": [["when": ["payment": true], "fine": .integer(number)]]]))
          #expect(try PostbackSchemas(scope).set(schema)?.number == Int64(number + 1))
        }
      }
      try await work(180 * 86_400) { (scope: Scope) throws in
        #expect(try PostbackSchemas(scope).history().versions.count == 18)
        let app = try #require(try Accounts.context(of: scope.app.number, scope.connection))
        // Those of the last 35 days before the newest, and the one in effect at their beginning.
        #expect(app.conversionSchemas.versions.map(\.number) == [14, 15, 16, 17, 18])
      }
    }
  }

  @Test("Schemas follow each other, and installs keep theirs", arguments: DatabaseDriver.all)
  func values(_ driver: DatabaseDriver) async throws {
    func schema(_ fine: JSON) throws -> ConversionSchema {
      try ConversionSchema(
        Fields(["rules": [["when": ["payment": true], "fine": fine, "coarse": "high"]]]))
    }
    let (first, second) = (try schema(5), try schema(6))
    try await driver.withApp { work in
      let install = Locked<InstallID?>(nil)
      try await work(0) { (scope: Scope) throws in
        try Partitions.makeAhead(scope.connection, now: scope.now)
        #expect(try PostbackSchemas(scope).set(first)?.number == 1)
      }
      try await work(0) { (scope: Scope) throws in
        let launch = FirstLaunch.Request(
          installID: "phone", device: DeviceDescription(platform: .ios), deviceJSON: .object([]),
          network: "203.0.113.7", networkClass: .ordinary, link: nil, clickID: nil,
          installReferrer: nil, pasteboard: nil)
        let outcome = try FirstLaunch(scope, launch).run()
        install.withLock { $0 = outcome.install.id }
        #expect(try ConversionValues(scope).current(for: outcome.install.id)?.fine == 0)
      }
      let id = try #require(install.withLock { $0 })
      try await work(10) { (scope: Scope) throws in
        #expect(try PostbackSchemas(scope).set(first)?.number == 1)
        #expect(try PostbackSchemas(scope).set(second)?.number == 2)
        try Facts(scope).append([
          NewFact(
            id: Ambient.system.id(), name: "payment",
            subject: scope.app.digest(ofInstall: "phone"), at: scope.now, trust: .client,
            consent: nil, properties: "{}")
        ])
        let value = try ConversionValues(scope).current(for: id)
        #expect(
          value == ConversionValue(window: .first, fine: 5, coarse: .high, locks: false))
        #expect(try ConversionValues(scope).current(for: id) == value)
      }
      try await work(3 * 86_400) { (scope: Scope) throws in
        #expect(
          try ConversionValues(scope).current(for: id)
            == ConversionValue(window: .second, fine: 5, coarse: .low, locks: false))
      }
    }
  }

  @Test("A token is taken once at a time, and settled for good", arguments: DatabaseDriver.all)
  func tokens(_ driver: DatabaseDriver) async throws {
    let id: InstallID = Ambient.system.id()
    try await driver.withApp { work in
      try await work(0) { (scope: Scope) throws in
        try AppleAdsTokens(scope).add("token", for: id)
        try AppleAdsTokens(scope).add("another", for: id)
      }
      try await work(1) { (scope: Scope) throws in
        #expect(try AppleAdsTokens.isAnyDue(at: scope.now, scope.connection))
        let due = try AppleAdsTokens.claim(at: scope.now, scope.ambient, scope.connection)
        #expect(due.map(\.token) == ["token"])
        #expect(try AppleAdsTokens.claim(at: scope.now, scope.ambient, scope.connection).isEmpty)
      }
      // The one who took it is gone.
      try await work(62) { (scope: Scope) throws in
        let due = try AppleAdsTokens.claim(at: scope.now, scope.ambient, scope.connection)
        let token = try #require(due.first)
        try AppleAdsTokens(scope).record(.notFound, about: token)
        #expect(try AppleAdsTokens.claim(at: scope.now, scope.ambient, scope.connection).isEmpty)
      }
      try await work(67) { (scope: Scope) throws in
        let due = try AppleAdsTokens.claim(at: scope.now, scope.ambient, scope.connection)
        let token = try #require(due.first)
        #expect(token.trial.notFoundCount == 1)
        try AppleAdsTokens(scope).record(.attributed(["campaignId": 1]), about: token)
        try AppleAdsTokens(scope).record(.notAttributed, about: token)
        #expect(
          try AppleAdsTokens(scope).describe(id)
            == ["outcome": "attributed", "record": ["campaignId": 1]])
        #expect(try !AppleAdsTokens.isAnyDue(at: scope.now, scope.connection))
      }
    }
  }
}
