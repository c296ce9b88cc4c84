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
}
