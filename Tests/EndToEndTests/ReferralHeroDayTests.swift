import BeckonModel
import Foundation
import TestDatabases
import TestPrograms
import Testing

/// `beckon-sim referralhero`: states, counts, amounts and rewards of a day of members are what they
/// must be.
struct ReferralHeroDayTests {
  private func play(_ arguments: String...) async throws -> (day: JSON, told: String) {
    let folder = try TemporaryFolder()
    let database = TestDatabase.isPostgres ? try folder.database() : "sqlite"
    let result = try await BeckonProgram.run(
      all: ["referralhero", "--database", database] + arguments, name: "beckon-sim")
    return (try #require(result.json, "\(result.output)\(result.errors)"), result.errors)
  }

  @Test("A day of 80 members is told as it was", arguments: ["1", "2", "3"])
  func small(seed: String) async throws {
    let (day, told) = try await play("--users", "80", "--seed", seed)
    #expect(day["sound"] == true, "\(told)\(day["violations"]?.text ?? "")")
    for name in ["joins", "conversions", "confirmations", "lost answers", "late repetitions"] {
      #expect((day["done"]?[name]?.integer ?? 0) > 0, "no \(name)")
    }
  }

  @Test("A day that nobody has seen is told as it was, too")
  func random() async throws {
    // The seed stands in what is told.
    let (day, told) = try await play("--users", "80")
    #expect(day["sound"] == true, "\(told)\(day["violations"]?.text ?? "")")
  }
}
