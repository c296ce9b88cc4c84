import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore
import TestMail
import Testing

@testable import BeckonServer

/// Reminders where servers are several, and where one dies.
@Suite struct ReminderFleetTests {
  private struct Crash: Error {}

  @Test("A server that dies while it decides has decided nothing; the next one reminds once")
  func crash() async throws {
    try await ReminderShop.run { shop in
      let path = try await shop.reminder()
      try await shop.add("shoe", by: shop.ana, id: "1")
      try await shop.server.wait(minutes: 30)
      shop.server.clock.withLock { $0 = $0.adding(milliseconds: 31 * Span.minuteMilliseconds) }
      let (now, ambient) = (shop.server.ambient.now(), shop.server.ambient)
      await #expect(throws: Crash.self) {
        try await shop.server.database.write { connection in
          let context = try TestServer.context(connection)
          let scope = Scope(connection: connection, app: context, now: now, ambient: ambient)
          let known = ReminderSurroundings(publicURL: "https://go.example.com")
          #expect(try ReminderRound(scope, known).run() == 1)
          throw Crash()
        }
      }
      #expect(try await shop.decisions(path).isEmpty)
      try await shop.server.wait(minutes: 1)
      #expect(try shop.mails.mails().count == 1)
      #expect(try await shop.decisions(path) == ["sent"])
    }
  }

  @Test("Two servers remind everybody once")
  func fleet() async throws {
    try await ReminderShop.run(["reminders": ["quiet_hours": ["from": "00:00", "until": "00:00"]]])
    {
      shop in
      let path = try await shop.reminder()
      var people: [TestPerson] = []
      for number in 0..<12 { people.append(try await shop.app.person("p\(number)")) }
      try await shop.server.fleet(2, runsLoops: true) { apps in
        for (number, person) in people.enumerated() {
          let receipt = try await apps[number % 2].event(
            "basket_changed", id: person.id, of: person, ["step": "add", "product_id": "shoe"])
          #expect(receipt["status"] == "accepted")
        }
        for _ in 0..<3 { try await shop.server.wait(minutes: 30) }
      }
      try await shop.server.wait(minutes: 1)
      #expect(try await shop.decisions(path) == Array(repeating: "sent", count: 12))
      let mails = try shop.mails.mails().map(\.to)
      #expect(mails.count == 12 && Set(mails.map { TextKey($0) }).count == 12)
    }
  }
}
