import BeckonContract
import BeckonContractReferralHero
import BeckonEngine
import BeckonModel
import BeckonStore

/// The calls by which somebody joins a campaign or reaches the second conversion event: `POST
/// …/subscribers`, `pending_referral`, `track_referral_conversion_event` and
/// `organic_track_referral`. What each does in which state is `MemberStep`'s.
struct JoinCampaign: Sendable {
  let call: Call
  let kind: MemberCall
  let campaign: Campaign
  let request: SubscriberRequest
  let amount: ConversionAmount?
  let warnings: [String]
  /// For the launch that a joining device may have: its `FirstLaunch.Request.caughtUp`.
  var caughtUp: RecentClicks.Generation?

  static func prepare(_ call: Call, _ kind: MemberCall) throws -> Work {
    let campaign = try call.list()
    let request = try SubscriberRequest(call, campaign)
    try request.requireIdentity()
    var warnings = request.warnings
    let amount = try ConversionAmount(request.fields, call.app, &warnings)
    let join = JoinCampaign(
      call: call, kind: kind, campaign: campaign, request: request, amount: amount,
      warnings: warnings)
    guard request.device != nil else { return join.work }
    return .behindClicks { caughtUp in
      var join = join
      join.caughtUp = caughtUp
      return join.work
    }
  }

  private var work: Work {
    .admission { scope, mayCreate in try run(scope, mayCreate: mayCreate) }
  }

  /// Does it. What is refused throws, so that nothing stays of it.
  /// - Throws: `Problem`; `FieldError`; `DatabaseError`; `SignUp.NewcomerRefused`.
  private func run(_ scope: Scope, mayCreate: Bool) throws -> (reply: Reply, isNew: Bool) {
    let found = try call.subscriber(knownBy: request.identities, in: campaign, scope)
    guard let found, call.proof.key == .secret else {
      return try run(found, nil, scope, mayCreate: mayCreate)
    }
    // Whom the app's server names is who they are, whoever has claimed it before.
    let named = try Joining(self, scope, of: found).run(mayCreate: mayCreate)
    return try telling(named.warnings).run(named.subscriber, named, scope, mayCreate: mayCreate)
  }

  /// - Parameters:
  ///   - known: the member as they stand before the call's step.
  ///   - named: what naming them has done already, where the app's server named them.
  private func run(
    _ known: Subscriber?, _ named: Joining.Joined?, _ scope: Scope, mayCreate: Bool
  ) throws -> (reply: Reply, isNew: Bool) {
    if let known, try isRepeated(known) { return (try repeated(known), false) }
    let namesReferrer =
      request.referrer != nil || request.device != nil || request.namesInstall
    let first = MemberStep.first(
      kind, goal: campaign.goal, known?.standing ?? .unknown, namesReferrer: namesReferrer)
    if let known, let step = try vouched(first, of: known) {
      return (try go(on: known, .advance(step)), false)
    }
    if case .refuse = first { try refuse(first) }
    if let known, !known.isOwn {
      guard kind == .add || kind == .pending, first == .identify else {
        if kind == .add { return (try reply(known, .retrieved), false) }
        throw Problem(ReferralHeroFailure.foreignSubscriber)
      }
      return (try reply(known, .retrieved), false)
    }
    guard first == .join else {
      guard let known else { throw Problem(ReferralHeroFailure.noSubscriber) }
      return (try go(on: known, first), false)
    }
    let joined = try named ?? Joining(self, scope).run(mayCreate: mayCreate)
    let isReferred = joined.subscriber.member.referral.referrer != nil
    let second = MemberStep.second(kind, isReferred: isReferred)
    let isMade = known == nil && !(kind == .track || (kind == .organicTrack && isReferred))
    let reply = try telling(named == nil ? joined.warnings : []).go(
      on: joined.subscriber, second, joined, isMade ? .created : nil)
    return (reply, joined.isNew)
  }

  /// The step that was told before by a client alone, and now by the app's server: its word counts
  /// as if it had come first.
  private func vouched(_ first: MemberStep, of known: Subscriber) throws -> Int? {
    try known.isVouching(first, 2) ? 2 : nil
  }

  /// The same, with more that the caller should know.
  private func telling(_ more: [String]) -> JoinCampaign {
    JoinCampaign(
      call: call, kind: kind, campaign: campaign, request: request, amount: amount,
      warnings: warnings + more, caughtUp: caughtUp)
  }

  // MARK: The step

