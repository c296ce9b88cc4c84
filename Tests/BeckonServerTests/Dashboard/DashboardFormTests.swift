import BeckonContract
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore
import Testing

@testable import BeckonServer

/// Who may send which form, and from where.
@Suite struct DashboardFormTests {
  /// Every form of every page, with every role that may not send it.
  private static let forbidden: [(DashboardPage, DashboardAction, OperatorRole)] =
    DashboardPage.all.flatMap { page in
      page.actions.flatMap { action in
        OperatorRole.allCases.filter { $0 < action.role ?? .read }.map { (page, action, $0) }
      }
    }

  private static func path(_ page: DashboardPage, _ server: TestServer) -> String {
    (page.place == .app ? "/dashboard/\(server.app.id.text)/" : "/dashboard/") + page.name
  }

  @Test("A role that is too low is refused by every form, and nothing is changed")
  func roles() async throws {
    #expect(!Self.forbidden.isEmpty)
    try await TestServer.run { server in
      var operators: [OperatorRole: TestOperator] = [:]
      for role in OperatorRole.allCases {
        operators[role] = try await TestOperator.signedIn(server, role, name: role.rawValue)
      }
      let before = try await TestOperator.audit(server).count
      for (page, action, role) in Self.forbidden {
        let one = try #require(operators[role])
        let answer = try await one.send(
          Self.path(page, server), ["action": action.name, "name": "x", "role": "money"])
        #expect(answer.status == 403, "\(page.name) \(action.name) as \(role)")
        let shown = try await one.get(Self.path(page, server)).text
        #expect(
          !shown.contains("value=\"\(action.name)\""), "\(page.name) \(action.name) as \(role)")
      }
      #expect(try await TestOperator.audit(server).count == before)
    }
  }

  @Test("A form from another site, without a token or with another session's does nothing")
  func foreign() async throws {
    try await TestServer.run { server in
      let ana = try await TestOperator.signedIn(server)
      let ben = try await TestOperator.signedIn(server)
      let fields: KeyValuePairs = ["action": "invite", "name": "Eve", "role": "money"]
      let before = try await TestOperator.audit(server).count
      for answer in [
        try await ana.send("/dashboard/operators", fields, from: "https://evil.example"),
        try await ana.send("/dashboard/operators", fields, from: "null"),
        try await ana.send("/dashboard/operators", fields, formToken: ""),
        try await ana.send("/dashboard/operators", fields, formToken: ben.formToken),
        try await server.app.call(
          "POST", "/dashboard/operators",
          body: Array("form_token=\(ana.formToken)&action=invite&name=Eve".utf8), as: .none,
          headers: [("Cookie", ana.cookie)]),
        try await server.app.call(
          "POST", "/dashboard/operators",
          body: Array("form_token=\(ana.formToken)&action=invite&name=Eve".utf8), as: .none,
          headers: [
            ("Cookie", ana.cookie), ("Origin", server.growth.url), ("Sec-Fetch-Site", "same-site"),
          ]),
      ] {
        #expect(answer.status == 403, "\(answer.text)")
      }
      #expect(try await TestOperator.audit(server).count == before)
      let own = try await ana.send("/dashboard/operators", fields)
      #expect(own.status == 200 && own.text.contains("/dashboard/sign-in/opl_"))
    }
  }

  @Test("Operators who see some apps see no other, no page of the server, and invite nobody")
  func someApps() async throws {
    try await TestServer.run { server in
      let other = try await server.otherApp()
      let ana = try await TestOperator.signedIn(server, .money, apps: [server.app.id])
      #expect(try await ana.get("/dashboard/\(server.app.id.text)").status == 200)
      #expect(try await ana.get("/dashboard/\(other.id.text)/overview").status == 404)
      #expect(!(try await ana.get("/dashboard").text.contains(other.id.text)))
      for page in DashboardPage.all where page.place == .server {
        #expect(try await ana.get("/dashboard/\(page.name)").status == 404, "\(page.name)")
      }
      let fields: KeyValuePairs = ["action": "invite", "name": "Eve", "role": "money"]
      #expect(try await ana.send("/dashboard/operators", fields).status == 404)
    }
  }

  @Test("Whoever is removed is out at once, and nobody removes themselves")
  func removing() async throws {
    try await TestServer.run { server in
      let ana = try await TestOperator.signedIn(server, name: "Ana")
      let ben = try await TestOperator.signedIn(server, name: "Ben")
      let ids = try await server.database.read { connection in
        Dictionary(
          uniqueKeysWithValues: try Operators(connection).all().map { ($0.name, $0.id.text) })
      }
      let own = try await ana.send(
        "/dashboard/operators", ["action": "remove", "operator": ids["Ana"] ?? ""])
      #expect(own.status == 422)
      TestOperator.tick(server)
      let other = try await ana.send(
        "/dashboard/operators", ["action": "remove", "operator": ids["Ben"] ?? ""])
      #expect(other.status == 303)
      #expect(try await ben.get("/dashboard").status == 401)
      #expect(try await TestOperator.audit(server).first?.action == "remove operator")
    }
  }

  @Test("What moves money needs the role for it, whatever page calls it")
  func money() {
    #expect(RewardRoute.decideHeld.route.leastRole == .money)
    #expect(RewardRoute.grant.route.leastRole == .money)
    #expect(PaymentRoute.refund.route.leastRole == .money)
    #expect(CampaignRoute.update.route.leastRole == .edit)
    #expect(RewardRoute.listHeld.route.leastRole == .read)
  }
}
