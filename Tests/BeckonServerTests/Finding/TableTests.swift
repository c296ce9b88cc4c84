import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore
import Foundation
import Testing

/// Lists as CSV.
@Suite struct TableTests {
  private func csv(_ app: TestApp, _ path: String) async throws -> HTTPAnswer {
    try await app.get(path, headers: [("Accept", "text/csv")])
  }

  @Test func everyListIsGivenAsCSVWithOneHeaderLine() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [])
      let hook = try await app.post(
        "/v1/webhooks", ["url": "http://127.0.0.1:1/x", "facts": ["*"]])
      for (path, header) in [
        ("/v1/people", "person,created_at,signed_up_at,"), ("/v1/installs", "install,created_at,"),
        ("/v1/events", "fact,name,person,at,"), ("/v1/payments", "payment,type,status,amount,"),
        ("/v1/clicks", "click,link,campaign,at,"), ("/v1/referrals", "id,campaign,person,"),
        ("/v1/ledger/transfers", "id,kind,from,to,amount,"), ("/v1/links", "id,code,short_url,"),
        ("/v1/campaigns", "id,list_uuid,name,"), (campaign.path + "/referrals", "id,campaign,"),
        (campaign.path + "/leaderboard", "rank,person,name,"), ("/v1/postbacks", "id,system,"),
        ("/v1/webhooks", "id,url,"),
        ("/v1/webhooks/\(hook.string("id") ?? "")/deliveries", "id,topic,state,"),
      ] {
        let answer = try await csv(app, path)
        #expect(answer.status == 200, "\(path) \(answer.text)")
        #expect(answer["Content-Type"] == "text/csv; charset=utf-8; header=present", "\(path)")
        #expect(answer.text.hasPrefix(header), "\(path): \(answer.text)")
      }
    }
  }

  @Test func theWholeListIsSentAndNotAPage() async throws {
    try await TestServer.run { server in
      let app = server.app
      let ana = try await app.signUp("ana")
      let events = (0..<900).map { number -> JSON in
        [
          "id": .string("e\(number)"), "name": "buy", "person": .string(ana.id),
          "properties": ["note": "=1+1, \"x\"", "price": .number("1.10")],
        ]
      }
      _ = try await app.post("/v1/events", ["events": .array(events)])
      _ = try await app.post(
        "/v1/events",
        ["events": .array((900..<1_200).map { ["id": .string("e\($0)"), "name": "look"] })])
      let lines = try await csv(app, "/v1/events?name=buy").text.components(separatedBy: "\r\n")
      #expect(lines.count == 902)
      #expect(lines[901] == "")
      #expect(Set(lines.dropFirst().compactMap { $0.split(separator: ",").first }).count == 900)
      #expect(lines[1].contains("2026-06-01T09:00:00.000Z"))
      #expect(lines[1].hasSuffix(#""{""note"":""=1+1, \""x\"""",""price"":1.10}""#))
    }
  }

  @Test func whatCannotBeReadIsRefusedBeforeItBegins() async throws {
    try await TestServer.run { server in
      let app = server.app
      for (path, status) in [
        ("/v1/events?limit=5", 422), ("/v1/events?cursor=x", 422), ("/v1/events?nam=x", 422),
        ("/v1/events?person=per_01m7xy0021f4xsry40tzfa1b7c", 404),
      ] {
        let answer = try await csv(app, path)
        #expect(answer.status == status)
        #expect(answer.isProblem)
      }
      #expect(
        try await csv(app, "/v1/events?limit=5").string("detail")
          == "'limit' does not go with text/csv, which gives the whole list.")
    }
  }

  @Test(arguments: [
    ("text/csv", true), ("TEXT/CSV; q=0.5", true), ("text/csv, application/json;q=0.9", true),
    ("application/json, text/csv;q=0.5", false), ("text/csv;q=0", false), ("*/*", false),
    ("application/json", false),
  ])
  func theCallerSaysWhichItWouldRather(accept: String, isCSV: Bool) async throws {
    try await TestServer.run { server in
      let answer = try await server.app.get("/v1/people", headers: [("Accept", accept)])
      #expect((answer["Content-Type"]?.hasPrefix("text/csv") ?? false) == isCSV)
    }
  }

  @Test func aRareFilterLooksAtABoundedNumberOfRowsForEachPage() async throws {
    try await TestServer.run { server in
      let app = server.app
      let link = try await app.link(["url": "https://shop.example/x"])
      let id = try #require(LinkID(link.id))
      try await server.database.write { connection in
        let number = try TestServer.context(connection).number
        let clicks = (0..<10_500).map { place in
          (app: number, click: Self.click(place, on: id, server.ambient))
        }
        try ClickBatch(clicks).store(in: connection)
      }
      let first = try await app.get("/v1/clicks?platform=windows")
      #expect(first.list("clicks") == [])
      let next = try #require(first.string("next"))
      let second = try await app.get("/v1/clicks?platform=windows&cursor=" + next)
      #expect(second.list("clicks").count == 1)
      #expect(second.value("next") == .null)
      let lines = try await csv(app, "/v1/clicks?platform=windows").text
        .components(separatedBy: "\r\n")
      #expect(lines.count == 3)
    }
  }

  /// The oldest is on Windows, all others on iPhones.
  private static func click(_ place: Int, on link: LinkID, _ ambient: Ambient) -> Click {
    let at = ambient.now().adding(milliseconds: Int64(place) - 100_000)
    return Click(
      id: ClickID(Identifier(at: at, random: (ambient.random(), ambient.random()))), link: link,
      at: at, kind: .click, network: Identifier(high: 1, low: 1),
      visitor: Identifier(high: 2, low: UInt64(place)),
      signals: Signals(network: nil, platform: place == 0 ? .windows : .ios))
  }
}
