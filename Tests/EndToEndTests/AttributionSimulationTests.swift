import BeckonModel
import TestDatabases
import TestPrograms
import Testing

/// Small runs of `beckon-sim attribution`; `docs/ACCURACY.md` has the large ones.
@Suite(.enabled(if: !TestDatabase.isPostgres, "is about the rules, and a file of its own"))
struct AttributionSimulationTests {
  private func simulate(_ arguments: String...) async throws -> JSON {
    let result = try await BeckonProgram.run(
      all: ["attribution", "--json"] + arguments, name: "beckon-sim")
    #expect(result.status == 0, "\(result.errors)")
    return try #require(result.json, "\(result.output)\(result.errors)")
  }

  /// Share of 10,000, so that bounds are whole numbers.
  private func precision(_ type: String, _ run: JSON) throws -> Int64 {
    let counts = try #require(run["all"]?[type])
    let (right, matches) = (counts["right"]?.integer ?? 0, counts["matches"]?.integer ?? 0)
    try #require(matches > 100, "too few \(type): \(run.text)")
    return right * 10_000 / matches
  }

  @Test(
    "Unique matches are all right, default ones to 99 of 100, in towns and where it is crowded",
    arguments: ["mixed", "viral", "carrier", "bare"], ["1", "2"])
  func precision(population: String, seed: String) async throws {
    let run = try await simulate("--population", population, "--people", "20000", "--seed", seed)
    #expect(try precision("unique", run) == 10_000)
    // The large runs stay above 0.989; a small one of 1,000 matches strays by 0.003.
    #expect(try precision("default", run) >= 9_860, "\(run.text)")
    let matched = try #require(run["all"]?["default"]?["right"]?.integer)
    #expect(matched > 500, "precision by abstaining always is none")
  }

  @Test("The table for people fits 100 columns, also where numbers are long")
  func table() async throws {
    let result = try await BeckonProgram.run(
      "attribution", "--population", "bare", "--people", "20000", "--seed", "1",
      name: "beckon-sim")
    #expect(result.status == 0, "\(result.errors)")
    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count > 30, "\(result.output)")
    #expect(lines.filter { $0.count > 100 }.isEmpty, "\(result.output)")
    let run = try await simulate("--population", "bare", "--people", "20000", "--seed", "1")
    for name in ["installs", "from_links"] {
      let number = try #require(run["by_platform"]?["ios"]?[name]?.integer)
      let ios = lines.first { $0.hasPrefix("ios ") } ?? ""
      #expect(ios.split(separator: " ").contains("\(number)"), "\(result.output)")
    }
  }

  @Test("The server over a socket decides as the rules alone do")
  func server() async throws {
    let rules = try await simulate("--people", "1500", "--seed", "3")
    let server = try await simulate("--people", "1500", "--seed", "3", "--server")
    for part in ["all", "reasons", "by_people_behind_address", "by_platform", "by_delay"] {
      #expect(rules[part]?.text == server[part]?.text, "\(part)")
    }
    #expect((server["all"]?["installs"]?.integer ?? 0) > 500)
  }

  @Test("A seed repeats a run, another gives another")
  func seed() async throws {
    let first = try await simulate("--people", "2000", "--seed", "1")
    let again = try await simulate("--people", "2000", "--seed", "1")
    let other = try await simulate("--people", "2000", "--seed", "2")
    #expect(first.text == again.text)
    #expect(first["all"]?.text != other["all"]?.text)
  }
}
