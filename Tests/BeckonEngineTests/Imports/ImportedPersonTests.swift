import BeckonEngine
import BeckonModel
import Testing

/// What becomes of a row of an imported file.
@Suite struct ImportedPersonTests {
  private static let ana: Identity = .init(kind: .userID, value: "ana")
  private static let mail: Identity = .init(kind: .email, value: "ana@example.com")
  private static let other: Identity = .init(kind: .userID, value: "other")
  private static let now: Instant = .hour(0)

  private static func person(_ number: UInt64, _ known: KnownIdentity...) -> KnownPerson {
    KnownPerson(id: .numbered(number), identities: known)
  }

  private static func confirmed(_ identity: Identity) -> KnownIdentity {
    KnownIdentity(identity, isConfirmed: true)
  }

  private static func claimed(_ identity: Identity) -> KnownIdentity {
    KnownIdentity(identity, isConfirmed: false)
  }

  /// What is known of the row of Ana and her mail address.
  private static func standing(
    _ ana: KnownPerson? = nil, mail: KnownPerson? = nil, isErased: Bool = false,
    code: ImportStanding.CodeHolder = .nobody, awaitsSignUp: Bool = false, part: Referral? = nil,
    goal: Int? = 2
  ) -> ImportStanding {
    ImportStanding(
      decision: .decide(
        [
          NamedIdentity(Self.ana, isVouched: true, holder: ana),
          NamedIdentity(Self.mail, isVouched: true, holder: mail),
        ], user: nil),
      isErased: isErased, code: code, awaitsSignUp: awaitsSignUp, part: part, goal: goal, now: now)
  }

  private static func row(
    _ code: String? = "ANA", state: ReferralState? = nil, signedUpAt: Instant? = .hour(-1_000)
  ) -> ImportedPerson {
    ImportedPerson(identities: [ana, mail], code: code, state: state, signedUpAt: signedUpAt)
  }

  @Test(
    "What a client chose as a code is the list's, unless it is the same person's",
    arguments: [
      (.nobody, nil, false), (.client(nil), nil, true), (.client(.numbered(2)), nil, true),
      (.client(.numbered(2)), person(1, confirmed(ana)), true),
      (.client(nil), person(1, confirmed(ana)), true),
    ] as [(ImportStanding.CodeHolder, KnownPerson?, Bool)])
  func codesOfClients(holder: ImportStanding.CodeHolder, owner: KnownPerson?, takesBack: Bool) {
    let plan = Self.row().plan(Self.standing(owner, code: holder))
    #expect(plan.code == "ANA" && plan.takesCodeBack == takesBack)
  }

  @Test func aPersonsOwnCodeStays() {
    let known = Self.person(1, Self.confirmed(Self.ana))
    let plan = Self.row().plan(Self.standing(known, code: .client(.numbered(1))))
    #expect(plan.code == nil && !plan.takesCodeBack)
  }

  @Test(
    "Rows that are rejected, and why",
    arguments: [
      (ImportedPerson(identities: [], code: "ANA"), standing(), .nobody),
      (row(), standing(isErased: true), .erased),
      (
        row(), standing(person(1, confirmed(ana)), mail: person(2, confirmed(mail))), .severalPeople
      ),
      // The app has two ids: they are two people.
      (row(), standing(mail: person(1, confirmed(mail), confirmed(other))), .severalPeople),
      (row("Ä"), standing(), .codeMalformed), (row("a b"), standing(), .codeMalformed),
      (row(".a"), standing(), .codeMalformed),
      (row(String(repeating: "a", count: 101)), standing(), .codeMalformed),
      (row("V1"), standing(), .codeReserved), (row("health"), standing(), .codeReserved),
      (row(), standing(code: .other), .codeTaken),
      (row(), standing(code: .person(.numbered(1))), .codeTaken),
      (row(), standing(person(2, confirmed(ana)), code: .person(.numbered(1))), .codeTaken),
      (row(state: .unconfirmed), standing(), .invalid),
      (row(state: .pending), standing(goal: 1), .invalid),
      (row(state: .reversed), standing(), .invalid),
    ] as [(ImportedPerson, ImportStanding, ImportRejection.Reason)])
  func rejected(row: ImportedPerson, standing: ImportStanding, reason: ImportRejection.Reason) {
    let plan = row.plan(standing)
    guard case .rejected(let rejection) = plan.verdict else {
      Issue.record("\(plan)")
      return
    }
    #expect(rejection.reason == reason)
    #expect(!plan.changesAnything)
    #expect(!rejection.detail.contains("ana"), "tells what stands in the row")
  }

