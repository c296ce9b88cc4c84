import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore
import Testing

/// The look-ups of the busy paths, as SQLite plans them: each by an index, however large the tables
/// are. A new index can draw a plan to itself, and then only a large database shows it.
struct QueryPlanTests {
  private static let now = QueryPlans.now

  @Test func anInstallIsMatchedByItsNetwork() async throws {
    let plans = try await QueryPlans.of { scope in
      try scope.connection.run(
        "INSERT INTO click_runs (run, clicks, newest_at) VALUES (1, 1, $1)",
        [.instant(scope.now)])
      _ = try FirstLaunch(scope, Self.launch).run()
    }
    let inRun = "SEARCH click_networks USING PRIMARY KEY (run=? AND app=? AND network=?)"
    #expect(plans.contains { $0.contains(inRun) })
    #expect(plans.contains { $0.contains("SEARCH clicks USING INTEGER PRIMARY KEY (rowid>?)") })
    #expect(plans.filter { $0.contains("TEMP B-TREE") } == [])
  }

  @Test func nothingOnABusyPathWalksALargeTable() async throws {
    let plans = try await QueryPlans.of { scope in
      let campaign = Campaign(
        id: Ambient.system.id(), listUUID: "list", name: "List", goal: 3, kind: .referral,
        url: "https://shop.example", exclusiveGroup: nil, rules: [])
      _ = try Campaigns(scope).insert(campaign)
      let referrer = try ReferredPeople.signUp("ana", nil, campaign, scope)
      let person = try ReferredPeople.signUp("ben", referrer, campaign, scope)
      _ = try Conversions(scope).record(
        Conversion(step: 2, of: person, in: campaign, clientID: "c1", trust: .server))
      try Self.askApple(about: try FirstLaunch(scope, Self.launch).run().install.id, scope)
      let twin = try ReferredPeople.signUp("ben's other account", referrer, campaign, scope)
      for step in [3, 2] {
        _ = try Conversions(scope).record(
          Conversion(step: step, of: twin, in: campaign, clientID: "t\(step)", trust: .server))
      }
      _ = try Merge(scope).merge(twin, into: person)
      _ = try Retention(scope.connection, now: Self.now).run()
      _ = try Redemptions(scope).redeem(1, of: "points", by: person, id: "r1")
      _ = try Reversals(scope).reverse(FactID(Identifier(clientID: "c1")), by: Ambient.system.id())
      _ = try Holds.claim(at: Self.now, scope.connection)
      let answer = Idempotency.Answer(
        fingerprint: person.identifier, status: 200, body: person.text)
      try Idempotency(scope).keep(answer, under: person.identifier, naming: [referrer])
      _ = try Erasure(scope).erase(referrer, by: .server)
    }
    #expect(plans.count > 40)
    #expect(QueryPlans.walks(in: plans) == [])
  }

  private static func askApple(about install: InstallID, _ scope: Scope) throws {
    let rule: JSON = ["when": ["sign_up": true], "fine": 1]
    _ = try PostbackSchemas(scope).set(ConversionSchema(Fields(["rules": [rule]])))
    _ = try ConversionValues(scope).current(for: install)
    let postback: JSON = [
      "ad-network-id": "a", "app-id": 1, "transaction-id": "t", "attribution-signature": "s",
    ]
    _ = try Postbacks(scope).store(
      Postback(skAdNetwork: Fields(postback)), body: postback.text, .unverifiable, .legacyKey)
    try AppleAdsTokens(scope).add("token", for: install)
    _ = try AppleAdsTokens.isAnyDue(at: now, scope.connection)
    for due in try AppleAdsTokens.claim(at: now, scope.ambient, scope.connection) {
      try AppleAdsTokens(scope).record(.attributed([:]), about: due)
    }
  }

  private static let launch = FirstLaunch.Request(
    installID: "phone", device: DeviceDescription(platform: .ios), deviceJSON: .object([]),
    network: "203.0.113.7", networkClass: .ordinary, link: nil, clickID: nil,
    installReferrer: nil, pasteboard: nil)
}
