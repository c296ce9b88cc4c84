import BeckonEngine
import BeckonModel
import BeckonStore
import Testing

@testable import BeckonServer

/// Held rewards on the dashboard: what is shown of them, and what is decided about many.
@Suite struct ReviewPageTests {
  /// So many rewards of 50 that wait because a client told their facts, newest first.
  private static func held(
    _ count: Int, _ server: TestServer
  ) async throws -> (person: TestPerson, transfers: [String]) {
    let app = server.app
    let careful = rule(["event": "buy"], ["trust": "server", "per": "event", "name": "a buyer"])
    _ = try await app.campaign(rules: [careful])
    let ana = try await app.signUp("ana")
    let ben = try await app.signUp("ben", referrer: ana.code)
    for id in 1...count { try await app.event("buy", id: "\(id)", of: ben, as: .publishable) }
    let waiting = try await app.transfers("&state=in_review").compactMap { $0["id"]?.string }
    try #require(waiting.count == count)
    return (ben, waiting)
  }

  private static func path(_ server: TestServer) -> String {
    "/dashboard/\(server.app.id.text)/review"
  }

  @Test("A held reward stands with its fact, its referral and why it waits")
  func shown() async throws {
    try await TestServer.run { server in
      let (ben, ids) = try await Self.held(2, server)
      let eve = try await TestOperator.signedIn(server, .read)
      let page = try await eve.get(Self.path(server)).text
      for text in ["Only a client told the fact", "buy", "a buyer", "50 pieces_of_eight", ben.id] {
        #expect(page.contains(text), "\(text)")
      }
      #expect(!page.contains("type=\"checkbox\""))
      let other = try await eve.get(Self.path(server) + "?reason=velocity").text
      #expect(other.contains("No reward is held") && !other.contains(ids[0]))
      let german = try await eve.get(Self.path(server), headers: [("Accept-Language", "de")])
      #expect(german.text.contains("Nur ein Gerät meldete das Ereignis"))
    }
  }

  @Test("Ticked rewards are released, all on a page are rejected, and the audit log has each")
  func decided() async throws {
    try await TestServer.run { server in
      let (ben, ids) = try await Self.held(4, server)
      let ana = try await TestOperator.signedIn(server)
      let released = try await ana.send(
        Self.path(server),
        [
          "action": "decide", "which": "ticked", "transfers": ids[0], "transfers": ids[1],
          "page": ids[2], "decision": "release", "reason": "seen",
        ])
      #expect(released.status == 303, "\(released.text)")
      #expect(try await (ben.balance, ben.inReview) == (100, 100))
      let entry = try #require(
        try await TestOperator.audit(server).first { $0.action == "POST /v1/ledger/held" })
      #expect(entry.author.name == "Ana")
      #expect(ids.prefix(2).allSatisfy { entry.after?.text.contains($0) == true })
      let rejected = try await ana.send(
        Self.path(server),
        ["action": "decide", "which": "page", "page": ids[2], "page": ids[3], "decision": "reject"])
      #expect(rejected.status == 303, "\(rejected.text)")
      #expect(try await (ben.balance, ben.inReview) == (100, 0))
    }
  }

  @Test("What cannot be decided is told: nothing ticked, no decision, a reward that waits no more")
  func refused() async throws {
    try await TestServer.run { server in
      let (ben, ids) = try await Self.held(2, server)
      let ana = try await TestOperator.signedIn(server)
      func send(_ fields: KeyValuePairs<String, String>) async throws -> HTTPAnswer {
        try await ana.send(Self.path(server), fields)
      }
      let nothing = try await send(["action": "decide", "decision": "release", "page": ids[0]])
      #expect(nothing.status == 422 && nothing.text.contains("Tick the rewards"))
      let undecided = try await send(["action": "decide", "transfers": ids[0]])
      #expect(undecided.status == 422 && undecided.text.contains("Choose what is decided"))
      #expect(undecided.text.contains("value=\"\(ids[0])\" checked"))
      _ = try await send(["action": "decide", "transfers": ids[0], "decision": "reject"])
      let late = try await send([
        "action": "decide", "transfers": ids[0], "transfers": ids[1], "decision": "release",
      ])
      #expect(late.status == 200 && late.text.contains("is no longer held"))
      #expect(try await (ben.balance, ben.inReview) == (50, 0))
    }
  }

  @Test("The whole list, which has properties of people, is not for who only looks")
  func list() async throws {
    try await TestServer.run { server in
      let (_, ids) = try await Self.held(1, server)
      let path = Self.path(server) + "?csv=held"
      let editor = try await TestOperator.signedIn(server, .edit)
      #expect(try await editor.get(path).text.contains(ids[0]))
      let reader = try await TestOperator.signedIn(server, .read)
      #expect(try await reader.get(path).status == 403)
    }
  }
}
