import BeckonModel

/// The campaign of a run, and who invites into it. Read by all threads, changed by none.
struct FleetShop: Sendable {
  /// What each side gets for a conversion.
  static let amount: Int64 = 50
  static let unit = "pieces"

  struct Inviter: Sendable {
    let person: String
    let code: String
    /// Their referral link.
    let link: String
  }

  let options: FleetOptions
  let campaign: String
  let inviters: [Inviter]

  /// Makes a campaign of two steps whose second pays both sides, and the people who invite.
  /// - Throws: `FleetFailure`.
  init(_ options: FleetOptions) throws {
    self.options = options
    let client = FleetClient(options.servers)
    func made(_ path: String, _ body: JSON) throws -> JSON {
      let request = SimulatedRequest(path: path, key: options.secretKey, body: body.bytes)
      guard let json = client.acknowledged(request, copies: 1).first?.json else {
        throw FleetFailure(description: client.violations.last ?? "\(path) was not answered")
      }
      return json
    }
    let campaign = try made("/v1/campaigns", Self.campaign)["id"]?.string ?? ""
    self.campaign = campaign
    inviters = try (0..<options.inviters).map { number in
      let json = try made(
        "/v1/people", ["user_id": .string("inviter-\(number)"), "campaign": .string(campaign)])
      guard let person = json["person"]?.string, let code = json["referral_code"]?.string
      else { throw FleetFailure(description: "no inviter: \(json.text)") }
      let link = try made(
        "/v1/links",
        [
          "url": "https://shop.example/", "campaign": .string(campaign),
          "referrer": .string(person), "code": .string(Self.linkCode(campaign, number)),
        ])
      return Inviter(person: person, code: code, link: link["id"]?.string ?? "")
    }
  }

  /// The code of an inviter's link that is followed and counted.
  func linkCode(_ number: Int) -> String { Self.linkCode(campaign, number) }

  private static func linkCode(_ campaign: String, _ number: Int) -> String {
    "sail-\(campaign.suffix(8))-\(number)"
  }

  private static let campaign: JSON = [
    "name": "Fleet", "goal": 2, "url": "https://shop.example/",
    "rules": [
      [
        "name": "welcome", "when": ["referral": "confirmed"], "to": "both",
        "amount": .integer(amount), "unit": .string(unit),
      ]
    ],
  ]
}
