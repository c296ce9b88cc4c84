import BeckonDatabase
import BeckonModel
import Foundation
import TestDatabases
import TestPrograms
import Testing

/// `beckon demo --scale`: as much as was asked for, and all that follows from it.
@Suite struct DemoScaleTests {
  private static func demo(_ folder: TemporaryFolder, _ name: String) async throws -> JSON {
    let database = try folder.database(name)
    let demo = try await BeckonProgram.run(
      "demo", "--scale", "2000", "--seed", "5", "--json", "--database", database)
    #expect(demo.status == 0, "\(demo.errors)")
    let told = try #require(demo.json, "\(demo.output)\n\(demo.errors)")
    return try #require(told["filled"])
  }

  /// Rows of the first three apps, which are those that were filled. What a purchase in a shop
  /// makes is a payment too, of the usual type.
  private static func counts(_ folder: TemporaryFolder, _ name: String) async throws -> [String] {
    let database = try TestDatabase.open(folder.database(name))
    let counts = try await database.read { connection in
      try connection.rows(
        """
        SELECT 'clicks', COUNT(*) FROM clicks WHERE app <= 3
        UNION ALL SELECT 'installs', COUNT(*) FROM installs WHERE app <= 3
        UNION ALL SELECT 'sign_ups', COUNT(*) FROM facts WHERE app <= 3 AND name = 'beckon.sign_up'
        UNION ALL SELECT 'conversions', COUNT(*) FROM facts
          WHERE app <= 3 AND name = 'beckon.conversion'
        UNION ALL SELECT 'payments', COUNT(*) FROM payments WHERE app <= 3 AND kind <> 'DEFAULT'
        UNION ALL SELECT 'texts', COUNT(*) FROM messages WHERE app <= 3
        UNION ALL SELECT 'receipts', COUNT(*) FROM messages
          WHERE app <= 3 AND (delivered_parts > 0 OR has_failed_part > 0)
        UNION ALL SELECT 'shop_events', COUNT(*) FROM facts WHERE app <= 3
          AND name IN ('product_viewed', 'basket_changed', 'search', 'purchase')
        UNION ALL SELECT 'events', COUNT(*) FROM facts WHERE app <= 3
          AND name NOT IN ('product_viewed', 'basket_changed', 'search', 'purchase', 'payment')
          AND name NOT LIKE 'beckon.%'
        UNION ALL SELECT 'rewards', COUNT(*) FROM transfers WHERE app <= 3
        """, []
      ) { "\($0.text(0)) \($0.integer(1))" }
    }
    await database.close()
    return counts
  }

  @Test("It holds as many facts of each kind as it says, and what is counted from them is right")
  func counts() async throws {
    let folder = try TemporaryFolder()
    let filled = try await Self.demo(folder, "one.db")
    let facts = filled["facts"]?.members ?? []
    #expect(facts.compactMap(\.value.integer).reduce(0, +) == 2_000)
    let found = try await Self.counts(folder, "one.db")
    for fact in facts { #expect(found.contains("\(fact.name) \(fact.value.text)"), "\(found)") }
    let rewards = found.first { $0.hasPrefix("rewards") }?.split(separator: " ").last
    #expect(rewards.flatMap { Int($0) } ?? 0 > 20, "\(found)")
    let doctor = try await BeckonProgram.run(
      "doctor", "--json", "--database", folder.database("one.db"))
    let checks = (doctor.json?.elements ?? []).compactMap { $0["check"]?.string }
    #expect(checks.contains("apps"), "\(doctor.output)")
    #expect(!checks.contains("counts") && !checks.contains("ranks"), "\(doctor.output)")
  }

  @Test("A database that has apps is refused, and nothing is made up in it")
  func inUse() async throws {
    let folder = try TemporaryFolder()
    let database = try folder.database("used.db")
    let made = try await BeckonProgram.run(
      "app", "create", "--name", "Ours", "--database", database)
    #expect(made.status == 0, "\(made.errors)")
    for more in [[], ["--scale", "1000"]] {
      let demo = try await BeckonProgram.run(all: ["demo", "--database", database] + more)
      #expect(demo.status != 0 && demo.errors.contains("the database has apps"), "\(demo.errors)")
    }
    let list = try await BeckonProgram.run("app", "list", "--json", "--database", database)
    #expect(list.json?.elements?.count == 1, "\(list.output)")
  }

  @Test("The same seed draws the same past")
  func seed() async throws {
    let folder = try TemporaryFolder()
    let one = try await Self.demo(folder, "one.db")
    let other = try await Self.demo(folder, "other.db")
    #expect(one["seed"] == "5" && other["seed"] == "5")
    let database = try await Self.counts(folder, "one.db")
    #expect(try await Self.counts(folder, "other.db") == database)
  }
}
