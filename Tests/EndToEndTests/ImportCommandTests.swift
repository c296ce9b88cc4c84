import BeckonDatabase
import BeckonModel
import ChildProcess
import Foundation
import TestDatabases
import TestPrograms
import Testing

@Suite struct ImportCommandTests {
  /// So many people, of whom each was brought by the one in the next row, with some rows that
  /// cannot be taken.
  private static func people(_ count: Int) -> String {
    let rows = (1...count).map { number -> String in
      let code = number % 100 == 0 ? "v1" : "CODE\(number)"
      let mail = number % 250 == 1 ? "nobody" : "\"p\(number)@example.com\""
      return "u\(number),\(mail),\(code),CODE\(number + 1),2024-01-01T00:00:00Z"
    }
    return "user_id,email,code,referrer_code,signed_up_at\r\n" + rows.joined(separator: "\r\n")
  }

  /// An app with a campaign, in a database of a folder, and a file to import.
  private struct Shop {
    let folder: TemporaryFolder
    let keys: AppKeys
    let database: String
    let file: String

    init(_ text: String) async throws {
      folder = try TemporaryFolder()
      database = try folder.database()
      keys = try await AppKeys(folder)
      file = folder.file("people.csv")
      try Data(text.utf8).write(to: URL(fileURLWithPath: file))
      let server = try await RunningServer(folder)
      let made = try await server.ask(
        "POST", "/v1/campaigns", key: keys.secret,
        [
          "name": "spring", "goal": 1, "url": "https://shop.example/",
          "rules": [
            [
              "name": "thanks", "when": ["referral": "confirmed"], "to": "both", "amount": 5,
              "unit": "points",
            ]
          ],
        ])
      try #require(made.status == 201, "\(made.text)")
      #expect(await server.stop() == 0)
    }

    var words: [String] {
      ["import", "people", file, "--app", keys.app, "--database", database, "--json"]
    }

    func imported(_ more: String...) async throws -> BeckonProgram.Finished {
      try await BeckonProgram.run(all: words + more)
    }

    /// Everybody: name, code, state, and who brought them.
    func everybody() async throws -> [String] {
      let database = try TestDatabase.open(database)
      let rows = try await database.read { connection in
        try connection.rows(
          """
          SELECT i.value, COALESCE(l.code, ''), r.state, COALESCE(f.value, '')
          FROM identities AS i
            JOIN referrals AS r ON r.app = i.app AND r.person = i.person
            LEFT JOIN links AS l ON l.app = i.app AND l.id = r.link
            LEFT JOIN identities AS f
              ON f.app = i.app AND f.person = r.referrer AND f.kind = 'user_id'
          WHERE i.kind = 'user_id' ORDER BY i.value
          """, []
        ) { "\($0.text(0)) \($0.text(1)) \($0.text(2)) \($0.text(3))" }
      }
      await database.close()
      return rows
    }

    /// Makes the rows behind line 1,000 slow, so that an import is in its middle for minutes,
    /// however late a busy machine lets the test act.
    func slow() async throws {
      let database = try TestDatabase.open(database)
      let statements: [StaticString] =
        TestDatabase.isPostgres
        ? [
          """
          CREATE FUNCTION slow() RETURNS trigger AS
            'BEGIN PERFORM pg_sleep(0.1); RETURN NEW; END' LANGUAGE plpgsql
          """,
          """
          CREATE TRIGGER slow AFTER INSERT ON import_rows FOR EACH ROW
            WHEN (NEW.line > 1000) EXECUTE FUNCTION slow()
          """,
        ]
        : [
          """
          CREATE TRIGGER slow AFTER INSERT ON import_rows WHEN NEW.line > 1000
          BEGIN
            SELECT COUNT(*) FROM (
              WITH RECURSIVE counted (number) AS (
                SELECT 1 UNION ALL SELECT number + 1 FROM counted WHERE number < 1000000
              )
              SELECT number FROM counted
            );
          END
          """
        ]
      try await database.write { connection in
        for statement in statements { try connection.send(statement, []) }
      }
      await database.close()
    }

    /// Makes all rows as fast as they were.
    func fast() async throws {
      let database = try TestDatabase.open(database)
      try await database.write { connection in
        let statement: StaticString =
          TestDatabase.isPostgres ? "DROP TRIGGER slow ON import_rows" : "DROP TRIGGER slow"
        try connection.send(statement, [])
      }
      await database.close()
    }

