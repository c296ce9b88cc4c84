import BeckonDatabase
import BeckonModel
import Foundation
import TestDatabases
import TestMail
import TestPrograms
import Testing

/// Mails of servers that die.
@Suite(.serialized) struct MailCrashTests {
  /// `BECKON_TEST_ALL` is for the nights.
  private static let rounds =
    ProcessInfo.processInfo.environment["BECKON_TEST_ALL"] == nil ? 5 : 20
  private static let mailsOfRound = 30
  /// A SQLite file has one server.
  private static let servers = TestDatabase.isPostgres ? 3 : 1

  private let folder: TemporaryFolder
  private let mails: MailServer
  private let keys: AppKeys

  init() async throws {
    folder = try TemporaryFolder()
    mails = try MailServer()
    keys = try await AppKeys(folder)
  }

  private func start() async throws -> [RunningServer] {
    var servers: [RunningServer] = []
    for _ in 0..<Self.servers {
      servers.append(
        try await RunningServer(
          folder, "--mail-per-second", "1000", environment: ["BECKON_MAIL_GATEWAY": mails.url]))
    }
    return servers
  }

  /// Has somebody asked whether their address is theirs. The mail server takes its time with each.
  private func ask(_ number: Int, _ server: RunningServer) async throws {
    let email = JSON.string("slow-\(number)@example.org")
    let made = try await server.ask("POST", "/v1/people", key: keys.secret, ["email": email])
    let person = try #require(made.json["person"]?.string, "\(made.text)")
    let asked = try await server.ask(
      "POST", "/v1/people/\(person)/verification", key: keys.secret, [:])
    try #require(asked.status == 202, "\(asked.text)")
  }

  /// Waits until it is so; some minutes at most.
  private func wait(until isSo: () async throws -> Bool) async throws {
    for _ in 0..<10_000 {
      if try await isSo() { return }
      // Sleeps because: another program has to come so far.
      try await Task.sleep(nanoseconds: 20_000_000)
    }
    Issue.record("it was not so within minutes")
  }

  /// As if the minute had passed for which what dead servers had claimed is theirs.
  private func endLeases() async throws {
    let database = try TestDatabase.open(folder.database())
    try await database.write { connection in
      try connection.run("UPDATE messages SET due_at = 0 WHERE state = 'sending'", [])
    }
    await database.close()
  }

  /// As if the time had passed for which mails wait that the mail server, on a busy machine, did
  /// not take at once.
  private func endWaits() async throws {
    let database = try TestDatabase.open(folder.database())
    try await database.write { connection in
      try connection.run("UPDATE messages SET due_at = 0 WHERE state = 'queued'", [])
    }
    await database.close()
  }

  private func isSettled(_ server: RunningServer) async throws -> Bool {
    for state in ["queued", "sending"] {
      let page = try await server.get("/v1/messages?limit=1&state=" + state, key: keys.secret)
      guard page.json["messages"]?.elements?.isEmpty == true else { return false }
    }
    return true
  }

  private func states(_ server: RunningServer) async throws -> [String: String] {
    var states: [String: String] = [:]
    var next: String? = ""
    while let cursor = next {
      let place = cursor.isEmpty ? "" : "&cursor=\(cursor)"
      let page = try await server.get("/v1/messages?limit=200" + place, key: keys.secret)
      for message in page.json["messages"]?.elements ?? [] {
        states[message["message"]?.string ?? ""] = message["state"]?.string
      }
      next = page.json["next"]?.string
    }
    return states
  }

  @Test("Servers are killed while they send, again and again: nobody gets two, and no mail is lost")
  func killed() async throws {
    var servers = try await start()
    let settings: JSON = ["mail": ["from": "shop@example.com"]]
    _ = try await servers[0].ask("PATCH", "/v1/app", key: keys.secret, settings)
    for round in 0..<Self.rounds {
      // Counted before anybody asks: all may have come by the time the last has asked.
      let before = try mails.mails().count
      for number in 0..<Self.mailsOfRound {
        try await ask(round * Self.mailsOfRound + number, servers[number % servers.count])
      }
      try await wait { try mails.mails().count > before }
      for server in servers { server.signal(SIGKILL) }
      for server in servers { _ = await server.ending() }
      try await endLeases()
      servers = try await start()
    }
    try await wait {
      if try await isSettled(servers[0]) { return true }
      try await endWaits()
      return false
    }
    let ends = try await states(servers[0])
    #expect(ends.count == Self.rounds * Self.mailsOfRound)
    let received = Dictionary(
      grouping: try mails.mails().compactMap { $0.header("Message-ID") }, by: { $0 })
    #expect(received.values.allSatisfy { $0.count == 1 }, "somebody got two")
    for (message, state) in ends {
      let isReceived = received["<\(message)@example.com>"] != nil
      #expect(state == "uncertain" || (state == "sent" && isReceived), "\(message) is \(state)")
    }
    for server in servers { #expect(await server.stop() == 0) }
  }
}
