import BeckonEngine
import BeckonModel
import Testing

/// What a call says of a sign-up, which token it hands out, and who was here before.
@Suite struct SignUpDecisionTests {
  private static let mail = Identity(kind: .email, value: "ben@shop.example")

  private static func person(signedUp: Double?) -> Person {
    Person(
      id: .numbered(1), attributes: .object([]), serverAttributes: nil, consent: nil,
      signedUpAt: signedUp.map { .hour($0) }, signUpReceivedAt: signedUp.map { .hour($0) },
      createdAt: .hour(0))
  }

  /// What becomes of a mail address that a client claimed and that the server names now, or of one
  /// that is new.
  private static func identities(confirms: Bool) -> IdentityDecision {
    let holder = KnownPerson(
      id: .numbered(1), identities: [KnownIdentity(mail, isConfirmed: false)])
    return IdentityDecision.decide(
      [NamedIdentity(mail, isVouched: confirms, holder: confirms ? holder : nil)], user: nil)
  }

  struct Case: Sendable {
    var isSignUp = true
    var isNamed = true
    /// `nil` for somebody new; else whether they have signed up.
    var found: Bool?
    var confirms = false
    let fact: SignUpDecision.Fact
  }

  @Test(
    "Somebody signs up once, with an identity; the server may confirm it later",
    arguments: [
      Case(fact: .signUp), Case(isNamed: false, fact: .nothing),
      Case(isSignUp: false, fact: .nothing),
      Case(found: false, fact: .signUp), Case(found: true, fact: .nothing),
      Case(found: true, confirms: true, fact: .confirmed),
      Case(found: false, confirms: true, fact: .signUp),
      Case(isSignUp: false, found: true, confirms: true, fact: .nothing),
    ])
  func signUp(_ example: Case) {
    let decision = SignUpDecision(
      isSignUp: example.isSignUp, identities: example.isNamed ? [Self.mail] : [],
      found: example.found.map { Self.person(signedUp: $0 ? 0 : nil) },
      Self.identities(confirms: example.confirms))
    #expect(decision.fact == example.fact)
    #expect(decision.isFirst == (example.fact == .signUp))
    #expect(decision.confirms == (example.confirms && example.isSignUp))
  }

  @Test("A first sign-up that is too old pays nothing; what comes after pays by its own time")
  func payable() throws {
    let days = Double(Limits.payableAgeDays + 1)
    let old = try #require(
      EventTime(at: .hour(-24 * days), sentAt: nil, received: .hour(0)))
    func decision(_ found: Person?) -> SignUpDecision {
      SignUpDecision(
        isSignUp: true, identities: [Self.mail], found: found, Self.identities(confirms: false))
    }
    #expect(!decision(nil).isPayable(at: old))
    #expect(decision(Self.person(signedUp: 0)).isPayable(at: old))
  }

  @Test(
    "A token is handed out to who has none, and by a server only for somebody new or an install",
    arguments: [
      (false, true, Trust.client, true, true, .none), (true, true, .client, false, false, .new),
      (true, true, .client, false, true, .new), (true, false, .client, false, true, .shown),
      (true, false, .client, false, false, .new), (true, true, .server, false, false, .new),
      (true, false, .server, false, false, .none), (true, false, .server, true, false, .new),
      (true, false, .server, false, true, .shown),
    ] as [(Bool, Bool, Trust, Bool, Bool, TokenGrant)])
  func token(
    isAsked: Bool, isNew: Bool, trust: Trust, namesInstall: Bool, holds: Bool, grant: TokenGrant
  ) {
    #expect(
      TokenGrant.decide(isAsked: isAsked, isNew: isNew, by: trust, namesInstall: namesInstall) {
        holds
      } == grant)
  }

  @Test(
    "What is left of the erased tells who returns, and which facts are not wanted",
    arguments: [
      (true, PersonStanding.confirmed, true, true), (true, .claimed, true, true),
      (true, .anonymous, true, true), (false, .confirmed, false, false),
      (false, .claimed, true, false), (false, .anonymous, true, false),
    ] as [(Bool, PersonStanding, Bool, Bool)])
  func tombstone(
    isConfirmed: Bool, standing: PersonStanding, returns: Bool, silencesServer: Bool
  ) {
    let tombstone = Tombstone(isConfirmed: isConfirmed)
    #expect(tombstone.isReturn(of: standing) == returns)
    #expect(tombstone.silences(.server) == silencesServer)
    #expect(tombstone.silences(.client))
  }
}
