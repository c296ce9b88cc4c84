import BeckonModel
import Foundation
import TestDatabases
import TestPrograms
import Testing

/// `beckon-sim segmentify`: visitors, sessions, orders, revenue and products of a day of shoppers
/// are what they must be.
struct SegmentifyDayTests {
  /// `BECKON_TEST_ALL` is for the nights.
  private static let isNight = ProcessInfo.processInfo.environment["BECKON_TEST_ALL"] != nil

  private func play(_ arguments: String...) async throws -> (day: JSON, told: String) {
    let folder = try TemporaryFolder()
    let database = TestDatabase.isPostgres ? try folder.database() : "sqlite"
    let result = try await BeckonProgram.run(
      all: ["segmentify", "--database", database] + arguments, name: "beckon-sim")
    return (try #require(result.json, "\(result.output)\(result.errors)"), result.errors)
  }

  @Test("A day of 60 shoppers is told as it was", arguments: ["1", "2", "3"])
  func small(seed: String) async throws {
    let (day, told) = try await play("--users", "60", "--seed", seed)
    #expect(day["sound"] == true, "\(told)")
    for name in [
      "PRODUCT_VIEW", "orders", "orders without a number", "confirmed orders", "USER_OPERATIONS",
      "midnights", "lost answers", "late repetitions", "products",
    ] {
      #expect((day["done"]?[name]?.integer ?? 0) > 0, "no \(name)")
    }
  }

  @Test("A day that nobody has seen is told as it was, too")
  func random() async throws {
    // The seed stands in what is told.
    let (day, told) = try await play("--users", "60")
    #expect(day["sound"] == true, "\(told)")
  }

  @Test("What counts twice by the protocol is seen to be twice")
  func canary() async throws {
    let (day, _) = try await play("--users", "60", "--seed", "1", "--repeat-all")
    #expect(day["sound"] == false)
    let about = day["violations"]?.elements?.compactMap { $0["about"]?.string } ?? []
    #expect(about.contains { $0.hasPrefix("what was done by") }, "\(day.text)")
  }

  @Test("A day of 1,000 shoppers", .enabled(if: isNight, "is for the nights"))
  func large() async throws {
    let (day, told) = try await play("--users", "1000")
    #expect(day["sound"] == true, "\(told)")
  }
}
