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
    var request = SimulatedRequest(path: "/", key: shop.secretKey)
    switch Int.random(in: 0..<12, using: &chance) {
    case 0: hostileEvents(&request, person)
    case 1: hostileCampaign(&request)
    case 2:
      request.path = "/v1/people/\(person)/redemptions"
      request.body = fields(["id", "amount", "unit"])
    case 3:
      request.path = "/v1/installs"
      request.body = fields([
        "install_id", "platform", "screen", "click_id", "install_referrer", "timezone", "ip",
        "language", "os_version",
      ])
    case 4:
      request.path = "/v1/people"
      request.body = fields(["user_id", "phone", "email", "campaign", "referrer", "click_id"])
    case 5:
      request.path = "/v1/campaigns/\(campaign)/conversions"
      request.body = fields(["person", "step", "id"])
    case 6:
      request.path = "/v1/people/\(person)"
      request.method = "PATCH"
      // A name of its own: a wild `level` would look like a lost one.
      request.body =
        JSON.object([
          JSON.Member("attributes", ["wild": hostileValue(), "score": hostileNumber()])
        ]).bytes
    case 7:
      let number = hostileNumber().text
      request.method = "GET"
      request.path =
        ["/v1/campaigns/\(campaign)/leaderboard", "/v1/ledger/transfers", "/v1/links"]
        .randomElement(using: &chance).map { "\($0)?limit=\(number)&cursor=\(number)-trf_0" } ?? "/"
    case 8:
      request.path = "/v1/links"
      request.body = fields(["url", "code", "expires_at", "campaign", "social", "utm"])
    case 9: request.body = Array(String(repeating: "[", count: 5_000).utf8)
    case 10:
      request.path = "/v1/events"
      request.body = (0..<64).map { _ in UInt8.random(in: 0...255, using: &chance) }
    default:
      request.method = "GET"
      request.path = "/%00%ff%2f/" + String(repeating: "a", count: 300)
    }
    return request
  }

  private func fields(_ names: [String]) -> [UInt8] {
    JSON.object(names.map { JSON.Member($0, hostileValue()) }).bytes
  }

  private func hostileEvents(_ request: inout SimulatedRequest, _ person: String) {
    request.path = "/v1/events"
    // Ids without a number of their own never meet those of the good events.
    let event = JSON.object([
      JSON.Member("id", .string("hostile")), JSON.Member("name", .string("hostile")),
      JSON.Member("person", .string(person)), JSON.Member("at", .string(hostileText())),
      JSON.Member("properties", hostileValue()),
    ])
    request.body =
      JSON.object([
        JSON.Member("sent_at", .string(hostileText())), JSON.Member("events", .array([event])),
      ]).bytes
  }

  private func hostileCampaign(_ request: inout SimulatedRequest) {
    request.path = "/v1/campaigns"
    let rule = JSON.object([
      JSON.Member("name", "wild"), JSON.Member("to", "both"), JSON.Member("unit", "wild"),
      JSON.Member("amount", hostileNumber()), JSON.Member("hold_days", hostileNumber()),
      JSON.Member("level", hostileNumber()),
      JSON.Member("when", ["attribute": "wild", "crosses": hostileNumber()]),
      JSON.Member("cap", ["per_person": hostileNumber(), "total": hostileNumber()]),
    ])
    // Such a target is refused, after all else was read, so that the campaigns stay few.
    request.body =
      JSON.object([
        JSON.Member("name", "wild"), JSON.Member("goal", 3),
        JSON.Member("url", "nowhere"), JSON.Member("rules", .array([rule])),
      ]).bytes
  }
}
