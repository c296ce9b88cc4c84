import BeckonModel
import Testing

@testable import BeckonServer

/// Every call in every state, for campaigns with one, two and three conversion events: the vendor's
/// answer, the member afterwards, and what our ledger has paid.
@Suite struct ReferralHeroGoalTests {
  /// Rows: goal, how they stand, by what the call tells who referred them; then what the calls
  /// answer, and how the member stands behind it: `-` no member, `o` organic, `r` referred; `p`
  /// pending, `u` unconfirmed, `c` confirmed.
  private static let table = """
    goal standing referrer | add          | pending      | track        | organic      | confirm
    1    -        none     | created oc   | list -       | list -       | list -       | nobody -
    1    -        code     | created rc   | list -       | list -       | list -       | nobody -
    1    -        device   | created rc   | list -       | list -       | list -       | nobody -
    1    oc       none     | retrieved oc | list oc      | list oc      | list oc      | list oc
    1    oc       code     | retrieved rc | list oc      | list oc      | list oc      | list oc
    1    rc       none     | retrieved rc | list rc      | list rc      | list rc      | list rc
    2    -        none     | created op   | referrer -   | referrer -   | created oc   | nobody -
    2    -        code     | created rp   | created rp   | completed rc | completed rc | nobody -
    2    -        device   | created rp   | created rp   | completed rc | completed rc | nobody -
    2    op       none     | retrieved op | referrer op  | referrer op  | completed oc | list op
    2    op       code     | retrieved rp | retrieved rp | completed rc | completed rc | list op
    2    op       device   | retrieved rp | retrieved rp | completed rc | completed rc | list op
    2    oc       none     | retrieved oc | referrer oc  | already oc   | already oc   | list oc
    2    oc       code     | retrieved oc | referrer oc  | already oc   | already oc   | list oc
    2    rp       none     | retrieved rp | retrieved rp | completed rc | completed rc | list rp
    2    rc       none     | retrieved rc | retrieved rc | already rc   | already rc   | list rc
    2    rc       code     | retrieved rc | retrieved rc | already rc   | already rc   | list rc
    3    -        none     | created op   | referrer -   | referrer -   | created ou   | nobody -
    3    -        code     | created rp   | created rp   | completed ru | completed ru | nobody -
    3    -        device   | created rp   | created rp   | completed ru | completed ru | nobody -
    3    op       none     | retrieved op | referrer op  | referrer op  | completed ou | nobody op
    3    op       code     | retrieved rp | retrieved rp | completed ru | completed ru | nobody op
    3    ou       none     | retrieved ou | referrer ou  | already ou   | already ou   | confirmed oc
    3    oc       none     | retrieved oc | referrer oc  | already oc   | already oc   | already oc
    3    rp       none     | retrieved rp | retrieved rp | completed ru | completed ru | nobody rp
    3    ru       none     | retrieved ru | retrieved ru | already ru   | already ru   | confirmed rc
    3    ru       code     | retrieved ru | retrieved ru | already ru   | already ru   | confirmed rc
    3    rc       none     | retrieved rc | retrieved rc | already rc   | already rc   | already rc
    """

  struct Case: Sendable, CustomTestStringConvertible {
    let goal: Int
    let standing: String
    let referrer: String
    let expected: [String]
    var testDescription: String { "goal \(goal), \(standing), \(referrer)" }
  }

  static let cases: [Case] = table.split(separator: "\n").dropFirst().map { line in
    let columns = line.split(separator: "|")
    let head = columns[0].split(separator: " ").map(String.init)
    return Case(
      goal: Int(head[0]) ?? 0, standing: head[1], referrer: head[2],
      expected: columns.dropFirst().map {
        $0.split(separator: " ").joined(separator: " ")
      })
  }

  private static let words = [
    "created": "subscriber_created", "retrieved": "subscriber_retrieved",
    "completed": "custom_event_completed", "confirmed": "subscriber_confirmed",
    "list": "wrong_list_type", "referrer": "referrer_invalid", "nobody": "subscriber_not_found",
    "already": "custom_event_already_completed",
  ]

