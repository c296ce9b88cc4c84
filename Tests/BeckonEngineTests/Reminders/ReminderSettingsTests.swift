import BeckonModel
import Testing

@testable import BeckonEngine

/// What the operator of a reminder may set.
@Suite struct ReminderSettingsTests {
  private static let basket: [JSON.Member] = [
    JSON.Member("name", "Basket"), JSON.Member("cause", "abandoned_basket"),
    JSON.Member("channels", ["mail"]),
    JSON.Member("texts", ["en": ["subject": "{product} waits", "text": "Hi {name}\n{link}"]]),
  ]

  private static func read(_ more: JSON) throws -> ReminderSettings {
    let names = Set(texts: (more.members ?? []).map(\.name))
    let kept = basket.filter { !names.contains(TextKey($0.name)) }
    return try ReminderSettings(
      Fields(.object(kept + (more.members ?? [])), isStrict: true))
  }

  @Test("What is stored is what was set")
  func stored() throws {
    let settings = try Self.read(["hold_out_percent": 5, "delay_minutes": 90])
    #expect(try ReminderSettings(Fields(settings.json)) == settings)
    #expect(settings.delayMinutes == 90 && settings.state == .active && !settings.isTest)
    let drop = try Self.read([
      "cause": "price_drop", "smallest_drop": ["amount": "5.00", "currency": "EUR"],
    ])
    #expect(drop.delayMinutes == 0)
    #expect(try ReminderSettings(Fields(drop.json)) == drop)
    let paused = try settings.changed(by: Fields(["state": "paused"], isStrict: true))
    #expect(paused.state == .paused && paused.texts == settings.texts)
  }

  @Test(
    "What is wrong is refused by its name",
    arguments: [
      (["cause": "moon"], "cause", "must be one of abandoned_basket, price_drop, back_in_stock"),
      (["chanels": ["mail"]], "chanels", "Did you mean 'channels'?"),
      (["channels": ["fax"]], "channels", "none of mail, sms, webhook"),
      (["channels": []], "channels", "is missing"),
      (["channels": ["sms"]], "texts.en.sms", "is missing"),
      (["delay_minutes": 0], "delay_minutes", "must be 1 at least"),
      (["smallest_drop": ["percent": 5]], "smallest_drop", "goes only with the cause price_drop"),
      (["texts": ["en": ["subject": "x", "txt": "y"]]], "texts.en.txt", "Did you mean 'text'?"),
      (
        ["texts": ["en": ["subject": "Hi {nmae}", "text": "y"]]], "texts.en.subject",
        "Did you mean 'name'?"
      ),
      (["texts": ["en": ["subject": "{link}", "text": "y"]]], "texts.en.subject", "{link}"),
      (
        ["texts": ["en": ["subject": "{old_price}", "text": "y"]]], "texts.en.subject", "price_drop"
      ),
      (["texts": ["??": ["subject": "x", "text": "y"]]], "texts", "must have languages"),
      (["hold_out_percent": 101], "hold_out_percent", "from 0 to 100"),
    ] as [(JSON, String, String)])
  func refused(more: JSON, field: String, reason: String) {
    let error = #expect(throws: FieldError.self) { try Self.read(more) }
    #expect(
      error?.path == field && error?.reason.contains(reason) == true, "\(String(describing: error))"
    )
  }

  @Test("A text goes out with its words, and no title asks for another place")
  func filling() throws {
    let text = try #require(try Self.read([:]).text(in: "de")?.text)
    let filled = text.filled { place in place == .name ? "{link} {x" : "L" }
    #expect(filled == "Hi {link} {x\nL")
    let odd = try Self.read(["texts": ["en": ["subject": "{ {} {1} }{", "text": "x"]]])
    #expect(odd.texts[0].subject?.filled { _ in "?" } == "{ {} {1} }{")
    let nameless = try Self.read([
      "texts": ["en": ["subject": "S", "text": "Hi {name}, {product} {count}"]]
    ]).texts[0].text
    #expect(nameless?.filled { $0 == .name ? "" : "L" } == "Hi, L L")
  }

  @Test("A language falls back to its own, then to the first")
  func languages() throws {
    let settings = try Self.read([
      "texts": [
        "tr": ["subject": "T", "text": "t"], "de": ["subject": "D", "text": "d"],
      ]
    ])
    #expect(settings.text(in: "de-AT")?.language == "de")
    #expect(settings.text(in: "fr")?.language == "tr" && settings.text(in: nil)?.language == "tr")
  }

  @Test(
    "A drop is so large, or it is none",
    arguments: [
      (["percent": 10], 1_000, 900, true), (["percent": 10], 1_000, 901, false),
      (["percent": 33], 100, 67, true), (["percent": 33], 101, 68, false),
      (["percent": 1], 1_000, 1_000, false), (["percent": 99], 9_000_000_000_000_000, 1, true),
      (["amount": "1.00", "currency": "EUR"], 1_000, 900, true),
      (["amount": "1.01", "currency": "EUR"], 1_000, 900, false),
      (["amount": "1.00", "currency": "USD"], 1_000, 1, false),
    ] as [(JSON, Int64, Int64, Bool)])
  func drops(least: JSON, before: Int64, after: Int64, isReached: Bool) throws {
    let settings = try Self.read(["cause": "price_drop", "smallest_drop": least])
    let euro = try #require(Currency("EUR"))
    let drop = try #require(settings.smallestDrop)
    #expect(
      drop.isReached(
        from: Money(amount: before, currency: euro), to: Money(amount: after, currency: euro))
        == isReached)
  }

  @Test("Who is told nothing is the same each time, and about as many as are asked for")
  func holdOut() throws {
    let reminder = Reminder(id: .numbered(7), try Self.read(["hold_out_percent": 20]))
    let people = (1...4_000).map { number -> PersonID in
      let mixed = UInt64(number) &* 0xD134_2543_DE82_EF95
      return PersonID(Identifier(high: 1, low: mixed))
    }
    let held = people.filter(reminder.holdsOut)
    #expect((700...900).contains(held.count), "\(held.count)")
    #expect(people.filter(reminder.holdsOut) == held)
  }
}