  @Test(
    "Somebody new joins with the code, and with the steps of the state",
    arguments: [
      (nil, 1, 1), (.confirmed, 1, 1), (nil, 2, 1), (.pending, 2, 1), (.confirmed, 2, 2),
      (.unconfirmed, 3, 2), (.confirmed, 3, 3),
    ] as [(ReferralState?, Int, Int)])
  func accepted(state: ReferralState?, goal: Int, steps: Int) {
    let plan = Self.row(state: state).plan(Self.standing(goal: goal))
    #expect(plan.verdict == .accepted)
    #expect(plan.added == [Self.ana, Self.mail])
    #expect(plan.isFromBefore)
    #expect(plan.code == "ANA")
    #expect(plan.steps == steps)
    #expect(plan.signedUpAt == .hour(-1_000))
  }

  @Test("Nobody signs up in the future, and who has no date did so now")
  func time() {
    #expect(Self.row(signedUpAt: .hour(1)).plan(Self.standing()).signedUpAt == Self.now)
    #expect(Self.row(signedUpAt: nil).plan(Self.standing()).signedUpAt == Self.now)
    // Nobody can be set as their referrer by the app any more.
    for signedUpAt in [Self.now, .hour(-1_000)] {
      let received = ImportPlan.received(signedUpAt, now: Self.now)
      let proposal = ReferrerProposal(
        person: .numbered(1), referrer: .numbered(2), standing: nil, hasMovedOn: false,
        signUpReceived: received)
      #expect(proposal.outcome(at: Self.now) { [] } == .tooLate)
    }
  }

  @Test("Of who is here only what is missing is added")
  func merged() {
    let known = Self.person(1, Self.confirmed(Self.ana))
    let part = Referral.example(person: 1, referrer: nil)
    let plan = Self.row(state: .confirmed).plan(Self.standing(known, part: part))
    #expect(plan.verdict == .merged(.numbered(1)))
    #expect(plan.added == [Self.mail])
    #expect(!plan.isFromBefore)
    #expect(plan.code == "ANA")
    #expect(plan.signedUpAt == nil)
    #expect(plan.steps == nil)

    let whole = Self.person(1, Self.confirmed(Self.ana), Self.confirmed(Self.mail))
    let nothing = Self.row().plan(
      Self.standing(whole, mail: whole, code: .person(.numbered(1)), part: part))
    #expect(nothing.verdict == .merged(.numbered(1)))
    #expect(!nothing.changesAnything)
  }

  @Test("Whom only clients have named is known for sure from now on")
  func onlyClaimed() {
    let known = Self.person(1, Self.claimed(Self.ana))
    let plan = Self.row().plan(Self.standing(known))
    #expect(plan.verdict == .merged(.numbered(1)))
    #expect(plan.confirmed == [Self.ana])
    #expect(plan.added == [Self.mail])
    #expect(plan.isFirstConfirmed)
    #expect(plan.isFromBefore)
  }

  @Test("What clients have claimed for somebody else is taken from them")
  func taken() {
    let holder = Self.person(2, Self.claimed(Self.mail), Self.confirmed(Self.other))
    let known = Self.row().plan(
      Self.standing(Self.person(1, Self.confirmed(Self.ana)), mail: holder))
    #expect(known.verdict == .merged(.numbered(1)))
    #expect(known.added == [Self.mail])
    let new = Self.row().plan(Self.standing(mail: holder))
    #expect(new.verdict == .accepted)
    #expect(new.added == [Self.ana, Self.mail])
  }

  @Test(
    "A part that only clients have made counts as imported once the file confirms the person",
    arguments: [
      (claimed(ana), .example(person: 1), true), (claimed(ana), nil, false),
      (confirmed(ana), .example(person: 1), false),
      (claimed(ana), .example(person: 1, imported: .open), false),
    ] as [(KnownIdentity, Referral?, Bool)])
  func marksPart(known: KnownIdentity, part: Referral?, marks: Bool) {
    let plan = Self.row().plan(Self.standing(Self.person(1, known), part: part))
    #expect(plan.marksPart == marks)
  }

  @Test("Who waits for a sign-up has signed up, unless a referral begins by it")
  func waiting() {
    let known = Self.person(1, Self.confirmed(Self.ana))
    #expect(
      Self.row().plan(Self.standing(known, awaitsSignUp: true)).signedUpAt == .hour(-1_000))
    let enrolled = Referral.example(person: 1, state: .awaitingSignUp)
    let plan = Self.row().plan(Self.standing(known, awaitsSignUp: true, part: enrolled))
    #expect(plan.signedUpAt == nil)
    #expect(plan.steps == nil)
  }

  @Test("Without a campaign there are only people")
  func noCampaign() {
    let plan = Self.row(nil).plan(Self.standing(goal: nil))
    #expect(plan.verdict == .accepted)
    #expect(plan.steps == nil)
  }
}
