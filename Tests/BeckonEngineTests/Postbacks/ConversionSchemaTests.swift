import BeckonModel
import BeckonTesting
import Testing

@testable import BeckonEngine

@Suite struct ConversionSchemaTests {
  private static let launch = Instant(milliseconds: 1_790_000_000_000)

  private static func schema(_ rules: [JSON]) throws -> ConversionSchema {
    try ConversionSchema(Fields(["rules": .array(rules)]))
  }

  private static let shop: [JSON] = [
    ["name": "came", "when": ["install": true], "fine": 1],
    ["name": "joined", "when": ["sign_up": true], "fine": 10, "coarse": "medium"],
    ["name": "paid", "when": ["payment": true], "fine": 20, "coarse": "medium"],
    [
      "name": "spent 50", "when": ["revenue": ["at_least": "50", "currency": "EUR"]], "fine": 40,
      "coarse": "high", "lock": true,
    ],
    ["name": "reader", "when": ["event": "read", "count": 3], "fine": 15],
    ["name": "came back", "window": 1, "when": ["event": "open"], "coarse": "medium"],
    ["name": "paid later", "window": 2, "when": ["payment": true], "coarse": "high"],
  ]

  private static func days(_ days: Double) -> Instant {
    launch.adding(milliseconds: Int64(days * 86_400_000))
  }

  private static func payment(_ amount: JSON, _ currency: JSON? = nil, day: Double = 0)
    -> InstallFact
  {
    InstallFact(
      name: "payment", at: days(day),
      properties: .object(["amount": amount, "currency": currency]))
  }

  private static func value(
    _ facts: [InstallFact], day: Double, currency: String? = "EUR"
  ) throws -> ConversionValue? {
    try schema(shop).value(of: facts, installedAt: launch, currency: currency, now: days(day))
  }

  @Test("What an install did before it was heard of counts as done with the first launch")
  func beforeTheFirstLaunch() throws {
    let early = Self.payment("9.99", day: -0.5)
    #expect(try Self.value([early], day: 1)?.fine == 1)
    #expect(try Self.value([early.onInstall(heardOfAt: Self.launch)], day: 1)?.fine == 20)
    let late = Self.payment("9.99", day: 3).onInstall(heardOfAt: Self.launch)
    #expect(late.at == Self.days(3))
  }

