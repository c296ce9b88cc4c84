import BeckonEngine
import BeckonModel
import Testing

/// Whose an identity is: claimed by a client or confirmed by the app's server, and who asks.
@Suite struct IdentityDecisionTests {
  private static func person(_ number: UInt64) -> PersonID {
    PersonID(Identifier(high: 0, low: number))
  }

  /// `victim`, `v@x` or `+90` is an identity; `victim!` one that is confirmed.
  private static func identity(_ word: Substring) -> KnownIdentity {
    let text = word.filter { $0 != "!" }
    let kind: IdentityKind =
      text.contains("@") ? .email : text.hasPrefix("+") ? .phone : .userID
    return KnownIdentity(Identity(kind: kind, value: text), isConfirmed: word.hasSuffix("!"))
  }

  private static func words(_ text: String) -> [KnownIdentity] {
    text.split(separator: " ").map(identity)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    /// What it is about.
    let story: String
    /// The identities of people 1, 2, …; `+` before all of them: their token is shown.
    let people: [String]
    /// What the call names; `!` marks that for which the server vouches.
    let call: String
    /// Who it is, 0 for somebody new, and what becomes of each identity.
    let becomes: (owner: UInt64, fates: [IdentityDecision.Fate])
    var endsTokens = false

    var testDescription: String { story }
  }

  static let cases: [Case] = [
    // The server asks.
    Case(
      story: "nobody is known", people: [], call: "victim! v@x!",
      becomes: (0, [.attached, .attached])),
    Case(
      story: "who signed up on a phone is confirmed, and other tokens end",
      people: ["victim v@x"], call: "victim! v@x!", becomes: (1, [.confirmed, .confirmed]),
      endsTokens: true),
    Case(
      story: "a person claimed by mail is the one whom the server names by it",
      people: ["v@x"], call: "victim! v@x!", becomes: (1, [.attached, .confirmed]),
      endsTokens: true),
    Case(
      story: "the second time nothing ends", people: ["victim! v@x!"], call: "victim! v@x!",
      becomes: (1, [.unchanged, .unchanged])),
    Case(
      story: "what the person has added themselves is confirmed, and no token ends",
      people: ["victim! v@x"], call: "victim! v@x!", becomes: (1, [.unchanged, .confirmed])),
    Case(
      story: "a thief of another user id loses the mail", people: ["thief v@x"],
      call: "victim! v@x!", becomes: (0, [.attached, .taken])),
    Case(
      story: "a thief's real account does not get who is named by the mail alone",
      people: ["thief! v@x"], call: "v@x!", becomes: (0, [.taken])),
    Case(
      story: "nor if that account is known by another mail", people: ["t@x! v@x"], call: "v@x!",
      becomes: (0, [.taken])),
    Case(
      story: "the victim's account gets the mail that a thief has claimed",
      people: ["thief! v@x", "victim!"], call: "victim! v@x!", becomes: (2, [.unchanged, .taken])),
    Case(
      story: "the victim's mail decides before a user id that a thief has claimed",
      people: ["victim +1", "v@x!"], call: "victim! v@x!", becomes: (2, [.taken, .unchanged])),
    Case(
      story: "a user id that was claimed beside does not hide who is confirmed by mail",
      people: ["made-up v@x!"], call: "victim! v@x!", becomes: (1, [.attached, .unchanged])),
    Case(
      story: "what the server has said of two stays with the two", people: ["ana! a@x!"],
      call: "ben! a@x!", becomes: (0, [.attached, .conflict])),
    Case(
      story: "of two who are claimed, the first becomes the person",
      people: ["v@x", "+1"], call: "v@x! +1!", becomes: (1, [.confirmed, .taken]),
      endsTokens: true),

    // A client asks.
    Case(
      story: "a client finds who is claimed", people: ["v@x"], call: "v@x",
      becomes: (1, [.unchanged])),
    Case(
      story: "a client takes nothing from who is confirmed", people: ["v@x!"], call: "thief v@x",
      becomes: (1, [.attached, .unchanged])),
    Case(
      story: "a client takes nothing from who is claimed under another user id",
      people: ["ana a@x"], call: "ben a@x", becomes: (0, [.attached, .conflict])),

    // A signed user id; the rest is the client's word.
    Case(
      story: "a signed id finds its account", people: ["victim!"], call: "victim! v@x",
      becomes: (1, [.unchanged, .attached])),
    Case(
      story: "a signed id confirms who was claimed", people: ["victim v@x"], call: "victim! v@x",
      becomes: (1, [.confirmed, .unchanged]), endsTokens: true),
    Case(
      story: "a signed id does not open the account of a mail that the client adds",
      people: ["v@x!"], call: "thief! v@x", becomes: (0, [.attached, .conflict])),
    Case(
      story: "nor one that is only claimed", people: ["v@x"], call: "thief! v@x",
      becomes: (0, [.attached, .conflict])),
    Case(
      story: "with the token of the mail's account it is that account",
      people: ["+ v@x"], call: "victim! v@x", becomes: (1, [.attached, .unchanged])),
    Case(
      story: "a signed id leaves who is confirmed by something else, and had claimed it",
      people: ["t@x! victim"], call: "victim!", becomes: (0, [.taken])),
    Case(
      story: "with their token too they are who had claimed it", people: ["+ a@x! ana"],
      call: "ana!", becomes: (1, [.confirmed])),
  ]

