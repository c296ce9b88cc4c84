import BeckonDatabase
import BeckonModel
import ChildProcess
import Foundation
import TestSMS

/// A Kannel bound to a message center, and what reaches the center. For one measurement: what
/// Kannel has taken and not handed on goes with it.
final class PhoneNetwork: Sendable {
  private let workshop: Workshop
  private let center: MessageCenter
  private let kannel: Kannel
  private let list: String
  private let folder: String

  /// What the server brought there.
  struct Brought {
    let perSecond: Double
    /// Texts that the center has, and how many of them went to a number that had one already.
    let arrived: Int
    let twice: Int
    /// What the server's database says of the same.
    let sent: Int
    let uncertain: Int
    /// Texts that went out and of which no receipt says that they were delivered.
    let unjoined: Int
    /// Texts that waited still when the time was up: with none the server had nothing to do.
    let left: Int
  }

  init(_ workshop: Workshop) async throws {
    self.workshop = workshop
    list = workshop.file("texts-\(UUID().uuidString).jsonl")
    center = try MessageCenter(file: list)
    folder = Self.folder(workshop)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    do {
      kannel = try await Kannel(folder: folder, center: center.port)
    } catch let error as Kannel.Failed {
      throw BenchError("there is no Kannel (\(error)). Run: script/bootstrap --test")
    }
  }

  func stop() {
    kannel.kill()
    center.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Where Kannel keeps a file for each text and each receipt, for a moment: in memory, where
  /// `script/bench` names a place there. ext4 looks at every inode that was freed in the last five
  /// seconds before it gives a new file one (`recently_deleted` took half of bearerbox's time), so
  /// the file system would be measured.
  private static func folder(_ workshop: Workshop) -> String {
    let name = "kannel-\(UUID().uuidString)"
    return ProcessInfo.processInfo.environment["BECKON_BENCH_MEMORY"].map { $0 + "/" + name }
      ?? workshop.file(name)
  }

  /// Texts that the center has.
  private func count() -> Int {
    let bytes = FileManager.default.contents(atPath: list) ?? Data()
    return bytes.count(where: { $0 == UInt8(ascii: "\n") })
  }

  /// Waits until nothing has come for two seconds.
  private func settle() async throws {
    var (last, quiet) = (-1, 0)
    while quiet < 8 {
      let now = count()
      quiet = now == last ? quiet + 1 : 0
      last = now
      // Sleeps because: other programs have to come to their end.
      try await Task.sleep(nanoseconds: 250_000_000)
    }
  }

  // MARK: A plain generator

  /// What reaches the center in a second when wrk asks the same of Kannel as the server does. With
  /// more connections Kannel takes more texts, and brings fewer of them to the center meanwhile.
  func plain(connections: Int, seconds: Int) async throws -> Double {
    let sink = try Nginx(in: workshop, answer: "200")
    defer { sink.stop() }
    let script = try workshop.write(
      LuaInvites.numbers + """

        function request()
          local headers = {["Content-Type"] = "text/plain; charset=UTF-8",
            ["X-Kannel-Username"] = "beckon", ["X-Kannel-Password"] = "secret",
            ["X-Kannel-From"] = "Bench", ["X-Kannel-To"] = number(), ["X-Kannel-Coding"] = "0",
            ["X-Kannel-Validity"] = "1440", ["X-Kannel-DLR-Mask"] = "31",
            ["X-Kannel-DLR-URL"] = "\(sink.url)?type=%d"}
          return wrk.format("POST", nil, headers, "Try Bench: http://127.0.0.1:12345/abcdefgh")
        end
        """, to: "plain.lua")
    let place = kannel.url.replacingOccurrences(of: "kannel+http://beckon:secret@", with: "http://")
    _ = try Wrk.run(
      place + "/cgi-bin/sendsms", connections: connections, seconds: seconds, script: script)
    return Double(count()) / Double(seconds)
  }

  // MARK: The server

  /// Lets a server send what waits, and then waits for all receipts.
  /// - Parameter perSecond: what the operator says that the gateway can carry.
  func own(seconds: Int, perSecond: Int) async throws -> Brought {
    let server = try workshop.serve([
      "--sms-gateway", kannel.url, "--sms-per-second", "\(perSecond)",
    ])
    defer { server.stop() }
    while count() == 0 {
      // Sleeps because: the server begins by itself.
      try await Task.sleep(nanoseconds: 5_000_000)
    }
    let begun = count()
    try await Task.sleep(nanoseconds: UInt64(seconds) * 1_000_000_000)
    let rate = Double(count() - begun) / Double(seconds)
    let left = try await self.left()
    // What waits is withheld from now on.
    let connection = LoopConnection(port: server.port)
    _ = connection?.body("PATCH", "/v1/app", key: workshop.secretKey, "{\"sms\":null}")
    try await settle()
    let standing = try await joined()
    let texts = try center.texts()
    return Brought(
      perSecond: rate, arrived: texts.count, twice: texts.count - Set(texts.map(\.to)).count,
      sent: standing.sent, uncertain: standing.uncertain, unjoined: standing.unjoined,
      left: left)
  }

  private func left() async throws -> Int {
    let database = try workshop.open()
    let left = try await database.read { connection in
      try connection.first(
        "SELECT COUNT(*) FROM messages WHERE channel = 'sms' AND state = 'queued'", []
      ) { Int($0.integer(0)) }
    }
    await database.close()
    return left ?? 0
  }

  /// How the messages stand when the last receipt has come, or none has come for a while.
  private func joined() async throws -> (sent: Int, uncertain: Int, unjoined: Int) {
    let database = try workshop.open()
    var (last, quiet) = (-1, 0)
    var standing = (sent: 0, uncertain: 0, unjoined: 0)
    while quiet < 40 {
      standing = try await database.read { connection in
        func count(_ sql: StaticString) throws -> Int {
          try connection.first(sql, []) { Int($0.integer(0)) } ?? 0
        }
        return (
          try count("SELECT COUNT(*) FROM messages WHERE state = 'sent'"),
          try count("SELECT COUNT(*) FROM messages WHERE state = 'uncertain'"),
          try count("SELECT COUNT(*) FROM messages WHERE state = 'sent' AND delivered_parts = 0")
        )
      }
      if standing.unjoined == 0 { break }
      quiet = standing.unjoined == last ? quiet + 1 : 0
      last = standing.unjoined
      // Sleeps because: Kannel hands receipts on by itself.
      try await Task.sleep(nanoseconds: 250_000_000)
    }
    await database.close()
    return standing
  }
}
