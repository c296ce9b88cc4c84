import BeckonContract
import BeckonModel
import Testing

/// Widgets, as an app's server sees them.
@Suite struct WidgetGoldenTests {
  private static let path = "/v1/widgets/home-offers"

  @Test func widgets() async throws {
    let book = GoldenBook()
    try await book.run { golden in
      try await Self.making(golden)
      for (title, body) in [
        ("another state", ["state": "paused", "item_count": 4]),
        ("a state that is none", ["state": "asleep"]),
        ("a name that nobody knows", ["sate": "paused"]),
      ] as [(String, JSON)] {
        try await golden.ask(WidgetRoute.update, title, at: Self.path, .init(body: body))
      }
      try await Self.reading(golden)
      for call in [WidgetRoute.update, .delete, .read, .report] {
        let place = call.route.path("nothing")
        try await golden.ask(call, "an unknown widget", at: place, .init(body: [:]))
      }
      try await golden.ask(WidgetRoute.delete, "a widget", at: Self.path)
      try await golden.ask(WidgetRoute.delete, "once more", at: Self.path)
      try await golden.askWithoutKeys(WidgetRoute.allCases)
    }
    try book.expect(WidgetRoute.routes)
  }

  private static func making(_ golden: GoldenServer) async throws {
    let home: JSON = ["name": "Offers", "page": ["kind": "home"]]
    for (title, body) in [
      (
        "a widget",
        home.and([
          "code": "home-offers", "placement": "top", "titles": ["en": "For you"],
          "filter": ["categories": ["Men > Shoes"]],
          "methods": [
            ["method": "recommended", "count": 6], ["method": "popular", "window": "week"],
          ],
          "static_items": ["shoe-42"],
          "experiment": ["name": "home", "hold_out_percent": 10],
        ])
      ),
      ("a code that is taken", home.and(["code": "home-offers"])),
      ("a method that is none", home.and(["methods": [["method": "guessed"]]])),
      ("a page that is none", home.and(["page": ["kind": "moon"]])),
      ("a name that nobody knows", home.and(["metods": []])), ("nothing", [:]),
    ] as [(String, JSON)] {
      try await golden.ask(WidgetRoute.create, title, .init(body: body))
    }
  }

  private static func reading(_ golden: GoldenServer) async throws {
    try await golden.ask(WidgetRoute.read, "by its code", at: path)
    try await golden.ask(WidgetRoute.list, "all", at: "/v1/widgets")
    try await golden.ask(
      WidgetRoute.list, "as CSV", at: "/v1/widgets", .init(headers: [("Accept", "text/csv")]))
    for query in ["", "?by=day", "?by=brand", "?by=moon", "?from=2026-05-01&until=x"] {
      try await golden.ask(
        WidgetRoute.report, "what came of it" + query, at: path + "/report" + query)
    }
  }
}