    /// Rows that an import has behind it; a lower bound while it runs.
    func rowsDone() async throws -> Int64 {
      let database = try TestDatabase.open(database)
      let rows = try await database.read { connection in
        try connection.first("SELECT COUNT(*) FROM import_rows", []) { $0.integer(0) }
      }
      await database.close()
      return rows ?? 0
    }
  }

  @Test("An import that is killed beside a running server ends as one that is not")
  func kill() async throws {
    let text = Self.people(2_000)
    let whole = try await Shop(text)
    let done = try await whole.imported()
    #expect(done.status == 2, "\(done.errors)")
    #expect(done.errors == "", "there is no bar without a terminal")

    let cut = try await Shop(text)
    try await cut.slow()
    let server = try await RunningServer(cut.folder)
    var process = try BeckonProgram.start(cut.words, output: .nothing, errors: .nothing)
    while try await cut.rowsDone() == 0 {
      // On a busy PostgreSQL it may have waited too long for a lock that the server had.
      if !process.isRunning {
        #expect(await process.ending() == 1)
        process = try BeckonProgram.start(cut.words, output: .nothing, errors: .nothing)
      }
      // Sleeps because: the other program tells nobody how far it is.
      try await Task.sleep(nanoseconds: 5_000_000)
    }
    process.signal(SIGKILL)
    let ending = await process.ending()
    #expect(ending == -SIGKILL || (TestDatabase.isPostgres && ending == 1))
    let before = try await cut.rowsDone()
    #expect((1..<2_000).contains(before))
    try await cut.fast()

    var rest = try await cut.imported("--report", cut.folder.file("report.csv"))
    // PostgreSQL may still commit what the killed program had sent, and that is another program,
    // or hold its locks.
    while rest.errors.contains("another program") || rest.errors.contains("lock was not free") {
      rest = try await cut.imported("--report", cut.folder.file("report.csv"))
    }
    try #require(rest.status == 2, "\(rest.output)\(rest.errors)")
    #expect((before..<2_000).contains(rest.json?["rows_of_earlier_runs"]?.integer ?? 0))
    for name in ["rows", "accepted", "merged", "rejected", "reasons", "referrers"] {
      #expect(rest.json?[name] == done.json?[name])
    }
    #expect(done.json?["rejected"] == 28)
    #expect(done.json?["reasons"] == ["invalid": 8, "code_reserved": 20])
    #expect(try await cut.everybody() == whole.everybody())
    #expect(try await cut.everybody().count == 1_972)
    let report = try String(contentsOfFile: cut.folder.file("report.csv"), encoding: .utf8)
    #expect(report.split(separator: "\r\n").count == 2_001)

    // The server that ran all the while knows them, and has paid nobody.
    let found = try await server.get("/v1/people?code=CODE7", key: cut.keys.secret)
    #expect(found.json["people"]?.elements?.count == 1)
    let paid = try await server.get("/v1/ledger/transfers", key: cut.keys.secret)
    #expect(paid.json["transfers"] == [])
    let again = try await cut.imported()
    #expect(again.json?["imported_before"] != nil)
    #expect(again.json?["accepted"] == done.json?["accepted"])
    #expect(try await cut.everybody() == whole.everybody())
    #expect(await server.stop() == 0)
  }

  @Test("Rows that are all in end with 0, and people read what happened")
  func text() async throws {
    let shop = try await Shop("user_id,code,note\nana,ANA,friend of the house\n")
    let words = shop.words.filter { $0 != "--json" }
    let wrong = try await BeckonProgram.run(all: words)
    #expect(wrong.status == 65)
    #expect(wrong.errors.contains("--ignore 'note'"), "\(wrong.errors)")
    let done = try await BeckonProgram.run(all: words + ["--ignore", "note"])
    #expect(done.status == 0, "\(done.errors)")
    #expect(done.output.contains("accepted  1\n"))
    let again = try await BeckonProgram.run(all: words + ["--ignore", "note"])
    #expect(again.status == 0)
    #expect(again.output.contains("nothing was changed now"))
  }