  @Test("The highest of what holds counts")
  func highest() throws {
    #expect(
      try Self.value([], day: 0)
        == ConversionValue(window: .first, fine: 1, coarse: .low, locks: false))
    let joined = InstallFact(name: "beckon.sign_up", at: Self.launch)
    #expect(
      try Self.value([joined], day: 0.1)
        == ConversionValue(window: .first, fine: 10, coarse: .medium, locks: false))
    let facts = [joined, Self.payment("19.99"), Self.payment(30.01)]
    #expect(
      try Self.value(facts, day: 0.1)
        == ConversionValue(window: .first, fine: 40, coarse: .high, locks: true))
  }

  @Test("Amounts in another currency do not count; those without one are in the app's")
  func currencies() throws {
    #expect(try Self.value([Self.payment(50, "TRY")], day: 0)?.fine == 20)
    #expect(try Self.value([Self.payment(50)], day: 0)?.fine == 40)
    #expect(try Self.value([Self.payment(50)], day: 0, currency: "TRY")?.fine == 20)
    #expect(try Self.value([Self.payment(60, "EUR"), Self.payment(-20)], day: 0)?.fine == 40)
    #expect(try Self.value([Self.payment("a lot")], day: 0)?.fine == 20)
  }

  @Test("A fact counts in its own window, a rule in its own")
  func windows() throws {
    let third = [InstallFact](
      repeating: InstallFact(name: "read", at: Self.days(1.9)), count: 3)
    #expect(try Self.value(third, day: 1.99)?.fine == 15)
    let open = InstallFact(name: "open", at: Self.days(3))
    #expect(
      try Self.value(third + [open], day: 3)
        == ConversionValue(window: .second, fine: 0, coarse: .medium, locks: false))
    #expect(try Self.value([Self.payment(1, day: 1)], day: 8)?.coarse == .low)
    #expect(try Self.value([Self.payment(1, day: 34)], day: 34.9)?.coarse == .high)
    #expect(try Self.value([], day: 35) == nil)
    #expect(try Self.value([], day: -0.1) == nil)
    #expect(try Self.value([open], day: 2.5)?.coarse == .low)
  }

  @Test("The bounds of the windows")
  func bounds() {
    let cases: [(Double, ConversionWindow?)] = [
      (0, .first), (1.999, .first), (2, .second), (6.999, .second), (7, .third), (34.999, .third),
      (35, nil),
    ]
    for (day, window) in cases {
      #expect(ConversionWindow(of: Self.days(day), installedAt: Self.launch) == window)
    }
  }

  @Test("Within a window, more facts and more time never lower the value")
  func neverLower() throws {
    var dice = SeededGenerator(announcedFor: "conversion values")
    for _ in 0..<300 {
      var facts: [InstallFact] = []
      var before: ConversionValue?
      var day = 0.0
      for _ in 0..<30 {
        let name = dice.pick(["payment", "read", "open", "beckon.sign_up", "other"])
        facts.append(
          InstallFact(
            name: name, at: Self.days(Double(Int.random(in: 0..<360, using: &dice)) / 10),
            properties: ["amount": .integer(Int.random(in: 0..<120, using: &dice) - 20)]))
        day += Double(Int.random(in: 0..<20, using: &dice)) / 10
        let now = try Self.value(facts, day: day)
        if let now, let before, now.window == before.window {
          #expect(now.fine >= before.fine && now.coarse >= before.coarse)
          #expect(now.locks || !before.locks)
        }
        before = now
      }
    }
  }

  @Test("A value that was told is not taken back, and a locked one stays")
  func following() {
    func value(
      _ window: ConversionWindow, _ fine: Int, _ coarse: CoarseValue, _ locks: Bool = false
    ) -> ConversionValue {
      ConversionValue(window: window, fine: fine, coarse: coarse, locks: locks)
    }
    #expect(
      value(.first, 3, .low).following(value(.first, 9, .medium)) == value(.first, 9, .medium))
    #expect(
      value(.first, 63, .high).following(value(.first, 9, .medium, true))
        == value(.first, 9, .medium, true))
    #expect(
      value(.second, 0, .low).following(value(.first, 9, .high, true)) == value(.second, 9, .low))
    #expect(value(.first, 3, .low).following(nil) == value(.first, 3, .low))
  }

  @Test(
    "What is no rule is refused, and it is said why",
    arguments: [
      (#"{"when":{"install":true}}"#, "rules[0].fine"),
      (#"{"when":{},"fine":1}"#, "rules[0].when"),
      (#"{"fine":1}"#, "rules[0].when"),
      (#"{"when":{"install":true,"payment":true},"fine":1}"#, "rules[0].when"),
      (#"{"when":{"install":false},"fine":1}"#, "rules[0].when.install"),
      (#"{"when":{"install":true},"fine":64}"#, "rules[0].fine"),
      (#"{"when":{"install":true},"window":1,"fine":6}"#, "rules[0].fine"),
      (#"{"when":{"install":true},"window":3,"coarse":"low"}"#, "rules[0].window"),
      (#"{"when":{"install":true},"coarse":"most"}"#, "rules[0].coarse"),
      (#"{"when":{"revenue":{"at_least":0}},"fine":1}"#, "rules[0].when.revenue.at_least"),
      (#"{"when":{"event":"a","count":0},"fine":1}"#, "rules[0].when.count"),
    ])
  func refused(_ rule: String, _ path: String) throws {
    let json = try JSONReader.read(rule)
    let error = #expect(throws: FieldError.self) { try Self.schema([json]) }
    #expect(error?.path == path)
  }

  @Test(
    "Decimal text is read exactly",
    arguments: [
      ("9.99", 9_990_000), ("0", 0), ("-0.5", -500_000), ("1e2", 100_000_000), ("1.5E-3", 1_500),
      ("0.1234567", 123_457), ("49.999999999999996", 50_000_000), ("1e-9223372036854775808", nil),
      ("9223372036854.775807", Int64.max), ("9223372036854.775808", nil),
      ("", nil), (".", nil), ("1.2.3", nil), ("--1", nil), ("1e", nil), ("x", nil), ("1e99", nil),
    ] as [(String, Int64?)])
  func decimals(_ text: String, _ millionths: Int64?) {
    #expect(JSON.string(text).millionths == millionths)
  }
}
