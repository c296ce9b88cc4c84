import BeckonModel
import Testing

@testable import BeckonServer

/// Visitors of pages who say who they are.
@Suite struct LinkrunnerVisitorTests {
  /// An event of the web SDK.
  private static func send(
    _ app: TestApp, _ id: String, _ visitor: String, user: String = ""
  ) async throws {
    let more: JSON = [
      "event_id": .string(id), "visitor_id": .string(visitor), "user_id": .string(user),
    ]
    let names = Set((more.members ?? []).map(\.name))
    let own = (LinkrunnerPage.event(app.publishable).members ?? [])
      .filter { !names.contains($0.name) }
    let body = JSON.object(own + (more.members ?? []))
    let answer = try await app.post("/web/ingest", body, as: .none)
    #expect(answer.status == 200, "\(answer.text)")
  }

  @Test("What somebody did on a page before they said who they are is theirs")
  func join() async throws {
    try await TestServer.run { server in
      let ana = try await server.app.signUp("ana")
      try await Self.send(server.app, "1", "v-1")
      try await Self.send(server.app, "2", "v-2")
      try await Self.send(server.app, "3", "v-1", user: "ana")
      // Somebody else on the same computer is not she, nor is what she did theirs.
      try await Self.send(server.app, "4", "v-1", user: "ben")
      let export = try await server.app.get(ana.path + "/export")
      let visits = export.list("facts").filter { $0["name"] == "page_view" }
      #expect(visits.count == 2, "\(export.text)")
      let gone = try await server.app.call("DELETE", ana.path)
      #expect([200, 204].contains(gone.status))
      let left = try await server.number("SELECT COUNT(*) FROM facts WHERE name = 'page_view'")
      #expect(left == 2)
      let joined = try await server.number("SELECT COUNT(*) FROM visitors")
      #expect(joined == 0)
    }
  }
}
