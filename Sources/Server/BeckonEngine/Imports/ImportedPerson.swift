import BeckonModel

/// What one row of an imported file says of a person, in normal form.
public struct ImportedPerson: Hashable, Sendable {
  /// By what the person is known, in the order of `IdentityKind`.
  public let identities: [Identity]
  /// The code by which the person refers others.
  public let code: String?
  /// Who referred the person.
  public let referrer: Referrer?
  /// How far the referral had come.
  public let state: ReferralState?
  /// When the person signed up.
  public let signedUpAt: Instant?
  /// Attributes that the person gets, as far as they have none of these names.
  public let attributes: [JSON.Member]
  /// What is said of their part in the campaign alone.
  public let membership: ImportedMembership?

  /// By what a row names the referrer.
  public enum Referrer: Hashable, Sendable {
    /// By the code of theirs.
    case code(String)
    /// By what they are known.
    case identity(Identity)
    /// By the id that they had elsewhere (`ImportedMembership.alias`).
    case alias(String)
  }

  /// Makes one.
  public init(
    identities: [Identity], code: String? = nil, referrer: Referrer? = nil,
    state: ReferralState? = nil, signedUpAt: Instant? = nil, attributes: [JSON.Member] = [],
    membership: ImportedMembership? = nil
  ) {
    self.attributes = attributes
    self.membership = membership
    self.identities = identities
    self.code = code
    self.referrer = referrer
    self.state = state
    self.signedUpAt = signedUpAt
  }
}

/// What is known here that bears on a row.
public struct ImportStanding: Sendable {
  /// What becomes of the row's identities, in their order, and whose they are.
  public let decision: IdentityDecision
  /// Whether somebody was erased who was known by one of them for sure.
  public let isErased: Bool
  /// Whose the row's code is.
  public let code: CodeHolder
  /// Whose the id is that the row's person had elsewhere.
  public let alias: CodeHolder
  /// Whether the person whom the identities name has not signed up yet.
  public let awaitsSignUp: Bool
  /// The person's part in the campaign, by the person; `nil` when they have none.
  public let part: Referral?
  /// Number of steps of the campaign; `nil` when there is no campaign to join.
  public let goal: Int?
  /// When the row is imported.
  public let now: Instant
  /// Whose the identities are that the row names, as far as they are somebody's.
  public let holders: [PersonID]

  /// Whose a code is.
  public enum CodeHolder: Hashable, Sendable {
    /// Nobody's: it is free.
    case nobody
    /// This person's.
    case person(PersonID)
    /// Of a link of this person's, or nobody's, whose code a client chose.
    case client(PersonID?)
    /// Of a link that is nobody's, of another app, or that was deleted.
    case other
  }

  /// Makes one.
  public init(
    decision: IdentityDecision, isErased: Bool, code: CodeHolder, awaitsSignUp: Bool,
    part: Referral?, goal: Int?, now: Instant, holders: [PersonID] = [],
    alias: CodeHolder = .nobody
  ) {
    self.alias = alias
    self.holders = holders
    self.decision = decision
    self.isErased = isErased
    self.code = code
    self.awaitsSignUp = awaitsSignUp
    self.part = part
    self.goal = goal
    self.now = now
  }
}

