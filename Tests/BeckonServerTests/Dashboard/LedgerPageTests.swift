import BeckonEngine
import BeckonModel
import BeckonStore
import Testing

@testable import BeckonServer

/// The ledger on the dashboard.
@Suite struct LedgerPageTests {
  private static func path(_ server: TestServer) -> String {
    "/dashboard/\(server.app.id.text)/ledger"
  }

  @Test("Accounts stand by unit and sum to zero, and a reward is taken back with a reason")
  func accounts() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [welcome])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code, campaign: campaign)
      _ = try await ben.redeem(20, id: "1")
      let money = try await TestOperator.signedIn(server)
      let accounts = try await money.get(Self.path(server) + "?csv=accounts").text
      #expect(accounts.contains("pieces_of_eight,50,30,20,0,0,0"), "\(accounts)")
      let spent = try await money.get(Self.path(server) + "?kind=redemption").text
      #expect(spent.contains("20 pieces_of_eight") && !spent.contains("50 pieces_of_eight"))
      let reward = try #require(
        try await app.transfers("&kind=reward").first?["id"]?.string)
      let answer = try await money.send(
        Self.path(server), ["action": "take-back", "transfer": reward, "reason": "a mistake"])
      #expect(answer.status == 303, "\(answer.text)")
      #expect(try await ben.balance == -20)
      #expect(try await money.get(Self.path(server)).text.contains("a mistake"))
    }
  }

  @Test("Codes are added to a rule's pool, and no page shows a code that somebody has")
  func coupons() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [
        rule(["referral": "confirmed"], ["coupon_pool": "spring"])
      ])
      let money = try await TestOperator.signedIn(server)
      #expect(try await money.get(Self.path(server)).text.contains("empty"))
      let answer = try await money.send(
        Self.path(server), ["action": "add-coupons", "pool": "spring", "codes": "AAA1\r\nBBB2\r\n"])
      #expect(answer.status == 303, "\(answer.text)")
      let ana = try await app.signUp("ana")
      _ = try await app.signUp("ben", referrer: ana.code, campaign: campaign)
      #expect(try await app.transfers().contains { $0["coupon"]?.string == "AAA1" })
      let reader = try await TestOperator.signedIn(server, .read)
      let page = try await reader.get(Self.path(server))
      #expect(page.status == 200 && !page.text.contains("AAA1"))
      #expect(try await reader.get(Self.path(server) + "?csv=transfers").status == 403)
      let none = try await money.send(
        Self.path(server), ["action": "add-coupons", "pool": "spring", "codes": "\n"])
      #expect(none.status == 422)
    }
  }
}
