import BeckonModel
import Foundation
import TestDatabases
import TestPrograms
import Testing

/// Small runs of `beckon-sim fraud`; see `docs/FRAUD.md`.
struct FraudSimulationTests {
  /// `BECKON_TEST_ALL` is for the nights.
  private static let isNight = ProcessInfo.processInfo.environment["BECKON_TEST_ALL"] != nil
  private static let small = ["--honest", "12", "--thieves", "6", "--rounds", "12"]

  private func simulate(_ arguments: [String]) async throws -> (run: JSON, told: String) {
    let result = try await BeckonProgram.run(
      all: ["fraud", "--json"] + arguments, name: "beckon-sim")
    return (try #require(result.json, "\(result.output)\(result.errors)"), result.errors)
  }

  @Test(
    "Thieves are paid nothing, honest people as if there were none; nothing leaks, nobody is shut out",
    .enabled(if: !TestDatabase.isPostgres, "each seed with a file of its own"))
  func thieves() async throws {
    let (seed, seeds) = Self.isNight ? (1_000, 200) : (1, 4)
    let (run, told) = try await simulate(
      Self.small + ["--seed", "\(seed)", "--seeds", "\(seeds)"])
    // Tells each kind of fault with its seed and the calls that led to it.
    #expect(run["sound"] == true, "\(run["violations"]?.text ?? "")\n\(told)")
    // What nobody tries, and what nobody is paid, holds by itself.
    #expect(run["routes_untried"]?.elements?.compactMap(\.string) == [])
    for move in run["moves"]?.members ?? [] {
      #expect((move.value["made"]?.integer ?? 0) > 0, "nobody made the move '\(move.name)'")
    }
    #expect((run["products_shown"]?.integer ?? 0) > 0)
    #expect((run["honest_paid"]?.members ?? []).count == 9, "\(run["honest_paid"]?.text ?? "")")
  }

  @Test(
    "A large town with many thieves",
    .enabled(if: Self.isNight && !TestDatabase.isPostgres, "is for the nights"))
  func town() async throws {
    let (run, told) = try await simulate([
      "--seed", "1", "--seeds", "5", "--honest", "200", "--thieves", "60", "--rounds", "24",
    ])
    #expect(run["sound"] == true, "\(run["violations"]?.text ?? "")\n\(told)")
  }

  @Test(
    "Thieves come to nothing on the database of this run too")
  func database() async throws {
    let folder = try TemporaryFolder()
    let database = TestDatabase.isPostgres ? try folder.database() : "sqlite"
    let (run, told) = try await simulate(Self.small + ["--seed", "7", "--database", database])
    #expect(run["sound"] == true, "\(run["violations"]?.text ?? "")\n\(told)")
  }

  @Test(
    "Without thieves both shops are alike, or a difference would mean nothing",
    .enabled(if: !TestDatabase.isPostgres, "many runs, each with a file of its own"))
  func honest() async throws {
    let (run, told) = try await simulate([
      "--thieves", "0", "--honest", "20", "--seed", "1", "--seeds", "4",
    ])
    #expect(run["sound"] == true, "\(run["violations"]?.text ?? "")\n\(told)")
    #expect((run["honest_paid"]?["trio"]?.integer ?? 0) > 0)
  }

  @Test(
    "Where rules trust clients, thieves are paid, and the simulation says so",
    .enabled(if: !TestDatabase.isPostgres, "is about the simulation"))
  func trustingRules() async throws {
    let (run, told) = try await simulate(Self.small + ["--seed", "1", "--trust", "client"])
    #expect(run["sound"] == false)
    let faults = run["violations"]?.members?.map(\.name) ?? []
    #expect(faults.contains { $0.hasPrefix("thief_paid") }, "\(run.text)")
    #expect(told.contains("VIOLATION thief_paid"))
  }

  @Test(
    "Where rules trust clients, those are paid who only speak a vendor's protocol",
    .enabled(if: !TestDatabase.isPostgres, "is about the simulation"),
    arguments: ["dynamiclinks", "referralhero", "segmentify"])
  func trustingRulesOfVendors(vendor: String) async throws {
    let (run, _) = try await simulate(
      Self.small + ["--seed", "1", "--trust", "client", "--only", vendor])
    let faults = run["violations"]?.members?.map(\.name) ?? []
    #expect(faults.contains { $0.hasPrefix("thief_paid") }, "\(run.text)")
    let others = (run["moves"]?.members ?? []).filter { !$0.name.hasPrefix(vendor) }
    #expect(others.allSatisfy { $0.value["made"] == 0 })
  }

  @Test(
    "Where what is due to honest people is rejected, the simulation says so, with thieves or without",
    .enabled(if: !TestDatabase.isPostgres, "is about the simulation"), arguments: ["0", "6"])
  func unjustOperator(thieves: String) async throws {
    let (run, told) = try await simulate([
      "--honest", "12", "--thieves", thieves, "--seed", "1", "--operator", "unjust",
    ])
    let faults = run["violations"]?.members?.map(\.name) ?? []
    #expect(faults.contains("honest_pay: less level"), "\(run.text)")
    #expect(told.contains("VIOLATION honest_pay: less level"))
  }

  @Test(
    "What a phone alone tells may be lacking when thieves have spoilt it, and nothing else",
    .enabled(if: !TestDatabase.isPostgres, "is about the simulation"),
    arguments: ["1003", "1135", "2005", "2019"])
  func spoiltWords(seed: String) async throws {
    let (run, told) = try await simulate(Self.small + ["--seed", seed])
    #expect(run["sound"] == true, "\(run["violations"]?.text ?? "")\n\(told)")
  }

  @Test(
    "A seed repeats a run, another gives another",
    .enabled(if: !TestDatabase.isPostgres, "is about the simulation"))
  func seed() async throws {
    let first = try await simulate(Self.small + ["--seed", "1"]).run
    let again = try await simulate(Self.small + ["--seed", "1"]).run
    let other = try await simulate(Self.small + ["--seed", "2"]).run
    #expect(first.text == again.text)
    #expect(first["moves"]?.text != other["moves"]?.text)
  }
}
