import BeckonBasics
import BeckonDatabase
import BeckonModel
import Testing

@testable import BeckonStore

/// How SQLite finds what hangs on a row of the feed, in the transaction that counts it.
@Suite struct RollUpPlanTests {
  private static func isRange(_ plan: String) -> Bool {
    plan.contains("(app=? AND ") && plan.hasSuffix(">?)") && plan.split(separator: "=?").count == 2
  }

  @Test("What hangs on one person or install is found without walking all that the app has")
  func hanging() async throws {
    let plans = try await QueryPlans.of { scope in
      let parameters: [DatabaseValue] = [
        scope.tenant, .identifier(scope.ambient.identifier()), .identifier(DailyCounter.none),
        .integer(10),
      ]
      for statement in RollUp.all.flatMap(\.hanging.values) {
        _ = try scope.connection.rows(statement, for: [parameters]) { $0.identifier(0) }
      }
    }
    #expect(plans.count > 5)
    // `(app=? AND fact>?)` is every row of the app.
    let walks = plans.filter { $0.contains("SCAN") || $0.hasSuffix("(app=?)") || Self.isRange($0) }
    #expect(walks == [], "\(plans)")
  }

  @Test("What brought a person is found along indexes, and is asked for once")
  func origins() async throws {
    let plans = try await QueryPlans.of { scope in
      let person = scope.ambient.identifier()
      let origins = Origins(scope)
      for _ in 0..<2 {
        let found = try origins.of([person, person])
        #expect(found.keys.elementsEqual([person]))
      }
    }
    #expect(plans.count { $0.contains("apps") } == 1, "\(plans)")
    #expect(!plans.contains { $0.contains("SCAN") || $0.hasSuffix("(app=?)") }, "\(plans)")
  }
}