  private func go(
    on subscriber: Subscriber, _ step: MemberStep, _ joined: Joining.Joined? = nil,
    _ response: ReferralHero.Response? = nil
  ) throws -> Reply {
    if case .refuse = step { try refuse(step) }
    let scope = subscriber.scope
    var member = try Members(scope).note(
      request.details, of: subscriber.member, overwrites: false)
    if let amount {
      let known = try Subscriber(member, in: campaign, call, scope)
      member = try amount.record(known, step: kind.rawValue, trust: call.proof.trust).member
    }
    let told = try Subscriber(member, in: campaign, call, scope).grant(request.points)
    guard case .advance(let number) = step else {
      let current = try Subscriber(member, in: campaign, call, scope)
      return try reply(current, response ?? .retrieved, joined, told)
    }
    let conversion = conversion(number, of: member)
    let outcome = try Conversions(scope).record(conversion)
    if case .answered = outcome, member.referral.state == .unverified { return unverified }
    guard case .recorded = outcome, let advanced = try Members(scope).find(member.referral.id)
    else { throw Problem(ReferralHeroFailure(.alreadyCompleted, Self.completed)) }
    let current = try Subscriber(advanced, in: campaign, call, scope)
    try Conversions(scope).keep(.eventCompleted, of: conversion)
    guard advanced.referral.state == .unverified else {
      return try reply(current, response ?? .eventCompleted, joined, told)
    }
    // As the vendor answers; what was told is kept all the same.
    guard joined != nil else { return unverified }
    return try reply(current, .created, joined, told)
  }

  private var unverified: Reply {
    .referralHero(
      ReferralHeroFailure(.subscriberNotFound, MemberStep.unverified),
      status: call.isReferralHeroServer ? 404 : 200)
  }

  private static let completed = "The custom event is already completed."

  private func conversion(_ step: Int, of member: CampaignMember) -> Conversion {
    Conversion(
      step: step, of: member.referral.person, in: campaign,
      clientID: conversionID(step, of: member), trust: call.proof.trust)
  }

  /// The same transaction once more is the same conversion; without one, the step is.
  private func conversionID(_ step: Int, of member: CampaignMember) -> String {
    let transaction = try? request.fields.text("transaction_id", max: Limits.clientIDBytes)
    let told = transaction.flatMap { $0 }.map { "transaction " + $0 } ?? "step \(step)"
    return "referralhero \(member.referral.id.text) " + told
  }

  /// Whether the same transaction was told before: who tells it again because the answer was lost
  /// must not read that the event was completed before.
  private func isRepeated(_ known: Subscriber) throws -> Bool {
    guard kind == .track || kind == .organicTrack, known.isOwn,
      known.member.referral.state != .unverified,
      try request.fields.text("transaction_id", max: Limits.clientIDBytes) != nil,
      try call.proof.trust == .client
        || Conversions(known.scope).isVouched(2, of: known.member.referral, in: campaign)
    else { return false }
    return try Conversions(known.scope).answer(to: conversion(2, of: known.member)) != nil
  }

  /// What it was worth may have been told for the first time, or been left out before.
  private func repeated(_ known: Subscriber) throws -> Reply {
    let member = try amount?.record(known, step: kind.rawValue, trust: call.proof.trust).member
    let current = try Subscriber(member ?? known.member, in: campaign, call, known.scope)
    return try reply(current, .eventCompleted)
  }

  private func refuse(_ step: MemberStep) throws {
    guard case .refuse(let code, let message) = step else { return }
    throw Problem(ReferralHeroFailure(code, message))
  }

  // MARK: The answer

  private func reply(
    _ subscriber: Subscriber, _ response: ReferralHero.Response,
    _ joined: Joining.Joined? = nil, _ told: [String] = []
  ) throws -> Reply {
    try .subscriber(
      subscriber.answer(call, said: request), response, call,
      warnings: warnings + told, token: joined?.token)
  }
}

extension Conversions {
  /// Keeps what came of a conversion, without whom it is about: that is kept for ever, and the
  /// person may be erased.
  func keep(_ response: ReferralHero.Response, of conversion: Conversion) throws {
    let body = JSON.object([JSON.Member("response", .string(response.rawValue))])
    try keep(status: 200, body: body.text, of: conversion)
  }
}

extension Reply {
  /// A member, and what the caller should know besides.
  /// - Parameter token: what proves from now on that the caller is the member.
  static func subscriber(
    _ answer: SubscriberAnswer, _ response: ReferralHero.Response, _ call: Call,
    warnings: [String] = [], token: String? = nil
  ) -> Reply {
    var members = answer.members(isForServer: call.isReferralHeroServer)
    if !warnings.isEmpty {
      members.append(JSON.Member("warnings", .array(warnings.map(JSON.string))))
    }
    if let token { members.append(JSON.Member(ReferralHero.tokenMember, .string(token))) }
    var reply = call.answered(members, response)
    if let token, !call.isReferralHeroServer {
      let secure = call.publicURL.hasPrefix("https:") ? "; Secure" : ""
      reply.headers.append(
        (
          "Set-Cookie",
          ReferralHero.tokenCookie + "=" + token
            + "; Path=/api/sdk/v1; Max-Age=34560000; HttpOnly; SameSite=Lax" + secure
        ))
    }
    return reply
  }
}