  @Test("Every call does in every state what the vendor's documents say", arguments: cases)
  func table(_ row: Case) async throws {
    try #require(row.expected.count == 5)
    try await ReferralHeroShop.run(goals: [row.goal]) { _, shop in
      let ana = try await shop.referrer("ana", goal: row.goal)
      for (number, (call, expected)) in zip(MemberCall.allCases, row.expected).enumerated() {
        let subject = Subject(
          email: "p\(number)@example.com",
          client: shop.client(at: "203.0.113.\(number + 1)", goal: row.goal))
        let before = try await shop.paid()
        var prepared = try await subject.standing(row.standing, broughtBy: ana)
        let paidBefore = try await shop.paid()
        let answer = try await prepared.send(
          call, prepared.referrer(row.referrer, ana))
        let parts = expected.split(separator: " ").map(String.init)
        let said = answer.string("data.response") ?? answer.string("code")
        #expect(said == Self.words[parts[0]], "\(call): \(answer.status) \(answer.text)")
        let state = try await prepared.state(in: shop)
        #expect(state == parts[1], "\(call): \(answer.text)")
        let isPaid = row.standing != "rc" && state == "rc"
        #expect(try await shop.paid() - paidBefore == (isPaid ? 1 : 0), "\(call)")
        #expect(paidBefore - before == (row.standing == "rc" ? 1 : 0))
      }
    }
  }

  /// Somebody whom the calls are about.
  private struct Subject {
    let email: String
    var client: ReferralHeroClient

    /// Brings them where they are to stand, by calls of the protocol.
    func standing(_ word: String, broughtBy ana: ReferralHeroClient) async throws -> Subject {
      var subject = self
      guard word != "-" else { return subject }
      let referrer: JSON = word.hasPrefix("r") ? ["referrer": .string(ana.code)] : [:]
      let address: JSON = ["email": .string(email)]
      let added = try await subject.client.add(address.and(referrer))
      try #require(added.status == 200, "\(added.text)")
      let goal = Int(String(client.list.last ?? "1")) ?? 1
      if goal > 1, word.hasSuffix("u") || word.hasSuffix("c") {
        _ = try await subject.send(.organicTrack, [:])
      }
      if goal > 2, word.hasSuffix("c") { _ = try await subject.send(.confirm, [:]) }
      return subject
    }

    func referrer(_ word: String, _ ana: ReferralHeroClient) async throws -> JSON {
      switch word {
      case "code": return ["referrer": .string(ana.code)]
      case "device":
        let visit = try await client.app.phone(at: client.address, .iPhone).open("/" + ana.code)
        try #require(visit.visit?.status == 302, "\(visit.visit?.text ?? "")")
        return ReferralHeroClient.device
      default: return [:]
      }
    }

    mutating func send(_ call: MemberCall, _ more: JSON) async throws -> HTTPAnswer {
      let address: JSON = ["email": .string(email), "timestamp": "1722672000"]
      let body = address.and(more)
      switch call {
      case .add: return try await client.add(body)
      case .pending: return try await client.call("POST", "/subscribers/pending_referral", body)
      case .track:
        return try await client.call(
          "POST", "/subscribers/track_referral_conversion_event", body)
      case .organicTrack:
        return try await client.call("POST", "/subscribers/organic_track_referral", body)
      case .confirm:
        return try await client.call("POST", "/subscribers/\(client.id)/confirm", [:])
      }
    }

    /// How they stand, as the native API has it.
    func state(in shop: ReferralHeroShop) async throws -> String {
      let people = try await shop.app.get("/v1/people?email=\(email)").list("people")
      guard let person = people.first?["person"]?.string ?? people.first?["id"]?.string else {
        return "-"
      }
      let referrals = try await shop.app.get("/v1/referrals?person=\(person)").list("referrals")
      guard let state = referrals.first?["state"]?.string?.first else { return "-" }
      return (referrals.first?["referrer"]?.string == nil ? "o" : "r") + String(state)
    }
  }
}
