import BeckonDatabase
import BeckonModel
import BeckonSQLite
import BeckonStore
import Foundation
import TestPrograms
import Testing

@Suite struct BackupCommandTests {
  @Test("A backup made while people sign up is whole, serves, and can be copied into a database")
  func serving() async throws {
    let folder = try TemporaryFolder()
    let server = try await RunningServer(folder)
    let keys = try await AppKeys(folder)
    let shop = try await ReferralShop(server, keys)
    func signUp(_ number: Int) async throws {
      var answer = try await shop.signUp(number, server)
      // A database on a busy machine may refuse, as it says; what it refused is asked again. Some
      // of that may have been stored: then the second answer is that they are there.
      while answer.status == 503 { answer = try await shop.signUp(number, server) }
      try #require([200, 201].contains(answer.status), "\(answer.json.text)")
    }
    for number in 0..<20 { try await signUp(number) }
    async let backup = BeckonProgram.run(
      "backup", "--database", folder.database(), "--to", folder.file("backup.db"), "--json")
    for number in 20..<120 { try await signUp(number) }
    let done = try await backup
    #expect(done.status == 0, "\(done.errors)")
    #expect(done.json?["ledger"] == [["unit": "coins", "sum": 0]])
    #expect(await server.stop() == 0)

    let restored = try SQLiteDatabase(.init(path: folder.file("backup.db")))
    let (paid, referred) = try await restored.read { connection in
      (
        try connection.first("SELECT COUNT(*) FROM transfers", []) { $0.integer(0) } ?? 0,
        try connection.first("SELECT COUNT(*) FROM referrals WHERE referrer IS NOT NULL", []) {
          $0.integer(0)
        } ?? 0
      )
    }
    await restored.close()
    #expect(referred >= 20)
    #expect(paid == 2 * referred)
    let file = "sqlite:" + folder.file("backup.db")
    let copy = try await BeckonProgram.run(
      "copy", "--from", file, "--to", folder.database("restored.db"))
    #expect(copy.status == 0, "\(copy.errors)")
    for url in [file, try folder.database("restored.db")] {
      let again = try await RunningServer(folder, database: url)
      try await shop.expectPaid(friends: Int(referred), again)
      #expect(await again.stop() == 0)
    }
  }

  @Test("A backup never overwrites, and leaves nothing when it fails")
  func refusals() async throws {
    let folder = try TemporaryFolder()
    _ = try await AppKeys(folder)
    try Data("mine".utf8).write(to: URL(fileURLWithPath: folder.file("taken.db")))
    let taken = try await BeckonProgram.run(
      "backup", "--database", folder.database(), "--to", folder.file("taken.db"))
    #expect(taken.status == 1)
    #expect(taken.errors.contains("is there already"))
    #expect(FileManager.default.contents(atPath: folder.file("taken.db")) == Data("mine".utf8))
    let empty = try await BeckonProgram.run(
      "backup", "--database", "sqlite:" + folder.file("taken.db"), "--to", folder.file("new.db"))
    #expect(empty.status == 1)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!left.contains { $0.hasPrefix("new.db") })
  }

  @Test("Of the backups in a folder the newest stay, and whatever has another name does")
  func keeping() async throws {
    let folder = try TemporaryFolder()
    _ = try await AppKeys(folder)
    let into = folder.file("backups")
    try FileManager.default.createDirectory(atPath: into, withIntermediateDirectories: false)
    let old = (1...3).map { "beckon-2026-01-0\($0)T03-00-00Z.db" }
    let others = [
      "beckon-2026-13-01T03-00-00Z.db", "beckon-2026-01-01.db",
      "beckon-2026-01-01T03-00-00Z.db.old",
      "mine.db", old[0] + ".part-1",
    ]
    for name in old + others { try Data().write(to: URL(fileURLWithPath: into + "/" + name)) }
    let abandoned = into + "/" + old[1] + ".part-2"
    try Data().write(to: URL(fileURLWithPath: abandoned))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: abandoned)

    let done = try await BeckonProgram.run(
      "backup", "--database", folder.database(), "--into", into, "--keep", "2", "--json")
    #expect(done.status == 0, "\(done.errors)")
    let gone = [old[0], old[1], old[1] + ".part-2"]
    #expect(done.json?["deleted"] == .array(gone.map(JSON.string)))
    let left = try FileManager.default.contentsOfDirectory(atPath: into)
    let new = try #require(done.json?["file"]?.string?.split(separator: "/").last.map(String.init))
    #expect(Set(left) == Set([old[2], new] + others))
  }

  @Test(
    "A command line that could delete the wrong files deletes none",
    arguments: [
      ["--keep", "2", "--to", "x.db"], ["--into", ".", "--to", "x.db"],
      ["--into", ".", "--keep", "0"],
    ])
  func wrongPlaces(_ words: [String]) async throws {
    let refused = try await BeckonProgram.run(all: ["backup"] + words)
    #expect(refused.status == 64)
    #expect(refused.errors.contains("--"))
  }
}
