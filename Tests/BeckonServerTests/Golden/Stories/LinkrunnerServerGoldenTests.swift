import BeckonContract
import BeckonContractLinkrunner
import BeckonModel
import Testing

@testable import BeckonServer

/// What Linkrunner's API for an app's server is answered (docs/PROTOCOLS/linkrunner.md).
@Suite struct LinkrunnerServerGoldenTests {
  @Test func answers() async throws {
    let book = GoldenBook()
    try await book.run { golden in
      try await golden.app.set(["currency": "USD"])
      let backend = Backend(golden: golden)
      try await Self.campaigns(backend)
      try await Self.visitors(backend)
      try await Self.facts(backend)
      try await Self.reports(backend)
      try await Self.deletion(backend)
      for call in LinkrunnerServerRoute.allCases {
        let path = call.route.path("SUMMER")
        try await golden.ask(call, "without a key", at: path, .init(key: .none))
        for (title, key) in [
          ("with an unknown key", "sk_wrong"), ("with a publishable key", golden.app.publishable),
        ] {
          try await golden.ask(
            call, title, at: path, .init(key: .none, headers: [("linkrunner-key", key)]))
        }
      }
    }
    try book.expect(LinkrunnerServerRoute.routes)
  }

  private struct Backend {
    let golden: GoldenServer

    @discardableResult
    func ask(
      _ call: LinkrunnerServerRoute, _ title: String, _ query: String = "", _ body: JSON? = nil,
      of campaign: String = "SUMMER"
    ) async throws -> HTTPAnswer {
      try await golden.ask(
        call, title, at: call.route.path(campaign) + query,
        .init(body: body, key: .none, headers: [("linkrunner-key", golden.app.secret)]))
    }
  }

  private static func campaigns(_ backend: Backend) async throws {
    let campaign: JSON = [
      "name": "Summer Sale", "custom_display_id": "SUMMER", "deeplink": "pirates://treasure/7",
      "link_for_desktop_users": "https://example.com/treasure",
    ]
    try await backend.ask(.createCampaign, "a campaign", "", campaign)
    try await backend.ask(.createCampaign, "an id that is taken", "", campaign)
    let page: JSON = ["deeplink": "https://example.com/a"]
    for (title, more) in [
      ("without a name", [:]), ("a blank name", ["name": " "]),
      ("a domain of nobody's", ["name": "A", "domain": "other.example"]),
      ("a store listing", ["name": "A", "store_listing_ids": ["1"]]),
      ("an id that cannot be one", ["name": "A", "custom_display_id": "a b"]),
    ] as [(String, JSON)] {
      try await backend.ask(
        .createCampaign, title, "", .object((page.members ?? []) + (more.members ?? [])))
    }
    try await backend.ask(.createCampaign, "that leads nowhere", "", ["name": "A"])
    for call in [LinkrunnerServerRoute.patchCampaign, .putCampaign] {
      try await backend.ask(call, "another name", "", ["name": "Summer"])
      try await backend.ask(call, "switched off", "", ["active": false])
      try await backend.ask(call, "switched on", "", ["active": true])
      try await backend.ask(call, "nothing to change", "", [:])
      try await backend.ask(call, "of an unknown campaign", "", ["name": "A"], of: "none")
    }
    try await backend.ask(.listCampaigns, "all", "?filter=ALL&limit=10&page=1")
    for (title, query) in [
      ("of a channel without any", "?channel=tiktok"), ("an unknown filter", "?filter=SOME"),
      ("a limit too high", "?limit=1001"), ("a page that is none", "?page=0"),
      ("a link to no campaign", "?link=https://go.example.com/none"),
    ] {
      try await backend.ask(.listCampaigns, title, query)
    }
  }

  /// Somebody installs the app after the campaign's link, signs up and pays.
  private static func visitors(_ backend: Backend) async throws {
    let phone = LinkrunnerPhone(app: backend.golden.app, installID: "a1B2c3D4e5F6g7H8i9J0")
    try await phone.open("/?c=SUMMER&utm_source=facebook&ad_id=77")
    _ = try await phone.send("init")
    _ = try await phone.send("trigger", ["user_data": ["id": "ana", "name": "Ana"]])
    _ = try await phone.send("capture-payment", ["amount": 1234.5, "payment_id": "p-1"])
    try await backend.golden.server.wait(minutes: 1)

    try await backend.ask(.attributedUsers, "who signed up", "?display_id=SUMMER")
    for (title, query) in [
      ("without a campaign", ""), ("of an unknown campaign", "?display_id=none"),
      ("a time that is none", "?display_id=SUMMER&start_timestamp=yesterday"),
      ("a zone that is none", "?display_id=SUMMER&timezone=Nowhere"),
      ("a limit too high", "?display_id=SUMMER&limit=1001"),
    ] {
      try await backend.ask(.attributedUsers, title, query)
    }
    for (title, query) in [
      ("of a user", "?user_id=ana"), ("of an install", "?install_instance_id=a1B2c3D4e5F6g7H8i9J0"),
      ("of a device", "?device_identifier=6D92078A-8246-4BA4-AE5B-76104861E7DC"),
      ("of nobody", "?user_id=none"), ("without a name", ""),
    ] {
      try await backend.ask(.attributionResult, title, query)
    }
  }

  private static func facts(_ backend: Backend) async throws {
    try await backend.ask(
      .captureEvent, "an event", "",
      ["event_name": "bought", "user_id": "ana", "event_id": "e-1", "event_data": ["x": 1]])
    try await backend.ask(.captureEvent, "without a user", "", ["event_name": "bought"])
    try await backend.ask(.captureEvent, "without a name", "", ["user_id": "ana"])
    try await backend.ask(
      .capturePayment, "a payment", "", ["user_id": "ana", "amount": 10, "payment_id": "p-2"])
    try await backend.ask(.capturePayment, "without an amount", "", ["user_id": "ana"])
    try await backend.ask(.capturePayment, "without a user", "", ["amount": 10])
    try await backend.ask(.removePayment, "a payment", "", ["payment_id": "p-2"])
    try await backend.ask(.removePayment, "one that is removed already", "", ["payment_id": "p-2"])
    try await backend.ask(.removePayment, "neither a payment nor a user", "", [:])
  }

  private static func reports(_ backend: Backend) async throws {
    try await backend.ask(.reporting, "of all days", "?limit=100&page=1")
    try await backend.ask(.reporting, "of some days", "?from=2026-05-01&to=2026-05-31")
    for (title, query) in [
      ("a limit too high", "?limit=101"), ("a day that is none", "?from=May"),
      ("a view that is not known here", "?view=retargeting"),
      ("columns that are not known here", "?events=bought"),
      ("an order that is not known here", "?sort_field=spend"),
    ] {
      try await backend.ask(.reporting, title, query)
    }
  }

  private static func deletion(_ backend: Backend) async throws {
    try await backend.ask(.deleteCampaign, "a campaign")
    try await backend.ask(.deleteCampaign, "one that is deleted already")
  }
}
