import BeckonModel
import Foundation
import TestDatabases
import TestPrograms
import Testing

/// `beckon evaluate sessions` and `beckon tune`, on files that the test writes.
@Suite(.enabled(if: !TestDatabase.isPostgres, "opens no database"))
struct EvaluateCommandTests {
  /// In training 1 leads to 2 and 3 to 4; the tests ask for just that.
  private static let lines = (
    train: (0..<20).map { $0 % 2 == 0 ? "1 2" : "3 4" }.joined(separator: "\n") + "\n",
    test: "1 | 2\n3 | 4\n1 2 | 9\n"
  )

  /// The same in columns; one session's lines are not in order.
  private static let table = (
    train: columns(
      (0..<20).flatMap { session -> [(Int, String, Int)] in
        let items = session % 2 == 0 ? ["1", "2"] : ["3", "4"]
        return [(session, items[1], session * 1_000 + 60), (session, items[0], session * 1_000)]
      }),
    test: columns([(100, "1", 30_000), (100, "2", 30_010), (101, "3", 30_000), (101, "4", 30_005)])
  )

  private static func columns(_ rows: [(Int, String, Int)]) -> String {
    "SessionId\tItemId\tTime\n" + rows.map { "\($0.0)\t\($0.1)\t\($0.2).0\n" }.joined()
  }

  private struct Files {
    let folder: TemporaryFolder
    var train: String { folder.file("train.txt") }
    var test: String { folder.file("test.txt") }

    init(_ texts: (train: String, test: String)) throws {
      folder = try TemporaryFolder()
      try Data(texts.train.utf8).write(to: URL(fileURLWithPath: train))
      try Data(texts.test.utf8).write(to: URL(fileURLWithPath: test))
    }

    func evaluate(_ format: String, _ more: String...) async throws -> BeckonProgram.Finished {
      try await BeckonProgram.run(
        all: ["evaluate", "sessions", "--train", train, "--test", test, "--format", format] + more)
    }
  }

  @Test("Lines: two of three are predicted, and the lists stand in the file of results")
  func lines() async throws {
    let files = try Files(Self.lines)
    let results = files.folder.file("results.txt")
    let done = try await files.evaluate("prefix", "--results", results, "--json")
    #expect(done.status == 0, "\(done.errors)")
    #expect(done.json?["predictions"] == 3)
    #expect(done.json?["at_20"]?["hit_rate"]?.double == 0.666667)
    #expect(done.json?["at_10"]?["reciprocal_rank"]?.double == 0.666667)
    #expect(done.json?["index"]?["clicks"] == 40)
    let lists = try String(contentsOfFile: results, encoding: .utf8).split(separator: "\n")
    // After 2 nothing is known: what is popular, by number.
    #expect(lists.map { $0.prefix(1) } == ["2", "4", "3"])
  }

  @Test("Columns: sessions are put in order by their times")
  func columns() async throws {
    let files = try Files(Self.table)
    let done = try await files.evaluate("serenade")
    #expect(done.status == 0, "\(done.errors)")
    #expect(done.output.hasPrefix("2 predictions\n"))
    #expect(done.output.contains("HR            1.0000  1.0000"), "\(done.output)")
    #expect(done.errors.isEmpty)
  }

  @Test("It gives the same each time, but for times and memory")
  func again() async throws {
    let files = try Files(Self.lines)
    func figures() async throws -> [JSON?] {
      let done = try await files.evaluate("prefix", "--json")
      return ["predictions", "at_10", "at_20", "index", "settings"].map { done.json?[$0] }
    }
    let once = try await figures()
    #expect(once.allSatisfy { $0 != nil })
    #expect(try await figures() == once)
  }

  @Test("Online it learns from each session once it is predicted, not before")
  func online() async throws {
    // 7 leads to 8 only in the tests: the second time it is known.
    let files = try Files((Self.lines.train, "7 8\n7 8\n"))
    for (flag, rate) in [("--json", 0.0), ("--online", 0.5)] {
      let done = try await files.evaluate("prefix", "--json", flag)
      #expect(done.json?["at_20"]?["hit_rate"]?.double == rate, "\(flag)")
    }
  }

  @Test("Tuned settings can be given to an evaluation, and name every setting")
  func tuned() async throws {
    let files = try Files(Self.table)
    let tuned = try await BeckonProgram.run(
      "tune", "--train", files.train, "--valid", files.test, "--format", "serenade", "--json")
    #expect(tuned.status == 0, "\(tuned.errors)")
    let settings = try #require(tuned.json?["settings"])
    let path = files.folder.file("settings.json")
    try Data(settings.text.utf8).write(to: URL(fileURLWithPath: path))
    let done = try await files.evaluate("serenade", "--settings", path, "--json")
    #expect(done.json?["settings"] == settings)
    let both = try await files.evaluate("serenade", "--valid", files.test, "--json")
    #expect(both.json?["settings"] == settings)
  }

  @Test(
    "A file that is not as its format has it is refused with its line",
    arguments: [
      ("prefix", "1 2\n| 3\n", "line 2"), ("prefix", "1 | 2 3\n", "line 1"),
      ("prefix", "\n\n", "no session"), ("prefix", "1\n2\n", "to predict"),
      ("serenade", "SessionId\tItemId\tTime\n1\t2\n", "line 2"),
      ("serenade", "a\tb\tc\n1\t2\tsoon\n", "line 2"),
      ("serenade", "a\tb\tc\n1\t2\t-5\n", "line 2"),
      ("serenade", "a\tb\tc\n1\t2\t1e300\n", "line 2"), ("serenade", "a\tb\tc\n", "no session"),
    ])
  func refused(_ format: String, _ test: String, _ problem: String) async throws {
    let files = try Files((format == "prefix" ? Self.lines.train : Self.table.train, test))
    let done = try await files.evaluate(format)
    #expect(done.status == 65)
    #expect(done.errors.contains(problem), "\(done.errors)")
    #expect(done.output.isEmpty)
  }

  @Test("Settings that make no sense are refused", arguments: ["{\"neighbors\": 3}", "{", "7"])
  func settings(_ text: String) async throws {
    let files = try Files(Self.lines)
    let path = files.folder.file("settings.json")
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let done = try await files.evaluate("prefix", "--settings", path)
    #expect(done.status == 65)
    #expect(done.errors.contains("the settings \(path)"), "\(done.errors)")
  }

  @Test(
    "A command line that makes no sense says what would",
    arguments: [
      "evaluate", "evaluate people", "evaluate sessions", "evaluate sessions --train a --test b",
      "evaluate sessions --train a --test b --format csv", "tune", "tune --train a --valid b",
      "tune extra",
    ])
  func usage(_ line: String) async throws {
    let result = try await BeckonProgram.run(all: line.split(separator: " ").map(String.init))
    #expect(result.status == 64)
    #expect(result.errors.contains("Try:   "), "\(result.errors)")
  }
}