  @Test("Ctrl-C ends an import between two rows, and tells how to go on")
  func stopping() async throws {
    let shop = try await Shop(Self.people(2_000))
    try await shop.slow()
    let process = try BeckonProgram.start(
      shop.words + ["--report", shop.folder.file("report.csv")],
      output: .file(shop.folder.file("output")), errors: .file(shop.folder.file("errors")))
    while try await shop.rowsDone() == 0 {
      // Sleeps because: the other program tells nobody how far it is.
      try await Task.sleep(nanoseconds: 5_000_000)
    }
    process.signal(SIGINT)
    #expect(await process.ending() == 130)
    let stored = try await shop.rowsDone()
    let told = try String(contentsOfFile: shop.folder.file("errors"), encoding: .utf8)
    #expect(told.contains("stopped: \(stored) of 2000 rows are stored"), "\(told)")
    #expect(told.contains("run the same command again"))
    // How far it came stands in both, for scripts.
    let json = try JSONReader.read(
      String(contentsOfFile: shop.folder.file("output"), encoding: .utf8))
    #expect(json["finished"] == false && json["rows_done"]?.integer == stored, "\(json.text)")
    #expect(json["error"]?.string?.hasPrefix("stopped: ") == true)
    let report = try String(contentsOfFile: shop.folder.file("report.csv"), encoding: .utf8)
    #expect(report.split(separator: "\r\n").count == Int(stored) + 1)
    try await shop.fast()
    let rest = try await shop.imported()
    #expect(rest.json?["rows_of_earlier_runs"]?.integer == stored)
  }

  @Test("What its user may not have thought of is told, and changes nothing else")
  func warnings() async throws {
    let shop = try await Shop("user_id,code\nana,ANA\n")
    let first = try await shop.imported()
    #expect(first.json?["warnings"] == [])
    #expect(first.json?["finished"] == true && first.json?["rows_done"] == 1)
    let paid = try await shop.imported("--pay-later")
    #expect(paid.status == 0)
    #expect(paid.json?["merged"] == 1)
    #expect(paid.json?["merged_means"]?.string?.contains("in an earlier row") == true)
    #expect(paid.json?["warnings"]?.elements?.count == 1)
    #expect(paid.output.contains("--pay-later changes nothing"), "\(paid.output)")
  }

  @Test(
    "A file or a campaign that does not fit is refused whole, with what would",
    arguments: [
      ("ana,ana@example.com\nben,ben@example.com\n", [], "put a row of names above it"),
      ("install_instance_id,user_id\n1,ana\n", [], "beckon import linkrunner"),
      ("user_id\nana\n", ["--campaign", "cmp_x"], "(spring)"),
    ] as [(String, [String], String)])
  func unfit(text: String, more: [String], remedy: String) async throws {
    let shop = try await Shop(text)
    let result = try await BeckonProgram.run(all: shop.words + more)
    #expect(result.status == 65)
    #expect(result.errors.contains(remedy), "\(result.errors)")
    #expect(result.json?["finished"] == false && result.json?["error"] != nil, "\(result.output)")
    #expect(try await shop.rowsDone() == 0)
  }

  @Test(
    "What cannot be imported is told before a database is opened",
    arguments: [
      (["import"], 64, "needs to know what"), (["import", "people"], 64, "from which file"),
      (["import", "peple", "f.csv", "--app", "APP"], 64, "Did you mean 'people'?"),
      (["import", "people", "f.csv", "--app", "ana"], 64, "is not the id of an app"),
      (["import", "people", "none.csv", "--app", "APP"], 65, "there is no file none.csv"),
      // Read for the second time it would have nothing, and all would seem to be done.
      (["import", "people", "/dev/stdin", "--app", "APP"], 65, "cat > people.csv"),
      (["import", "people", "-", "--app", "APP"], 65, "cat > people.csv"),
      (["import", "people", "/", "--app", "APP"], 65, "is a folder"),
    ] as [([String], Int32, String)])
  func refused(words: [String], status: Int32, problem: String) async throws {
    let app = AppID(Identifier(high: 1, low: 1)).text
    let result = try await BeckonProgram.run(all: words.map { $0 == "APP" ? app : $0 })
    #expect(result.status == status)
    #expect(result.errors.contains(problem), "\(result.errors)")
  }
}
