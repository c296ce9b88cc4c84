import BeckonEngine
import BeckonModel
import BeckonTesting
import Testing

/// The same facts in another order, and some of them twice, end in the same referrals and the same
/// money. Where the order counts, it is said here, each case by itself.
@Suite("Facts in any order")
struct OrderPropertyTests {
  private static let rounds = 300
  private static let ana = PersonID.numbered(100)

  /// Something that is told.
  enum Fact: Hashable, CustomStringConvertible {
    case step(Int, UInt64, fact: UInt64, Trust)
    case refund(UInt64)
    case merge(UInt64, into: UInt64)

    var description: String {
      switch self {
      case .step(let step, let person, let fact, let trust):
        "\(trust) tells step \(step) of \(person) by fact \(fact)"
      case .refund(let fact): "fact \(fact) is refunded"
      case .merge(let loser, let survivor): "\(loser) is merged into \(survivor)"
      }
    }
  }

  /// A campaign that pays both at each state, by clients' word or only by the server's, and the
  /// referrer for each second one.
  private static func campaign(goal: Int) -> Campaign {
    let states = [ReferralState.pending, .unconfirmed, .confirmed].filter {
      $0.isReached(byGoal: goal)
    }
    let rules = states.flatMap { state in
      [Trust.client, .server].map { trust in
        RewardRule(
          name: "both", trigger: .referral(state: state), beneficiary: .both,
          amount: trust == .server ? 1000 : 1, unit: "points", trust: trust)
      }
    }
    let counts = [Trust.client, .server].map { trust in
      RewardRule(
        name: "count", trigger: .referrals(count: 2, state: .confirmed, every: true),
        beneficiary: .referrer, amount: trust == .server ? 1_000_000 : 10_000, unit: "points",
        trust: trust)
    }
    return Campaign(
      id: .numbered(1), listUUID: "list", name: "campaign", goal: goal, kind: .referral,
      url: "https://shop.example", exclusiveGroup: nil,
      rules: (rules + counts).enumerated().map {
        CampaignRule(id: .numbered(UInt64($0) + 1), rule: $1)
      })
  }

  private static func books(goal: Int, people: UInt64, organic: Set<UInt64> = []) -> Books {
    Books(
      campaign(goal: goal),
      members: (0..<people).map { number in
        (.numbered(number), organic.contains(number) ? nil : ana)
      })
  }

  private static func play(_ facts: [Fact], on books: Books) -> Books {
    var books = books
    for fact in facts {
      switch fact {
      case .step(let step, let person, let fact, let trust):
        books.tell(step, of: .numbered(person), by: .numbered(fact), trust)
      case .refund(let fact): books.refund(.numbered(fact))
      case .merge(let loser, let survivor):
        books.merge(.numbered(loser), into: .numbered(survivor))
      }
    }
    return books
  }

  /// The steps of a person, each told by a client, by the server, or by both under one id or two.
  private static func steps(
    of person: UInt64, upTo goal: Int, _ dice: inout SeededGenerator
  ) -> [Fact] {
    (1...goal).flatMap { step -> [Fact] in
      let id = person * 100 + UInt64(step) * 10
      let client = Fact.step(step, person, fact: id, .client)
      let server = Fact.step(step, person, fact: dice.pick([id, id + 1]), .server)
      return dice.pick([[], [client], [server], [client, server], [server, server, client]])
    }
  }

  /// Facts in some other order, some of them told again.
  private static func shuffled(_ facts: [Fact], _ dice: inout SeededGenerator) -> [Fact] {
    let again = facts.filter { _ in dice.hits(oneIn: 3) }
    return (facts + again).shuffled(using: &dice)
  }

  private func always(
    _ purpose: String, _ facts: (inout SeededGenerator, Int) -> (books: Books, told: [Fact])
  ) {
    var dice = SeededGenerator(announcedFor: purpose)
    for round in 0..<Self.rounds {
      let goal = Int.random(in: 1...3, using: &dice)
      let (books, told) = facts(&dice, goal)
      let (one, other) = (Self.shuffled(told, &dice), Self.shuffled(told, &dice))
      let ends = [one, other].map { Self.play($0, on: books) }
      guard ends[0].outcome == ends[1].outcome else {
        Issue.record(
          """
          \(purpose), round \(round) of seed \(dice.seed), goal \(goal):
          \(one.map(\.description).joined(separator: "\n"))\n  ends in \(ends[0].outcome)
          \(other.map(\.description).joined(separator: "\n"))\n  ends in \(ends[1].outcome)
          """)
        return
      }
    }
  }

  @Test("Steps end in the same, whoever tells them first and how often")
  func steps() {
    always("steps in any order") { dice, goal in
      let people = UInt64.random(in: 1...5, using: &dice)
      let organic = Set((0..<people).filter { _ in dice.hits(oneIn: 6) })
      return (
        Self.books(goal: goal, people: people, organic: organic),
        (0..<people).flatMap { Self.steps(of: $0, upTo: goal, &dice) }
      )
    }
  }

  @Test("Counts that moved one by one are those that somebody counts")
  func counts() {
    var dice = SeededGenerator(announcedFor: "moved counts")
    for _ in 0..<Self.rounds {
      let goal = Int.random(in: 1...3, using: &dice)
      let told = (0..<4).flatMap { Self.steps(of: $0, upTo: goal, &dice) }
      let refunds = told.compactMap { fact -> Fact? in
        guard case .step(_, _, let id, _) = fact, dice.hits(oneIn: 5) else { return nil }
        return .refund(id)
      }
      let books = Self.play(
        Self.shuffled(told + refunds, &dice), on: Self.books(goal: goal, people: 4))
      let moved = books.counts.mapValues { $0.filter { $0.value != 0 } }.filter {
        !$0.value.isEmpty
      }
      #expect(moved == books.recounted)
    }
  }

