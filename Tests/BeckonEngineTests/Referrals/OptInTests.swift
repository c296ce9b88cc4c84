import BeckonEngine
import BeckonModel
import Testing

/// Whose referral waits in a campaign that asks for double opt-in, and who is asked by mail.
@Suite struct OptInTests {
  private static let (home, work) = (email("ana@example.org"), email("ana@example.com"))
  private static let phone = Identity(kind: .phone, value: "+491700000000")

  private static func email(_ address: String) -> Identity {
    Identity(kind: .email, value: address)
  }

  private static func campaign(asks: Bool) -> Campaign {
    Campaign(
      id: .numbered(1), listUUID: "list", name: "friends", goal: 1, kind: .referral,
      url: "https://shop.example", exclusiveGroup: nil, rules: [], asksForOptIn: asks)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var known: [KnownIdentity] = []
    var verified: [Identity] = []
    var isVouched = false
    var asks = true
    let state: ReferralState
  }

  private static func claimed(_ identity: Identity) -> KnownIdentity {
    KnownIdentity(identity, isConfirmed: false)
  }

  static let cases = [
    Case(
      testDescription: "the campaign does not ask", known: [claimed(home)], asks: false,
      state: .pending),
    Case(
      testDescription: "an address by a client's word", known: [claimed(home)],
      state: .unverified),
    Case(
      testDescription: "a phone number by a client's word", known: [claimed(phone)],
      state: .unverified),
    Case(testDescription: "nothing is known of them", state: .unverified),
    Case(
      testDescription: "the mailbox's owner has said yes", known: [claimed(home)],
      verified: [home], state: .pending),
    Case(
      testDescription: "of two addresses one is shown", known: [claimed(home), claimed(work)],
      verified: [work], state: .pending),
    Case(
      testDescription: "the address that was shown is another's now", known: [claimed(home)],
      verified: [work], state: .unverified),
    Case(
      testDescription: "the app's server has named them by something",
      known: [claimed(home), KnownIdentity(phone, isConfirmed: true)], state: .pending),
    Case(
      testDescription: "the app's server speaks of them", known: [claimed(home)], isVouched: true,
      state: .pending),
  ]

  @Test("Who is verified counts at once, whoever else waits", arguments: cases)
  func states(_ example: Case) {
    let optIn = OptIn(
      identities: example.known, verified: example.verified, isVouched: example.isVouched)
    #expect(optIn.firstState(in: Self.campaign(asks: example.asks)) == example.state)
  }

  @Test(
    "The address that the call has named is asked, else the only one; none that cannot be sent to",
    arguments: [
      ([], [], nil), ([home], [], home), ([home, phone], [phone], home),
      ([home, work], [], nil), ([home, work], [work], work), ([home], [work], home),
      ([email("ü@example.org")], [email("ü@example.org")], nil), ([phone], [phone], nil),
    ] as [([Identity], [Identity], Identity?)])
  func asked(known: [Identity], named: [Identity], expected: Identity?) {
    let optIn = OptIn(identities: known.map(Self.claimed), verified: [], isVouched: false)
    #expect(optIn.asked(named: named) == expected)
  }

  @Test("What waits is read as it was written, and knows that it was taken back")
  func waiting() throws {
    let fact = MovingFact(
      id: .numbered(7), trust: .client, isPayable: false, isBeforeSignUp: true)
    let change = AttributeChange(before: ["level": 1], after: ["level": 5])
    for occurrence: Occurrence in [
      .event(name: "purchase", properties: ["total": 20]), .attributes(change, byServer: nil),
      .attributes(change, byServer: AttributeChange(before: [:], after: ["level": 5])),
    ] {
      let kept = try #require(WaitingOccurrence(occurrence, by: fact))
      let read = try #require(
        WaitingOccurrence(kept.json, of: fact.id, isReversed: true))
      #expect(read.occurrence == occurrence)
      #expect(read.fact.isReversed && read.fact.id == fact.id && read.fact.trust == .client)
      #expect(!read.fact.isPayable && read.fact.isBeforeSignUp)
    }
    #expect(WaitingOccurrence(.state(.confirmed), by: fact) == nil)
    for wrong: JSON in [[:], ["trust": "client"], ["event": "buy", "trust": "nobody"]] {
      #expect(WaitingOccurrence(wrong, of: fact.id, isReversed: false) == nil)
    }
  }
}