  @Test("Whom a call is about, and whose each identity is", arguments: cases)
  func decides(_ test: Case) {
    let people = test.people.enumerated().map { place, text in
      let isProven = text.hasPrefix("+ ")
      return KnownPerson(
        id: Self.person(UInt64(place + 1)),
        identities: Self.words(isProven ? String(text.dropFirst(2)) : text), isProven: isProven)
    }
    let named = Self.words(test.call).map { known in
      NamedIdentity(
        known.identity, isVouched: known.isConfirmed,
        holder: people.first { $0.identities.map(\.identity).contains(known.identity) })
    }
    let decision = IdentityDecision.decide(named, user: nil)
    #expect(decision.owner?.id == (test.becomes.owner == 0 ? nil : Self.person(test.becomes.owner)))
    #expect(decision.fates == test.becomes.fates)
    #expect(decision.isFirstConfirmed == test.endsTokens)
  }

  @Test("An install's anonymous user becomes who is named; one who is known does not")
  func users() {
    let free = [
      NamedIdentity(Self.identity("ana").identity, isVouched: true, holder: nil)
    ]
    let anonymous = KnownPerson(id: Self.person(1), identities: [])
    let known = KnownPerson(id: Self.person(2), identities: Self.words("ben!"))
    #expect(IdentityDecision.decide(free, user: anonymous).owner == anonymous)
    #expect(!IdentityDecision.decide(free, user: anonymous).isFirstConfirmed)
    #expect(IdentityDecision.decide(free, user: known).owner == nil)
    #expect(IdentityDecision.decide([], user: known).owner == known)
  }

  @Test("Who signs in by a token of the server is that person, whatever the client names")
  func signedIn() {
    let ana = KnownPerson(id: Self.person(1), identities: Self.words("ana!"))
    let ben = KnownPerson(id: Self.person(2), identities: Self.words("b@x"))
    let named = [
      NamedIdentity(Self.identity("b@x").identity, isVouched: false, holder: ben),
      NamedIdentity(Self.identity("+1").identity, isVouched: false, holder: nil),
    ]
    let decision = IdentityDecision.decide(named, user: ben, signedIn: ana)
    #expect(decision.owner == ana)
    #expect(decision.fates == [.conflict, .attached])
  }

  @Test("A claim is kept out of what is confirmed when two are made one")
  func merged() {
    let standings: [PersonStanding] = [.anonymous, .claimed, .confirmed]
    let kept = standings.map { own in standings.map { own.keepsTokens(mergedWith: $0) } }
    #expect(kept == [[true, true, true], [true, true, false], [true, true, true]])
  }

  @Test("What is stored under a claimed id is told only to a server that knows no better")
  func facts() {
    let claimed = KnownPerson(id: Self.person(1), identities: Self.words("ana"))
    let mixed = KnownPerson(id: Self.person(2), identities: Self.words("ana b@x!"))
    let confirmed = KnownPerson(id: Self.person(3), identities: Self.words("ana!"))
    let owns = [claimed, mixed, confirmed].map { person in
      [Trust.client, .server].map { person.ownsFacts(of: person.identities[0], to: $0) }
    }
    #expect(owns == [[false, true], [false, false], [true, true]])
  }
}
