import BeckonBasics
import BeckonEngine
import BeckonModel
import BeckonStore
import Testing

@testable import BeckonServer

/// The links that led the most people, of however many there are.
@Suite struct LeadingLinkTests {
  /// Five links by which so many came.
  private static func play(
    _ server: TestServer, opened: [Int], signedUp: [Int]
  ) async throws -> [TestLink] {
    let app = server.app
    let campaign = try await app.campaign(rules: [welcome])
    var links: [TestLink] = []
    for (place, opens) in opened.enumerated() {
      let link = try await app.link([
        "url": "https://shop.example", "campaign": .string(campaign.id),
      ])
      for open in 0..<opens {
        let phone = try await app.phone(at: "203.0.\(place).\(open)").open(link.path)
        guard open < signedUp[place] else { continue }
        _ = try await phone.install().signUp("user-\(place)-\(open)")
      }
      links.append(link)
    }
    return links
  }

  private static func leading(
    _ server: TestServer, _ query: String
  ) async throws -> [String] {
    let rows = try await server.app.get("/v1/funnel?by=link&" + query).list("funnel")
    #expect(rows.allSatisfy { $0["others"] == nil })
    return rows.compactMap { $0["link"]?.string }
  }

  @Test("Most sign-ups lead, then most clicks, whether they are counted yet or not")
  func order() async throws {
    try await TestServer.run { server in
      let links = try await Self.play(
        server, opened: [3, 1, 2, 5, 4], signedUp: [0, 1, 2, 0, 0])
      for isCounted in [false, true] {
        if isCounted { try await server.wait(minutes: 5) }
        for (count, places) in [(1, [2]), (2, [2, 1]), (3, [2, 1, 3]), (4, [2, 1, 3, 4])] {
          let found = try await Self.leading(server, "leading=\(count)")
          #expect(found == places.map { links[$0].id }, "\(count), \(isCounted)")
        }
        let all = try await server.app.get("/v1/funnel?by=link").list("funnel")
        let leading = try await server.app.get("/v1/funnel?by=link&leading=100").list("funnel")
        #expect(Set(leading) == Set(all.filter { $0["link"] != .null }), "\(isCounted)")
      }
    }
  }

  @Test("Those of a campaign, a platform or one link are looked for among them alone")
  func filtered() async throws {
    try await TestServer.run { server in
      let links = try await Self.play(server, opened: [2, 1], signedUp: [1, 0])
      let other = try await server.app.link(["url": "https://shop.example"])
      for open in 1...4 {
        _ = try await server.app.phone(at: "198.51.100.\(open)").open(other.path)
      }
      try await server.wait(minutes: 5)
      let campaign = try await server.app.get("/v1/campaigns").string("campaigns.0.id") ?? ""
      #expect(try await Self.leading(server, "leading=2") == [links[0].id, other.id])
      #expect(
        try await Self.leading(server, "leading=2&campaign=" + campaign) == links.map(\.id))
      #expect(try await Self.leading(server, "leading=1&link=" + other.id) == [other.id])
      #expect(try await Self.leading(server, "leading=9&platform=android") == [])
    }
  }

  @Test("What the sign-ups and clicks of whole days do not tell is looked for among all links")
  func beside() async throws {
    try await TestServer.run { server in
      let phone = server.app.phone(at: "203.0.113.5")
      let link = try await server.app.link(["url": "https://shop.example"])
      let opened = try await phone.open(link.path)
      try await server.wait(days: 1)
      let day = server.clock.withLock { $0.text }
      _ = try await opened.install()
      try await server.wait(minutes: 5)
      // On this day there was an install alone; and here a day begins in its middle.
      for from in [String(day.prefix(10)), day] {
        #expect(try await Self.leading(server, "leading=1&from=" + from) == [link.id], "\(from)")
      }
    }
  }

  @Test("Only links lead, and not more than a hundred")
  func refused() async throws {
    try await TestServer.run { server in
      for query in ["by=day&leading=3", "by=link&leading=0", "by=link&leading=101", "leading=x"] {
        let answer = try await server.app.get("/v1/funnel?" + query)
        #expect(answer.status == 422, "\(query)")
      }
    }
  }
}
