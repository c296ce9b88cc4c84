import BeckonEngine
import BeckonModel
import BeckonStore
import Foundation
import Testing

@testable import BeckonServer

/// "Why was I not credited?", asked by whatever somebody knows.
@Suite struct WhyPageTests {
  private static func text(_ html: String) -> String {
    html.replacingOccurrences(of: "<[^>]+>", with: " ", options: .regularExpression)
  }

  @Test("An event that does not pass a rule's filter is told with what it asks for")
  func filter() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(
        rules: [
          rule(
            ["event": "buy", "filter": ["plan": ["eq": "year"]]], to: "referrer", ["name": "a year"]
          )
        ])
      let ana = try await app.signUp("ana", campaign: campaign)
      let ben = try await app.signUp(
        "ben", referrer: ana.code, campaign: campaign, more: ["email": "ben@shop.example"])
      try await app.event("buy", id: "e1", of: ben, ["plan": "yearly"])
      let one = try await TestOperator.signedIn(server, .edit)
      for asked in ["ben@shop.example", "ben", ben.id] {
        let page = try await one.get(
          "/dashboard/\(app.id.text)/why?q=" + PercentEncoding.encode(asked))
        let text = Self.text(page.text)
        #expect(
          text.contains("It has not what the rule asks for") && text.contains("a year"), "\(asked)")
        #expect(text.contains("yearly") && text.contains(ana.id), "\(asked)")
        #expect(page.text.contains("csv=why"))
      }
      let file = try await one.get("/dashboard/\(app.id.text)/why?q=ben&csv=why").text
      #expect(file.contains("referral,") && file.contains("unpaid,"), "\(file)")
    }
  }

  @Test("An event that no rule waits for is no reason, but told by its name, and German explains")
  func unawaited() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(
        rules: [rule(["event": "purchase", "filter": ["plan": ["eq": "year"]]])])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code, campaign: campaign)
      try await app.event("purchse", id: "e1", of: ben)
      try await app.event("screen", id: "e2", of: ben)
      let one = try await TestOperator.signedIn(server, .edit)
      let path = "/dashboard/\(app.id.text)/why?q=" + ben.id
      let text = Self.text(try await one.get(path).text)
      #expect(text.contains("Nothing of the last facts is unpaid"), "\(text)")
      #expect(
        text.contains(
          "No rule waits for these events: purchse (perhaps purchase is meant), screen."))
      #expect(try await one.get(path + "&csv=why").text.contains("(perhaps purchase is meant)"))
      try await app.event("purchase", id: "e3", of: ben, ["plan": "month"])
      let german = Self.text(
        try await one.get(path, headers: [("Accept-Language", "de")]).text)
      #expect(
        german.contains("Die Eigenschaften des Ereignisses bestehen den Filter der Regel nicht."))
      let phone = try await app.phone(at: "203.0.113.5").install()
      let install = Self.text(
        try await one.get(
          "/dashboard/\(app.id.text)/why?q=" + phone.installID,
          headers: [("Accept-Language", "de")]
        ).text)
      #expect(
        install.contains("Vor dem ersten Start hat niemand aus diesem Netz einen Link geöffnet."))
    }
  }

  @Test("Whatever the API says of a decision or a refusal, the page says too, in both languages")
  func explained() {
    for reason in AttributionReason.allCases {
      let said = Words.explaining(["reason": .string(reason.rawValue)])
      #expect(said.map { $0.text(in: .english) } == [reason.explanation])
      #expect(said.map { $0.text(in: .german) } != [reason.explanation])
    }
    for code in UnpaidReason.codes {
      let reason = UnpaidReason(code: code)
      #expect(reason?.words.text(in: .english) == reason?.sentence && reason != nil, "\(code)")
    }
  }

  @Test(
    "An install is told with its clicks and signals, a link with whose it is, an order by its number"
  )
  func installLinkOrder() async throws {
    try await TestServer.run { server in
      let app = server.app
      let ana = try await app.signUp("ana")
      let link = try await app.link(["url": "https://shop.example", "referrer": .string(ana.id)])
      let phone = try await app.phone(at: "203.0.113.5").open(link.path).install()
      let ben = try await phone.signUp("ben")
      _ = try await app.post(
        "/v1/payments",
        ["id": "order-7", "amount": 19.99, "currency": "EUR", "person": .string(ben.id)])
      let one = try await TestOperator.signedIn(server, .read)
      func page(_ asked: String) async throws -> String {
        Self.text(
          try await one.get(
            "/dashboard/\(app.id.text)/why?q=" + PercentEncoding.encode(asked)
          ).text)
      }
      let install = try await page(phone.installID)
      #expect(install.contains("Clicks that were looked at") && install.contains("screen:"))
      for asked in [link.code, link.shortURL, link.id] {
        let told = try await page(asked)
        #expect(told.contains(ana.id) && told.contains("Last visits"), "\(asked)")
      }
      let order = try await page("order-7")
      #expect(order.contains("19.99 EUR") && order.contains(ben.id))
      #expect(try await page("nobody").contains("Nothing in this app is known by that."))
    }
  }
}