extension ImportedPerson {
  /// What becomes of the row. Nothing of somebody who is here already is changed but by adding to
  /// it; what cannot be added refuses the whole row, so that nobody has to look for the half of it.
  /// The file is the app's server's word: what only a client has claimed gives way to it.
  public func plan(_ standing: ImportStanding) -> ImportPlan {
    if let rejection = rejection(standing) { return ImportPlan(.rejected(rejection)) }
    let decision = standing.decision
    let owner = decision.owner?.id
    let codeRejection = code.flatMap { rejection(ofCode: $0, standing, owner) }
    if decision.fates.contains(.conflict) {
      return ImportPlan(
        .rejected(ImportRejection(.severalPeople, "its identities are those of several people")))
    }
    if let codeRejection { return ImportPlan(.rejected(codeRejection)) }
    if standing.alias != .nobody, standing.alias != owner.map({ .person($0) }) {
      return ImportPlan(
        .rejected(ImportRejection(.idTaken, "its id is that of another member here already")))
    }
    var plan = ImportPlan(owner.map { .merged($0) } ?? .accepted)
    plan.added = identities(of: decision, [.attached, .taken])
    plan.confirmed = identities(of: decision, [.confirmed])
    plan.isFirstConfirmed = decision.isFirstConfirmed
    plan.marksPart = decision.isFirstConfirmed && standing.part.map { $0.imported == nil } ?? false
    switch standing.code {
    case .nobody: plan.code = code
    case .client(let holder) where holder == nil || holder != owner:
      (plan.code, plan.takesCodeBack) = (code, true)
    case .client, .person, .other: break
    }
    let isNew = owner == nil || (standing.awaitsSignUp && standing.part == nil)
    if isNew { plan.signedUpAt = min(signedUpAt ?? standing.now, standing.now) }
    plan.isFromBefore = isNew || decision.isFirstConfirmed
    if let goal = standing.goal, standing.part == nil {
      let state = state ?? ReferralProgress.state(after: 1, goal: goal)
      plan.steps = ReferralProgress.step(reaching: state, goal: goal)
    }
    return plan
  }

  private func identities(
    of decision: IdentityDecision, _ fates: Set<IdentityDecision.Fate>
  ) -> [Identity] {
    zip(identities, decision.fates).filter { fates.contains($1) }.map(\.0)
  }

  private func rejection(_ standing: ImportStanding) -> ImportRejection? {
    guard !identities.isEmpty else {
      return ImportRejection(.nobody, "no cell says by what the person is known")
    }
    guard !standing.isErased else {
      return ImportRejection(.erased, "the person was erased here, and is not brought back")
    }
    if let state, let goal = standing.goal,
      ReferralProgress.step(reaching: state, goal: goal) == nil
    {
      return ImportRejection(
        .invalid, "'state' is none of a campaign with \(goal) step\(goal == 1 ? "" : "s")")
    }
    return nil
  }

  private func rejection(
    ofCode code: String, _ standing: ImportStanding, _ owner: PersonID?
  ) -> ImportRejection? {
    do throws(CodeError) {
      try Code.check(custom: code)
    } catch {
      let reason = error == .reserved ? ImportRejection.Reason.codeReserved : .codeMalformed
      return ImportRejection(reason, "'code' \(error.remedy)")
    }
    switch standing.code {
    // What a client chose may have been another's before: the list is the operator's word.
    case .nobody, .client: return nil
    case .person(let holder) where holder == owner: return nil
    case .person, .other:
      return ImportRejection(.codeTaken, "'code' is another link's already, or once was")
    }
  }
}

/// What is to be done for a row.
public struct ImportPlan: Hashable, Sendable {
  /// What is said of the row.
  public var verdict: ImportVerdict
  /// Identities that become the person's.
  public var added: [Identity] = []
  /// Identities of the person that were only claimed to be theirs.
  public var confirmed: [Identity] = []
  /// Whether the person was known only by what clients said until now.
  public var isFirstConfirmed = false
  /// Whether the part that clients have made for the person counts as imported from now on.
  public var marksPart = false
  /// Whether the person was known before they came here, as far as anybody knows for sure: then no
  /// link that was clicked here led to an install of theirs.
  public var isFromBefore = false
  /// The code of a link that is made for the person.
  public var code: String?
  /// Whether the code is taken from a link for which a client chose it.
  public var takesCodeBack = false
  /// When they signed up; `nil` when that is known here already.
  public var signedUpAt: Instant?
  /// The steps of the campaign that they have behind them when they join it by this; `nil` when
  /// they do not.
  public var steps: Int?

  /// A plan in which nothing is to be done.
  public init(_ verdict: ImportVerdict) {
    self.verdict = verdict
  }

  /// Whether anything is added.
  public var changesAnything: Bool {
    !added.isEmpty || !confirmed.isEmpty || code != nil || signedUpAt != nil || steps != nil
  }

  /// When the sign-up counts as received: so long ago that nobody can be set as referrer by it.
  public static func received(_ signedUpAt: Instant, now: Instant) -> Instant {
    let last = now.adding(milliseconds: -(Limits.referrerHours + 1) * Span.hourMilliseconds)
    return min(signedUpAt, last)
  }
}
