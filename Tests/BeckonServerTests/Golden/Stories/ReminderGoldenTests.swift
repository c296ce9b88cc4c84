import BeckonContract
import BeckonModel
import Testing

/// Reminders, as an app's server sets them.
@Suite struct ReminderGoldenTests {
  private static let basket: JSON = [
    "name": "Basket", "cause": "abandoned_basket", "channels": ["webhook"],
    "texts": [
      "en": ["subject": "{product} waits", "text": "Hi {name}", "sms": "{product}: {link}"]
    ],
  ]

  @Test func reminders() async throws {
    let book = GoldenBook()
    try await book.run { golden in
      let call = ReminderRoute.create
      try await golden.ask(call, "before the shop has a cart", .init(body: Self.basket))
      try await golden.server.app.set(["cart_url": "https://shop.example/cart"])
      let made = try await golden.server.app.post("/v1/reminders", Self.basket)
      let path = "/v1/reminders/" + (made.string("id") ?? "")
      for (title, body) in [
        ("a reminder", Self.basket),
        ("without a mail gateway", Self.basket.and(["channels": ["mail"]])),
        ("a cause that is none", Self.basket.and(["cause": "moon"])),
        ("a name that nobody knows", Self.basket.and(["txts": [:]])), ("nothing", [:]),
      ] as [(String, JSON)] {
        try await golden.ask(call, title, .init(body: body))
      }
      for (title, body) in [
        ("another state", ["state": "paused", "hold_out_percent": 10]),
        ("another cause", ["cause": "price_drop"]), ("a name that nobody knows", ["sate": "x"]),
      ] as [(String, JSON)] {
        try await golden.ask(ReminderRoute.update, title, at: path, .init(body: body))
      }
      try await Self.reading(golden, path)
      for call in [ReminderRoute.update, .delete, .read, .decisions, .report] {
        let place = call.route.path("nothing")
        try await golden.ask(call, "an unknown reminder", at: place, .init(body: [:]))
      }
      try await golden.ask(ReminderRoute.delete, "a reminder", at: path)
      try await golden.ask(ReminderRoute.delete, "once more", at: path)
      try await golden.askWithoutKeys(ReminderRoute.allCases)
    }
    try book.expect(ReminderRoute.routes)
  }

  private static func reading(_ golden: GoldenServer, _ path: String) async throws {
    try await golden.ask(ReminderRoute.read, "a reminder", at: path)
    try await golden.ask(ReminderRoute.list, "all", at: "/v1/reminders")
    let app = golden.server.app
    let ana = try await app.signUp("ana", more: ["email": "ana@example.org"])
    _ = try await app.patch(ana.path, ["contact_consent": ["mail": true]])
    _ = try await app.patch(path, ["state": "active"])
    try await app.event(
      "basket_changed", id: "1", of: ana, ["step": "add", "product_id": "shoe"])
    try await golden.server.wait(minutes: 61)
    for query in ["", "?state=withheld", "?state=moon"] {
      try await golden.ask(
        ReminderRoute.decisions, "what was decided" + query, at: path + "/decisions" + query)
    }
    for query in ["", "?from=2026-05-01&until=x"] {
      try await golden.ask(
        ReminderRoute.report, "what came of it" + query, at: path + "/report" + query)
    }
  }
}
