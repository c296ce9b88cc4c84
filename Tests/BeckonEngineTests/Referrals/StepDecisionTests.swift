import BeckonEngine
import BeckonModel
import Testing

/// What it does to a referral that one of its steps is told, and that a step goes.
@Suite struct StepDecisionTests {
  struct Case: Sendable {
    let step: Int
    var state = ReferralState.pending
    let goal: Int
    let steps: Set<Int>
    let advance: ReferralProgress.Advance
    let after: ReferralState
    /// How the referrer's counts move: `from>to`.
    var moves: [String] = []
  }

  @Test(
    "A step moves the referral on as far as there is no gap",
    arguments: [
      Case(
        step: 1, goal: 1, steps: [], advance: .advanced([.confirmed]), after: .confirmed,
        moves: ["->confirmed"]),
      Case(
        step: 1, goal: 3, steps: [], advance: .advanced([.pending]), after: .pending,
        moves: ["->pending"]),
      Case(
        step: 2, goal: 2, steps: [1], advance: .advanced([.confirmed]), after: .confirmed,
        moves: ["pending->confirmed"]),
      Case(
        step: 2, goal: 3, steps: [1], advance: .advanced([.unconfirmed]), after: .unconfirmed,
        moves: ["pending->unconfirmed"]),
      // An early step is kept, and counts when the gap closes.
      Case(step: 3, goal: 3, steps: [1], advance: .early(missing: 2), after: .pending),
      Case(step: 2, goal: 2, steps: [], advance: .early(missing: 1), after: .pending),
      Case(
        step: 2, goal: 3, steps: [1, 3], advance: .advanced([.unconfirmed, .confirmed]),
        after: .confirmed, moves: ["pending->unconfirmed", "unconfirmed->confirmed"]),
      Case(
        step: 1, goal: 3, steps: [2, 3],
        advance: .advanced([.pending, .unconfirmed, .confirmed]), after: .confirmed,
        moves: ["->pending", "pending->unconfirmed", "unconfirmed->confirmed"]),
      Case(step: 1, goal: 3, steps: [1], advance: .already, after: .pending),
      Case(step: 3, goal: 3, steps: [1, 3], advance: .already, after: .pending),
      // What has ended stays so; the step is known all the same.
      Case(
        step: 2, state: .superseded, goal: 2, steps: [1], advance: .advanced([.confirmed]),
        after: .superseded),
      Case(
        step: 2, state: .reversed, goal: 2, steps: [1], advance: .advanced([.confirmed]),
        after: .reversed),
      // Before the sign-up a later step is early.
      Case(
        step: 2, state: .awaitingSignUp, goal: 2, steps: [], advance: .early(missing: 1),
        after: .awaitingSignUp),
      // While the address is not shown to be theirs, all steps are kept and nothing moves.
      Case(
        step: 1, state: .unverified, goal: 1, steps: [], advance: .advanced([.confirmed]),
        after: .unverified),
      Case(
        step: 2, state: .unverified, goal: 3, steps: [1], advance: .advanced([.unconfirmed]),
        after: .unverified),
      Case(
        step: 2, state: .unverified, goal: 3, steps: [1, 2], advance: .already,
        after: .unverified),
    ])
  func told(_ example: Case) {
    let decision = StepDecision(
      example.step, from: example.state, goal: example.goal, after: example.steps)
    #expect(decision.advance == example.advance)
    #expect(decision.isRecorded == (example.advance != .already))
    #expect(decision.state == example.after)
    let moves = decision.moves(of: .numbered(1), in: .numbered(1)).map { move in
      "\(move.old?.rawValue ?? "")->\(move.new?.rawValue ?? "")"
    }
    #expect(moves == example.moves)
  }

  @Test("The first step of who has not signed up is the sign-up, and is not written down")
  func beforeSignUp() {
    let decision = StepDecision(1, from: .awaitingSignUp, goal: 1, after: [])
    #expect(decision.advance == .early(missing: 1))
    #expect(!decision.isRecorded && decision.reached.isEmpty)
  }

  @Test(
    "A step that had not been told at all leaves the steps before it",
    arguments: [
      (2, .confirmed, 2, [1, 2], .back(to: .pending, counted: .pending)),
      (1, .confirmed, 1, [1], .back(to: .pending, counted: nil)),
      (1, .unconfirmed, 3, [1, 2], .back(to: .pending, counted: nil)),
      (3, .confirmed, 3, [1, 2, 3], .back(to: .unconfirmed, counted: .unconfirmed)),
      (3, .pending, 3, [1, 3], .none), (2, .reversed, 2, [1, 2], .none),
      (2, .superseded, 2, [1, 2], .none),
    ] as [(Int, ReferralState, Int, Set<Int>, StepRemoval)])
  func retracted(step: Int, state: ReferralState, goal: Int, steps: Set<Int>, what: StepRemoval) {
    #expect(StepRemoval.retracting(step, from: state, goal: goal, after: steps) == what)
  }

  @Test(
    "A refund ends what its step has moved, and takes away what came too early",
    arguments: [
      (2, 2, [1, 2], .reversed), (1, 3, [1, 2], .reversed), (1, 1, [1], .reversed),
      (3, 3, [1, 3], .none), (2, 2, [2], .none),
    ] as [(Int, Int, Set<Int>, StepRemoval)])
  func refunded(step: Int, goal: Int, steps: Set<Int>, what: StepRemoval) {
    #expect(StepRemoval.refunding(step, goal: goal, after: steps) == what)
  }

  @Test(
    "Only the server's word on what nobody vouched for takes its place",
    arguments: [
      (nil, Trust.server, false, true), ("client", .server, false, true),
      ("client", .server, true, false), ("client", .client, false, false),
      ("server", .server, false, false), ("vouched", .server, false, false),
    ] as [(String?, Trust, Bool, Bool)])
  func confirmed(told: String?, by trust: Trust, isReversed: Bool, givesWay: Bool) {
    let step = StepFact(id: .numbered(1), isVouched: StepFact.isVouched(told))
    let fact = MovingFact(id: .numbered(2), trust: trust, isReversed: isReversed)
    #expect(step.givesWay(to: fact) == givesWay)
  }
}
