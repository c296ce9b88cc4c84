import BeckonModel
import ChildProcess
import Foundation
import TestDatabases
import TestPrograms
import Testing

#if os(Linux)
  /// A file that may grow no further (`RLIMIT_FSIZE`) fails a write as a full disk does, in the
  /// kernel and for the real program.
  @Suite struct DiskFullTests {
    @Test(
      "A full disk refuses with 503, stores no half, and works again when there is room",
      .enabled(if: !TestDatabase.isPostgres, "is about SQLite's file"))
    func full() async throws {
      let folder = try TemporaryFolder()
      let keys = try await AppKeys(folder)
      let server = try await RunningServer(folder)
      let log = try #require(fileSize(folder.file("beckon.db-wal")))
      try limitFiles(of: server.processID, to: "\(log + 300_000)")
      var accepted: [String] = []
      var refused: [String] = []
      for number in 0..<200 where refused.count < 3 {
        let ids = (0..<20).map { "e\(number)-\($0)" }
        let answer = try await send(ids, server, keys)
        switch answer.status {
        case 200: accepted += ids
        case 503:
          #expect(answer.json["code"] == "storage_full", "\(answer.json.text)")
          refused += ids
        default: Issue.record("\(answer.status) \(answer.json.text)")
        }
      }
      try #require(!accepted.isEmpty)
      try #require(!refused.isEmpty, "it was never full")
      #expect(try await server.get("/health").status == 200)
      try limitFiles(of: server.processID, to: "unlimited")
      // Nothing of a refused batch is there, and nothing of an accepted one is gone.
      for (ids, word) in [(refused, "accepted"), (accepted, "duplicate")] {
        for start in stride(from: 0, to: ids.count, by: 20) {
          let answer = try await send(Array(ids[start..<start + 20]), server, keys)
          #expect(answer.status == 200)
          let words = Set((answer.json["receipts"]?.elements ?? []).map { $0["status"]?.string })
          #expect(words == [word])
        }
      }
      #expect(await server.stop() == 0)
    }

    private func send(
      _ ids: [String], _ server: RunningServer, _ keys: AppKeys
    ) async throws -> RunningServer.Answer {
      let padding = JSON.string(String(repeating: "x", count: 500))
      let events = ids.map { id -> JSON in
        ["id": .string(id), "name": "view", "properties": ["padding": padding]]
      }
      return try await server.ask(
        "POST", "/v1/events", key: keys.publishable, ["events": .array(events)])
    }

    private func fileSize(_ path: String) -> Int? {
      (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
    }

    /// Sets the soft limit alone, so that it can be lifted again.
    private func limitFiles(of process: Int32, to bytes: String) throws {
      let command = try ChildProcess(
        "/usr/bin/prlimit", ["--pid", "\(process)", "--fsize=\(bytes):"])
      try #require(command.waitUntilExit() == 0)
    }
  }
#endif
