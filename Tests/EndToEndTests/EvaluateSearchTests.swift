import BeckonModel
import Foundation
import TestDatabases
import TestPrograms
import Testing

/// `beckon evaluate search`, on files that the test writes.
@Suite(.enabled(if: !TestDatabase.isPostgres, "opens no database"))
struct EvaluateSearchTests {
  private static let catalogue = """
    sku,title,brand_name,id
    x,Blue Shirt,Puma,1
    x,"Red, Warm Jacket",Nike,2
    x,Blue Shirt,Nike,3
    x,Leather Wallet,Puma,4

    """
  private static let queries = "blue shirt\t3\nlaether walet\t4:2,2:1\nnothing\t1:0,2\nwallet\t9\n"

  private struct Files {
    let folder: TemporaryFolder

    init(_ catalogue: String = EvaluateSearchTests.catalogue, queries: String = "") throws {
      folder = try TemporaryFolder()
      for (name, text) in [("c.csv", catalogue), ("q.tsv", queries)] {
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file(name)))
      }
    }

    func evaluate(_ more: String...) async throws -> BeckonProgram.Finished {
      try await BeckonProgram.run(
        all: ["evaluate", "search", "--catalogue", folder.file("c.csv")] + more)
    }
  }

  @Test("Queries of a file: rows with the same title are one, and the lists stand in a file")
  func queries() async throws {
    let files = try Files(queries: Self.queries)
    let results = files.folder.file("r.tsv")
    let done = try await files.evaluate(
      "--text", "title,brand_name", "--queries", files.folder.file("q.tsv"), "--results", results,
      "--json")
    #expect(done.status == 0, "\(done.errors)")
    #expect(done.errors.contains("column 'id', such as '9'; they do not count"), "\(done.errors)")
    #expect(done.json?["queries"] == 3)
    // The first has all, the second one of two, the third none.
    #expect(done.json?["recall_at_10"]?.double == 0.5)
    #expect(done.json?["reciprocal_rank_at_10"]?.double == 0.666667)
    #expect(done.json?["index"]?["words"]?.double == 9)
    let lists = try String(contentsOfFile: results, encoding: .utf8)
    #expect(lists == "blue shirt\t1,3\nlaether walet\t4\nnothing\t\nwallet\t4\n")
  }

  @Test("Queries that are made can be written, and asked again", arguments: ["typos", "prefixes"])
  func made(_ kind: String) async throws {
    let files = try Files()
    let made = files.folder.file("made.tsv")
    let first = try await files.evaluate(
      "--text", "title", "--generate", kind, "--seed", "3", "--write-queries", made, "--json")
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.json?["queries"] == 4)
    #expect(first.json?["recall_at_10"]?.double == 1)
    let again = try await files.evaluate("--text", "title", "--queries", made, "--json")
    #expect(again.json?["discounted_gain_at_10"] == first.json?["discounted_gain_at_10"])
    let plain = try await files.evaluate("--text", "title", "--queries", made)
    #expect(plain.output.hasPrefix("4 queries on 4 products\nrecall@10   1.0000\n"))
  }

  @Test(
    "What is not as it must be is refused with its line",
    arguments: [
      ("title\n", "blue\t1\n", "line 1"),
      ("name\nBlue\n", "blue\t1\n", "'title' is not known. Known are: name"),
      ("title\n\"Blue\n", "blue\t1\n", "line 2"), (Self.catalogue, "blue 1\n", "line 1"),
      (Self.catalogue, "blue\t1\n\t2\n", "line 2"), (Self.catalogue, "\n", "no query"),
      (Self.catalogue, "blue\tx\n", "such as 'x': there is nothing to measure"),
      (Self.catalogue, "blue\t1:0\n", "no query names a row with a grade above 0"),
    ])
  func refused(_ catalogue: String, _ queries: String, _ problem: String) async throws {
    let files = try Files(catalogue, queries: queries)
    let done = try await files.evaluate("--text", "title", "--queries", files.folder.file("q.tsv"))
    #expect(done.status == 65)
    #expect(done.errors.contains(problem), "\(done.errors)")
    #expect(done.output.isEmpty)
  }

  @Test(
    "A command line that makes no sense says what would",
    arguments: [
      "evaluate search", "evaluate search --catalogue c --text t --train x",
      "evaluate search --catalogue c", "evaluate sessions --catalogue c",
      "evaluate search --catalogue c --text t --language klingon --queries q",
    ])
  func usage(_ line: String) async throws {
    let result = try await BeckonProgram.run(all: line.split(separator: " ").map(String.init))
    #expect(result.status == 64)
    #expect(result.errors.contains("Try:   "), "\(result.errors)")
  }
}
