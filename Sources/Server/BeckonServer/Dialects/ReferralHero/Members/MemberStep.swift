import BeckonContractReferralHero
import BeckonEngine
import BeckonModel

/// Which of the calls that move a member.
enum MemberCall: String, CaseIterable, Sendable {
  /// Join.
  case add
  /// Join, but only if referred.
  case pending
  /// The second conversion event of somebody who was referred.
  case track
  /// The second conversion event of anybody.
  case organicTrack
  /// The third conversion event.
  case confirm
}

/// How somebody stands in a campaign before a call.
enum MemberStanding: Hashable, Sendable {
  /// They never joined, or have left, or have not signed up.
  case unknown
  /// A member whom nobody has referred, and the last step that they have reached.
  case organic(step: Int)
  /// One who was referred.
  case referred(ReferralState)
  /// One whose mail address is not shown to be theirs, as the campaign asks.
  case unverified(isReferred: Bool)
}

/// What a call does, as the vendor's documents word it for campaigns with one, two and three
/// conversion events (docs/PROTOCOLS/referralhero.md, Goals).
enum MemberStep: Hashable, Sendable {
  /// Nothing: the call is answered with the member as they are.
  case identify
  /// They join, or get a referrer; `isReferred` then says how it goes on.
  case join
  /// A step is reached.
  case advance(Int)
  /// The call is refused, and nothing stays of it.
  case refuse(ReferralHeroFailure.Code, String)

  /// What a call does first.
  /// - Parameters:
  ///   - goal: conversion events of the campaign, 1 to 3.
  ///   - namesReferrer: whether the call says anything of who referred them.
  static func first(
    _ call: MemberCall, goal: Int, _ standing: MemberStanding, namesReferrer: Bool
  ) -> MemberStep {
    if let fault = fault(call, goal) { return fault }
    switch (call, standing) {
    case (.confirm, _): return confirm(standing)
    case (_, .unknown): return .join
    case (.add, .organic), (.pending, .organic): break
    case (.add, .referred), (.pending, .referred): return .identify
    case (.add, .unverified(true)), (.pending, .unverified(true)): return .identify
    // It is kept until they are verified.
    case (.track, .unverified(true)), (.organicTrack, .unverified): return .advance(2)
    case (_, .unverified(false)): break
    case (.track, .referred(let state)), (.organicTrack, .referred(let state)):
      return state == .pending ? .advance(2) : completed
    case (.track, .organic(let step)), (.organicTrack, .organic(let step)):
      if step >= 2 { return completed }
    }
    if namesReferrer { return .join }
    switch call {
    case .add: return .identify
    case .organicTrack: return .advance(2)
    default: return unreferred
    }
  }

  /// How it goes on once they have joined.
  static func second(_ call: MemberCall, isReferred: Bool) -> MemberStep {
    switch call {
    case .add, .confirm: .identify
    case .pending: isReferred ? .identify : unreferred
    case .track: isReferred ? .advance(2) : unreferred
    case .organicTrack: .advance(2)
    }
  }

  private static func confirm(_ standing: MemberStanding) -> MemberStep {
    switch standing {
    case .referred(.unconfirmed), .organic(step: 2): .advance(3)
    case .referred(.pending), .organic(step: 1):
      .refuse(
        .subscriberNotFound,
        "Only an unconfirmed referral can be confirmed: track its second conversion event first.")
    case .unknown:
      .refuse(.subscriberNotFound, "The provided subscriber does not exist in this campaign.")
    case .unverified: .refuse(.subscriberNotFound, unverified)
    case .referred, .organic: completed
    }
  }

  private static func fault(_ call: MemberCall, _ goal: Int) -> MemberStep? {
    let needed =
      switch call {
      case .add: 1
      case .pending, .track, .organicTrack: 2
      case .confirm: 3
      }
    guard goal < needed else { return nil }
    return .refuse(
      .wrongListType,
      "This campaign's goal is \(goal == 1 ? "one conversion event" : "two conversion events"); the "
        + "call needs one of \(needed == 2 ? "two or three" : "three"). A campaign's goal is set "
        + "when it is made: 'goal' of POST /v1/campaigns.")
  }

  private static let completed = MemberStep.refuse(
    .alreadyCompleted, "The custom event is already completed.")

  /// What a call is told that is about somebody who is unverified.
  static let unverified =
    "The subscriber has not confirmed their mail address, which this campaign asks for. What is "
    + "tracked meanwhile counts when they do."

  private static let unreferred = MemberStep.refuse(
    .referrerInvalid,
    "The referrer is invalid or not present: nothing that the call says leads to a member who "
      + "referred this one.")
}