  // MARK: Refunds

  @Test("A refund of the only step may come before it, after it, and twice")
  func refunds() {
    always("refunds in any order") { dice, _ in
      let people = UInt64.random(in: 1...4, using: &dice)
      let told = (0..<people).map { Fact.step(1, $0, fact: $0, dice.pick([.client, .server])) }
      let refunds = (0..<people).filter { _ in dice.hits(oneIn: 2) }.map { Fact.refund($0) }
      return (Self.stateBooks(people: people), told + refunds)
    }
  }

  /// With one step, and without rules on counts: who refunds the third of three does not take back
  /// what the count of two has paid.
  private static func stateBooks(people: UInt64) -> Books {
    let rule = RewardRule(
      name: "both", trigger: .referral(state: .confirmed), beneficiary: .both, amount: 1,
      unit: "points")
    return Books(.example(1, rule), members: (0..<people).map { (.numbered($0), ana) })
  }

  @Test("The order counts where a refund comes before its step counts: it is as if it had not come")
  func earlyRefund() {
    let (first, second) = (
      Fact.step(1, 0, fact: 1, .server), Fact.step(2, 0, fact: 2, .server)
    )
    let books = Self.books(goal: 2, people: 1)
    let early = Self.play([second, .refund(2), first], on: books)
    let late = Self.play([second, first, .refund(2)], on: books)
    #expect(early.referrals.values.map(\.state) == [.pending])
    #expect(late.referrals.values.map(\.state) == [.reversed])
  }

  @Test("The order counts where a later step has paid before an earlier one is refunded: it stays")
  func laterStepPaid() {
    let steps = [Fact.step(1, 0, fact: 1, .server), .step(2, 0, fact: 2, .server)]
    let books = Self.books(goal: 2, people: 1)
    let paid = Self.play(steps + [.refund(1)], on: books).outcome
    let unpaid = Self.play([steps[0], .refund(1), steps[1]], on: books).outcome
    #expect(paid.contains("\(PersonID.numbered(0).text) posted: 1001"))
    #expect(unpaid == ["\(PersonID.numbered(0).text) reversed"])
  }

  // MARK: Merges

  @Test("A merge at any moment ends in the same for one person who was told twice as much")
  func merges() {
    always("a merge at any moment") { dice, goal in
      // Each has the same steps by the same word; the second may be in the campaign or not.
      let isMember = dice.hits(oneIn: 2)
      let steps = (1...goal).prefix(Int.random(in: 1...goal, using: &dice))
      let words = steps.map { ($0, dice.pick([Trust.client, .server])) }
      let people: [UInt64] = isMember ? [0, 1] : [0]
      let told = people.flatMap { person in
        words.map { Fact.step($0.0, person, fact: person * 100 + UInt64($0.0), $0.1) }
      }
      return (
        Self.mergeBooks(goal: goal, people: people), told + [.merge(0, into: 1)]
      )
    }
  }

  /// Rules on states alone: what a count of both together reaches is the store's to fire.
  private static func mergeBooks(goal: Int, people: [UInt64]) -> Books {
    let all = campaign(goal: goal)
    let rules = all.rules.filter { !$0.rule.trigger.waitsForCount }
    return Books(
      Campaign(
        id: all.id, listUUID: "list", name: "campaign", goal: goal, kind: .referral, url: all.url,
        exclusiveGroup: nil, rules: rules),
      members: people.map { (.numbered($0), ana) })
  }

  @Test("The order counts where only the other has gone on: the survivor's referral stays")
  func mergeAfterStep() {
    let steps = [
      Fact.step(1, 0, fact: 1, .server), .step(2, 0, fact: 2, .server),
      .step(1, 1, fact: 3, .server),
    ]
    func state(_ facts: [Fact]) -> [ReferralState] {
      Self.play(facts, on: Self.mergeBooks(goal: 2, people: [0, 1])).referrals.values
        .map(\.state).filter { $0 != .superseded }
    }
    #expect(state(steps + [.merge(0, into: 1)]) == [.pending])
    #expect(state([.merge(0, into: 1)] + steps) == [.confirmed])
  }

  @Test("The order counts where two referrers were paid before the merge: both keep it")
  func mergeOfTwoReferrers() {
    let zoe = PersonID.numbered(200)
    let steps = [Fact.step(1, 0, fact: 1, .server), .step(1, 1, fact: 2, .server)]
    let books = Books(
      Self.mergeBooks(goal: 1, people: []).campaign,
      members: [(.numbered(0), Self.ana), (.numbered(1), zoe)])
    let after = Self.play(steps + [.merge(0, into: 1)], on: books).outcome
    let before = Self.play([.merge(0, into: 1)] + steps, on: books).outcome
    #expect(after.contains("\(Self.ana.text) posted: 1001"))
    #expect(after.contains("\(zoe.text) posted: 1001"))
    #expect(!before.contains { $0.hasPrefix(Self.ana.text) })
    #expect(before.contains("\(zoe.text) posted: 1001"))
    // The person is paid once in any case.
    for end in [after, before] {
      #expect(end.contains("\(PersonID.numbered(1).text) posted: 1001"))
    }
  }
}
