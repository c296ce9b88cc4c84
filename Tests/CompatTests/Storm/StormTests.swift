import BeckonBasics
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import Testing

/// Clients whose requests are lost and doubled on the way: what counts on the server is exact.
@Suite(.serialized, .timeLimit(.minutes(20))) struct StormTests {
  /// Phones that are at it at the same time.
  private static let phonesAtOnce = 100

  private let log = Locked(FaultyProxy.Log())

  @Test("Each event and each payment of 100 clients counts once")
  func hundred() async throws { try await storm(of: 100) }

  /// Without the thread sanitizer, which learns nothing of more clients.
  @Test("Each event and each payment of 1,000 clients counts once")
  func thousand() async throws { try await storm(of: 1_000) }

  private func storm(of count: Int) async throws {
    let seed = UInt64.random(in: 0...999_999)
    print("storm of \(count) phones, seed \(seed)")
    let live = try await LiveServer()
    let links = try await makeLinks(live)
    let phones = makePhones(count, links, seed)
    try await drive(phones, live, seed)

    let log = log.withLock { $0 }
    #expect(log.refusals.isEmpty, "seed \(seed)")
    #expect(FaultyProxy.Fault.allCases.allSatisfy { log.faults[$0, default: 0] > 0 })
    let books = StormBooks(phones)
    try await books.expectRevenue(live, "seed \(seed)")
    try await books.expectReports(live, links, "seed \(seed)")
    for phone in phones { try await books.expectFacts(of: phone, live, "seed \(seed)") }
  }

  /// Five links of two campaigns.
  private func makeLinks(_ live: LiveServer) async throws -> [StormPhone.Link] {
    var campaigns: [String] = []
    for name in ["A", "B"] {
      let made = try await live.native(
        "POST", "/v1/campaigns",
        ["name": .string(name), "goal": 1, "url": "https://example.com/"])
      campaigns.append(try #require(made["id"]?.string))
    }
    var links: [StormPhone.Link] = []
    for number in 0..<5 {
      let (code, campaign) = ("storm\(number)", campaigns[number % 2])
      let made = try await live.native(
        "POST", "/v1/links",
        [
          "url": "https://example.com/", "code": .string(code), "campaign": .string(campaign),
        ])
      let id = try #require(made["id"]?.string)
      links.append(StormPhone.Link(id: id, code: code, campaign: campaign))
    }
    return links
  }

  /// Of each six, one came by itself; each does what it does at noon of one of the last three days.
  private func makePhones(
    _ count: Int, _ links: [StormPhone.Link], _ seed: UInt64
  ) -> [StormPhone] {
    let chance = ManualClock(seed: seed).ambient.random
    let today = Ambient.system.now().milliseconds / Span.dayMilliseconds * Span.dayMilliseconds
    return (0..<count).map { number in
      let days = Int64(number % 3 + 1) * Span.dayMilliseconds - Span.dayMilliseconds / 2
      let place = number % (links.count + 1)
      return StormPhone(
        number: number, link: place < links.count ? links[place] : nil,
        start: Instant(milliseconds: today - days), steps: 8, chance: chance)
    }
  }

  private func drive(_ phones: [StormPhone], _ live: LiveServer, _ seed: UInt64) async throws {
    let url = try #require(URL(string: live.url))
    let wires = (0..<4).map { _ in Transport.urlSession() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for phone in phones {
        if phone.number >= Self.phonesAtOnce { try await group.next() }
        group.addTask { [log] in
          if let link = phone.link { try await live.open("/" + link.code, address: phone.address) }
          let own = seed &+ UInt64(phone.number) &* 2
          let proxy = FaultyProxy(
            wires[phone.number % wires.count], address: phone.address,
            chance: ManualClock(seed: own).ambient.random, log: log)
          if StormBooks.speaksTheWire(phone) {
            try await phone.driveTheWire(live.url, proxy)
          } else {
            try await phone.driveTheFace(url, proxy, seed: own + 1)
          }
          try await proxy.deliverLate()
        }
      }
      try await group.waitForAll()
    }
  }
}
