import BeckonEngine
import BeckonModel
import BeckonStore
import Foundation
import Testing

@testable import BeckonServer

/// The loop in numbers, and what stands out of it.
@Suite struct OverviewPageTests {
  @Test("It shows the funnel, the K-factor, a rule that pays nobody and a reward that waits")
  func loop() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(
        rules: [
          rule(["event": "win"], ["trust": "server"]),
          rule(["event": "moon"], ["name": "to the moon"]),
        ])
      let ana = try await app.signUp("ana", campaign: campaign)
      let link = try await app.link([
        "url": "https://shop.example", "referrer": .string(ana.id),
        "campaign": .string(campaign.id),
      ])
      let phone = try await app.phone(at: "203.0.113.5").open(link.path).install()
      let ben = try await phone.signUp("ben")
      _ = try await app.post(
        "/v1/payments", ["id": "o1", "amount": 19.99, "currency": "EUR", "person": .string(ben.id)])
      try await app.event("win", id: "e1", of: ben, as: .publishable)
      try await server.wait(minutes: 1)
      let one = try await TestOperator.signedIn(server, .read)
      let page = try await one.get("/dashboard/\(app.id.text)/overview").text
      let text = page.replacingOccurrences(of: "<[^>]+>", with: " ", options: .regularExpression)
        .replacingOccurrences(of: " +", with: " ", options: .regularExpression)
      #expect(text.contains("K-factor 0.50 0.50 opens per sign-up × 1.00 sign-ups per open"))
      #expect(text.contains("Revenue 19.99 EUR payments: 1"))
      #expect(text.contains("“to the moon” of spring pays nobody"))
      #expect(page.contains("data-chart=\"line\"") && page.contains("data-number=\"1.0\""))
      #expect(text.contains("Installs by week"))
    }
  }

  @Test("An app with nothing says how the loop begins")
  func empty() async throws {
    try await TestServer.run { server in
      let one = try await TestOperator.signedIn(server, .read)
      let page = try await one.get("/dashboard/\(server.app.id.text)").text
      #expect(page.contains("The loop begins with a link") && page.contains("/v1/links -d"))
    }
  }
}
