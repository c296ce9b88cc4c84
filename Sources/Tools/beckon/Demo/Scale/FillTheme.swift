import BeckonModel

/// What one of the scaled demo's apps is called, and what it has.
struct FillTheme {
  let name: String
  /// Who its text messages are from.
  let sender: String
  /// What its rewards are counted in.
  let unit: String
  /// Where its links lead.
  let site: String
  /// The campaign by which people bring friends stands first; through the last one's links robots
  /// and crowds come, and few of its installs are matched of late.
  let campaigns: [(name: String, channels: [String])]
  let kinds: [String]
  let makes: [String]

  static let all = [
    FillTheme(
      name: "Tidepool Quest", sender: "Tidepool", unit: "pearls", site: "https://tidepool.example/",
      campaigns: [
        ("Friends dive together", ["In the app", "Profile page"]),
        ("Summer of reefs", ["Reels", "Shorts", "Banner"]),
        ("Creators", ["Mara plays", "Reef radio", "Two turtles"]),
        ("Newsletter", ["Tuesday mail", "Welcome mail"]),
      ],
      kinds: ["Shell", "Lantern", "Chart", "Net", "Flippers"],
      makes: ["Coral", "Amber", "Midnight", "Foam", "Kelp", "Pearl"]),
    FillTheme(
      name: "Kite & Co", sender: "Kite", unit: "points", site: "https://kite.example/",
      campaigns: [
        ("Bring a friend", ["Receipt", "In the app"]), ("Autumn winds", ["Poster", "Search"]),
        ("Newsletter", ["Monthly mail"]),
      ],
      kinds: ["Kite", "Line", "Tail", "Bag"], makes: ["Red", "Blue", "Striped", "Silk", "Nylon"]),
    FillTheme(
      name: "Lantern Reader", sender: "Lantern", unit: "pages", site: "https://lantern.example/",
      campaigns: [
        ("Read together", ["Last page", "In the app"]), ("Book clubs", ["Club letter"]),
        ("Newsletter", ["Weekly mail"]),
      ],
      kinds: ["Novel", "Atlas", "Diary"], makes: ["Short", "Long", "Old", "Illustrated"]),
  ]

  /// The rules of the campaign by which people bring friends, as the API takes them. The last one
  /// waits for what nobody does.
  /// - Parameter cap: what first purchases may earn in all.
  func rules(cap: Int) -> JSON {
    func rule(_ name: String, _ when: JSON, _ to: String, _ amount: Int64) -> [JSON.Member] {
      [
        JSON.Member("name", .string(name)), JSON.Member("when", when),
        JSON.Member("to", .string(to)), JSON.Member("amount", .integer(amount)),
        JSON.Member("unit", .string(unit)),
      ]
    }
    let ofServer = JSON.Member("trust", "server")
    let purchase: [JSON.Member] = [
      ofServer, JSON.Member("hold_days", 7), JSON.Member("cap", ["total": .integer(Int64(cap))]),
    ]
    let paid: JSON = ["event": "payment", "filter": ["amount": ["gt": 0]]]
    return .array(
      [
        rule("Welcome", ["referral": "pending"], "recipient", 50),
        rule("Thank you", ["referral": "confirmed"], "referrer", 100),
        rule("First purchase", paid, "referrer", 200) + purchase,
        rule("Joined a team", ["event": Self.teamJoined], "referrer", 25) + [ofServer],
        rule("Veteran", ["event": "veteran_reached"], "referrer", 500),
      ].map(JSON.object))
  }

  /// An event of which clients tell and that earns something: what it earns waits for review.
  static let teamJoined: JSON = "team_joined"
}
