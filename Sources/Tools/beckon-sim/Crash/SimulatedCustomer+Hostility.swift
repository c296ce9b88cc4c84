import BeckonModel

extension SimulatedCustomer {
  /// Numbers at and beyond the ends of what programs count with.
  func hostileNumber() -> JSON {
    let numbers = [
      "0", "-0", "-1", "1e308", "1e-308", "1e999", "-1e999", "9223372036854775807",
      "-9223372036854775808", "9223372036854775808", "18446744073709551616", "0.1", "1.5e3",
      "99999999999999999999999999999999999999", "4294967296", "1000000000000", "1000000000001",
    ]
    return .number(numbers.randomElement(using: &chance) ?? "0")
  }

  private func hostileText() -> String {
    [
      "", "\u{0}", "é", "../..", "%00", "9999-12-31T23:59:59.999Z", "0000-01-01T00:00:00Z",
      "2016-12-31T23:59:60Z", "1e400", String(repeating: "x", count: 5_000), "\u{202E}",
    ].randomElement(using: &chance) ?? ""
  }

  private func hostileValue() -> JSON {
    switch Int.random(in: 0..<6, using: &chance) {
    case 0, 1: return hostileNumber()
    case 2: return .string(hostileText())
    case 3: return [hostileNumber(), .string(hostileText())]
    case 4: return ["width": hostileNumber(), "height": hostileNumber(), "scale": hostileNumber()]
    default: return .null
    }
  }

  /// A request that nobody means well. Whatever it is, the answer is no fault of the server, and
  /// the server goes on.
  func hostileRequest() -> SimulatedRequest {
    let person = shop.inviters[Int.random(in: shop.inviters.indices, using: &chance)].person.text
    let campaign = shop.campaigns[Int.random(in: 0..<3, using: &chance)].id.text
    switch Int.random(in: 0..<12, using: &chance) {
    case 0: return hostileEvents(person)
    case 1: return hostileCampaign()
    case 2: return hostile("/v1/people/\(person)/redemptions", ["id", "amount", "unit"])
    case 3:
      return hostile(
        "/v1/installs",
        [
          "install_id", "platform", "screen", "click_id", "install_referrer", "timezone", "ip",
          "language", "os_version",
        ])
    case 4:
      return hostile(
        "/v1/people", ["user_id", "phone", "email", "campaign", "referrer", "click_id"])
    case 5: return hostile("/v1/campaigns/\(campaign)/conversions", ["person", "step", "id"])
    case 6: return hostileAttributes(person)
    case 7: return hostileList(campaign)
    case 8:
      return hostile("/v1/links", ["url", "code", "expires_at", "campaign", "social", "utm"])
    case 9: return hostile("/", body: Array(String(repeating: "[", count: 5_000).utf8))
    case 10:
      return hostile("/v1/events", body: (0..<64).map { _ in .random(in: 0...255, using: &chance) })
    default:
      return hostile(method: "GET", "/%00%ff%2f/" + String(repeating: "a", count: 300))
    }
  }

  private func hostile(
    method: String = "POST", _ path: String, body: [UInt8] = []
  ) -> SimulatedRequest {
    SimulatedRequest(method: method, path: path, key: shop.secretKey, body: body)
  }

  private func hostile(_ path: String, _ fields: [String]) -> SimulatedRequest {
    let members = fields.map { JSON.Member($0, hostileValue()) }
    return hostile(path, body: JSON.object(members).bytes)
  }

  private func hostileAttributes(_ person: String) -> SimulatedRequest {
    // A name of its own: a wild `level` would look like a lost one.
    let body: JSON = ["attributes": ["wild": hostileValue(), "score": hostileNumber()]]
    return hostile(method: "PATCH", "/v1/people/\(person)", body: body.bytes)
  }

  private func hostileList(_ campaign: String) -> SimulatedRequest {
    let paths = ["/v1/campaigns/\(campaign)/leaderboard", "/v1/ledger/transfers", "/v1/links"]
    let path = paths[Int.random(in: paths.indices, using: &chance)]
    let number = hostileNumber().text
    return hostile(method: "GET", "\(path)?limit=\(number)&cursor=\(number)-trf_0")
  }

  private func hostileEvents(_ person: String) -> SimulatedRequest {
    // Ids without a number of their own never meet those of the good events.
    let event: JSON = [
      "id": "hostile", "name": "hostile", "person": .string(person), "at": .string(hostileText()),
      "properties": hostileValue(),
    ]
    let body: JSON = ["sent_at": .string(hostileText()), "events": [event]]
    return hostile("/v1/events", body: body.bytes)
  }

  private func hostileCampaign() -> SimulatedRequest {
    let rule: JSON = [
      "name": "wild", "to": "both", "unit": "wild", "amount": hostileNumber(),
      "hold_days": hostileNumber(), "level": hostileNumber(),
      "when": ["attribute": "wild", "crosses": hostileNumber()],
      "cap": ["per_person": hostileNumber(), "total": hostileNumber()],
    ]
    // Such a target is refused, after all else was read, so that the campaigns stay few.
    let body: JSON = ["name": "wild", "goal": 3, "url": "nowhere", "rules": [rule]]
    return hostile("/v1/campaigns", body: body.bytes)
  }
}
