import BeckonDatabase
import BeckonModel
import Foundation
import TestDatabases
import TestPrograms
import TestSMS
import Testing

/// Text messages of servers that die while eight of them are on their way at a time.
@Suite(.serialized) struct InviteCrashTests {
  private static let rounds =
    ProcessInfo.processInfo.environment["BECKON_TEST_ALL"] == nil ? 4 : 12
  private static let invitesOfRound = 5
  private static let numbersOfInvite = 8
  /// A SQLite file has one server.
  private static let servers = TestDatabase.isPostgres ? 3 : 1

  private let folder: TemporaryFolder
  private let center: MessageCenter
  private let kannel: Kannel
  private let keys: AppKeys

  init() async throws {
    folder = try TemporaryFolder()
    center = try MessageCenter(file: folder.file("texts.jsonl"))
    let own = folder.file("kannel")
    try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    kannel = try await Kannel(folder: own, center: center.port)
    keys = try await AppKeys(folder)
  }

  private func start() async throws -> [RunningServer] {
    var servers: [RunningServer] = []
    for _ in 0..<Self.servers {
      servers.append(
        try await RunningServer(
          folder, "--sms-per-second", "1000", environment: ["BECKON_SMS_GATEWAY": kannel.url]))
    }
    return servers
  }

  /// Has somebody invite numbers that nobody has invited.
  private func invite(_ round: Int, _ server: RunningServer) async throws -> Set<String> {
    var all: Set<String> = []
    for call in 0..<Self.invitesOfRound {
      let made = try await server.ask(
        "POST", "/v1/people", key: keys.secret, ["user_id": .string("\(round)-\(call)")])
      let person = try #require(made.json["person"]?.string, "\(made.text)")
      let numbers = (0..<Self.numbersOfInvite).map { count in
        let place = (round * Self.invitesOfRound + call) * Self.numbersOfInvite + count
        return "+49151" + String(10_000 + place * 37) + "000"
      }
      let invited = try await server.ask(
        "POST", "/v1/invites", key: keys.secret,
        ["person": .string(person), "recipients": .array(numbers.map(JSON.string))])
      try #require(invited.status == 201, "\(invited.text)")
      all.formUnion(numbers)
    }
    return all
  }

  /// Waits until it is so; some minutes at most.
  private func wait(until isSo: () async throws -> Bool) async throws {
    for _ in 0..<10_000 {
      if try await isSo() { return }
      try kannel.keepRunning()
      // Sleeps because: another program has to come so far.
      try await Task.sleep(nanoseconds: 20_000_000)
    }
    Issue.record("it was not so within minutes")
  }

  /// As if the time had passed for which messages wait, and dead servers have them.
  private func endWaits(_ sql: StaticString) async throws {
    let database = try TestDatabase.open(folder.database())
    try await database.write { connection in _ = try connection.run(sql, []) }
    await database.close()
  }

  private func messages(_ server: RunningServer) async throws -> [JSON] {
    var messages: [JSON] = []
    var next: String? = ""
    while let cursor = next {
      let place = cursor.isEmpty ? "" : "&cursor=\(cursor)"
      let page = try await server.get("/v1/messages?limit=200" + place, key: keys.secret)
      messages += page.json["messages"]?.elements ?? []
      next = page.json["next"]?.string
    }
    return messages
  }

  @Test("Nothing is lost, nobody gets two, and what nobody knows is uncertain")
  func killed() async throws {
    var servers = try await start()
    let settings: JSON = [
      "sms": ["senders": ["Shop"], "url": "https://shop.example/get", "quiet_hours": false]
    ]
    _ = try await servers[0].ask("PATCH", "/v1/app", key: keys.secret, settings)
    var invited: Set<String> = []
    for round in 0..<Self.rounds {
      let before = try center.texts().count
      invited.formUnion(try await invite(round, servers[round % servers.count]))
      try await wait { try center.texts().count > before }
      for server in servers { server.signal(SIGKILL) }
      for server in servers { _ = await server.ending() }
      try await endWaits("UPDATE messages SET due_at = 0 WHERE state = 'sending'")
      servers = try await start()
    }
    try await wait {
      let isSettled = try await messages(servers[0]).allSatisfy {
        !["queued", "sending"].contains($0["state"]?.string ?? "")
      }
      if !isSettled {
        try await endWaits("UPDATE messages SET due_at = 0 WHERE state = 'queued'")
      }
      return isSettled
    }
    let all = try await messages(servers[0])
    #expect(Set(all.compactMap { $0["recipient"]?.string }) == invited)
    #expect(all.count == invited.count)
    let sent = all.filter { $0["state"] == "sent" }.compactMap { $0["recipient"]?.string }
    #expect(all.allSatisfy { $0["state"] == "sent" || $0["state"] == "uncertain" })
    try await wait { Set(try center.texts().map { "+" + $0.to }).isSuperset(of: sent) }
    let received = Dictionary(grouping: try center.texts(), by: \.to)
    #expect(received.values.allSatisfy { $0.count == 1 }, "somebody got two")
    for server in servers { #expect(await server.stop() == 0) }
  }
}
