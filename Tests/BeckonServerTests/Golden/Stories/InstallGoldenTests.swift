import BeckonContract
import BeckonModel
import Testing

@testable import BeckonServer

/// First launches and events.
@Suite struct InstallGoldenTests {
  @Test func installs() async throws {
    let book = GoldenBook()
    try await book.run { golden in
      let link = try await golden.app.link(["code": "boats", "url": "https://shop.example/boats"])
      let launch: JSON = [
        "install_id": "phone-1", "platform": "ios", "os_version": "17.5.1",
        "link": .string(link.shortURL),
      ]
      let made = try await golden.ask(
        InstallRoute.register, "that a link opened",
        .init(body: launch, key: .publishable, headers: [("X-Forwarded-For", "203.0.113.7")]))
      for (title, body) in [
        ("the same once more, without its token", launch),
        ("that nothing led to", ["install_id": "phone-2", "platform": "ios"]),
        ("without an id", ["platform": "ios"]),
        ("a platform that is none", ["install_id": "phone-3", "platform": "symbian"]),
      ] as [(String, JSON)] {
        try await golden.ask(InstallRoute.register, title, .init(body: body, key: .publishable))
      }
      try await golden.ask(
        InstallRoute.register, "the same once more, with its token",
        .init(body: launch, key: .publishable, token: made.string("token")))
      _ = try await GoldenPhone(golden: golden, installID: "vendors").open("/boats")
      _ = try await LinkrunnerPhone(app: golden.app, installID: "vendors").send("init")
      try await golden.ask(
        InstallRoute.register, "that a vendor's client registered",
        .init(body: ["install_id": "vendors", "platform": "ios"], key: .publishable))
      let spring = try await golden.app.link([
        "code": "spring", "url": "https://shop.example/spring", "ios": ["minimum_version": "1.2"],
        "utm": ["source": "letter", "campaign": "spring"],
      ])
      try await golden.ask(
        InstallRoute.register, "that a link of a campaign opened",
        .init(
          body: [
            "install_id": "phone-4", "platform": "ios", "link": .string(spring.shortURL),
          ], key: .publishable))
      for (title, name) in [
        ("by its id", made.string("install") ?? ""), ("by the app's own id", "phone-2"),
        ("an unknown install", "nobody"),
      ] {
        try await golden.ask(
          InstallRoute.explain, title, at: InstallRoute.explain.route.path(name))
      }
      try await golden.askList(
        InstallRoute.list,
        [("by the app's own id", "install_id=phone-2"), ("of a match that is none", "match=x")])
      try await golden.askWithoutKeys(InstallRoute.allCases)
    }
    try book.expect(InstallRoute.routes)
  }

  @Test func events() async throws {
    let book = GoldenBook()
    try await book.run { golden in
      let event: JSON = ["id": "e-1", "name": "tap", "install_id": "phone-1"]
      let old: JSON = ["id": "e-2", "name": "tap", "user_id": "ana", "at": "2020-01-01T00:00:00Z"]
      let batch: JSON = [
        event, event, old, ["name": "tap"], 1,
        ["id": "e-3", "name": "tap", "person": "per_01m7xy0021f4xsry40tzfa1b7c"],
      ]
      for (title, body) in [
        ("one", ["events": [event]]), ("good and bad", ["events": batch]),
        ("none", ["events": []]), ("no list", ["events": event]), ("nothing", [:]),
        ("more than a batch may have", ["events": .array(Array(repeating: 1, count: 1_001))]),
      ] as [(String, JSON)] {
        let shown: JSON? = title.hasPrefix("more") ? ["events": "‹1001 of them›"] : nil
        try await golden.ask(
          EventRoute.ingest, title, .init(body: body, shown: shown, key: .publishable))
      }
      try await golden.ask(
        EventRoute.ingest, "not JSON", .init(text: "{\"events\":[", key: .secret))
      try await golden.askList(
        EventRoute.list, [("by name", "name=tap"), ("from no time", "from=now")])
      try await golden.askWithoutKeys(EventRoute.allCases)
      try await Self.pages(golden)
    }
    var rates = RateLimits()
    rates.ordinaryPerKey = 1
    try await book.run(rates: rates) { golden in
      for title in ["within the bounds", "too often"] {
        let answer: JSON = ["events": [["id": "e-1", "name": "tap", "install_id": "phone-1"]]]
        try await golden.ask(EventRoute.ingest, title, .init(body: answer, key: .publishable))
      }
    }
    try book.expect(EventRoute.routes)
  }

  /// Two events of a page, listed and counted.
  private static func pages(_ golden: GoldenServer) async throws {
    for id in ["p-1", "p-2"] {
      let view: JSON = [
        "token": .string(golden.app.publishable), "event_id": .string(id),
        "event_type": "page_view", "visitor_id": "v-1", "page_path": "/shop",
        "utm_source": "letter", "ft_utm_source": "google",
      ]
      _ = try await golden.app.post("/web/ingest", view, as: .none)
    }
    // No page has a next one: its cursor holds a number that the database gives.
    let list = EventRoute.listWeb.route.path
    for (title, query) in [
      ("all", ""), ("by the first touch", "?touch=first&source=google"),
      ("by the last touch", "?source=google"), ("by what is not known", "?colour=red"),
    ] {
      try await golden.ask(EventRoute.listWeb, title, at: list + query)
    }
    try await golden.ask(
      EventRoute.listWeb, "as a table", .init(headers: [("Accept", "text/csv")]),
      showing: { JSON.Member("body", .string($0.text)) })
    let path = EventRoute.webReport.route.path
    for (title, query) in [
      ("by day", ""), ("by source", "?by=source"), ("by campaign", "?by=campaign"),
      ("by what is none", "?by=week"), ("of too long a time", "?from=2026-01-01"),
    ] {
      try await golden.ask(EventRoute.webReport, title, at: path + query)
    }
  }
}
