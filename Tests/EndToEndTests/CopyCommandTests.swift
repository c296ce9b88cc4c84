import BeckonDatabase
import BeckonModel
import BeckonStore
import ChildProcess
import Foundation
import TestDatabases
import TestPrograms
import Testing

@Suite struct CopyCommandTests {
  /// Facts with their ids, as many as take a while to copy.
  private func fill(_ folder: TemporaryFolder, facts: Int64) async throws {
    let database = try TestDatabase.open(folder.database())
    try await database.write { connection in
      try connection.run(
        """
        WITH RECURSIVE n (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM n WHERE number < $1)
        INSERT INTO fact_ids (app, id, at) SELECT 1, randomblob(16), 1790000000000 FROM n
        """, [.integer(facts)])
      try connection.run(
        """
        INSERT INTO facts (app, id, name, subject, at, received_at, trust, properties)
        SELECT app, id, 'viewed', id, at, at, 'publishable', '{}' FROM fact_ids
        """)
    }
    await database.close()
  }

  private func copy(
    _ folder: TemporaryFolder, _ more: String...
  ) async throws -> BeckonProgram.Finished {
    try await BeckonProgram.run(
      all: ["copy", "--from", folder.database(), "--to", folder.database("new.db"), "--json"]
        + more)
  }

  @Test("A copied installation serves its apps, and is never overwritten")
  func move() async throws {
    let folder = try TemporaryFolder()
    let keys = try await AppKeys(folder)
    let done = try await copy(folder)
    #expect(done.status == 0, "\(done.errors)")
    #expect(done.json?["ok"] == true)
    #expect(done.json?["rows"] == 5)
    #expect(!FileManager.default.fileExists(atPath: folder.file("new.db-wal")))
    let server = try await RunningServer(folder, database: folder.database("new.db"))
    #expect(try await server.get("/v1/app", key: keys.secret).status == 200)
    #expect(await server.stop() == 0)
    for more in [[], ["--restart"]] {
      let again = try await BeckonProgram.run(
        all: ["copy", "--from", folder.database(), "--to", folder.database("new.db")] + more)
      #expect(again.status == 1)
      #expect(again.errors.contains("the target is in use already"))
    }
  }

  @Test(
    "A copy that is killed is not served, and goes on where it stood",
    .enabled(if: !TestDatabase.isPostgres, "what fills the database is SQLite's own SQL"))
  func kill() async throws {
    let folder = try TemporaryFolder()
    _ = try await AppKeys(folder)
    try await fill(folder, facts: 100_000)
    let process = try BeckonProgram.start(
      ["copy", "--from", folder.database(), "--to", folder.database("new.db")],
      output: .nothing, errors: .pipe)
    let errors = try #require(process.errors)
    // Read is one table of the two large ones, and written all but a few pages.
    var said = ""
    while !said.contains("fact_ids") {
      let data = errors.availableData
      guard !data.isEmpty else { break }
      said += String(decoding: data, as: UTF8.self)
    }
    process.signal(SIGKILL)
    #expect(await process.ending() == -SIGKILL, "\(said)")

    let serve = try await BeckonProgram.run(
      "serve", "--listen", "127.0.0.1:0", "--database", folder.database("new.db"))
    #expect(serve.status == 1)
    #expect(serve.errors.contains("a copy that is not complete"))
    let done = try await copy(folder)
    #expect(done.status == 0, "\(done.errors)")
    let earlier = done.json?["rows_of_earlier_runs"]?.integer ?? 0
    #expect((50_000..<200_005).contains(earlier))
    #expect(done.json?["rows"] == 200_005)
    let server = try await RunningServer(folder, database: folder.database("new.db"))
    #expect(await server.stop() == 0)
  }

  @Test(
    "A source that is not there is not made",
    .enabled(if: !TestDatabase.isPostgres, "is about SQLite's file"))
  func missing() async throws {
    let folder = try TemporaryFolder()
    for words in [
      ["copy", "--from", try folder.database(), "--to", try folder.database("new.db")],
      ["backup", "--database", try folder.database(), "--to", folder.file("backup.db")],
    ] {
      let result = try await BeckonProgram.run(all: words)
      #expect(result.status == 1)
      #expect(result.errors.contains("there is no such file"))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }
}
