import BeckonModel

/// Somebody who could have brought a person.
public struct ReferrerCandidate: Hashable, Sendable {
  /// Who, and what that rests on.
  public let source: ReferralSource
  /// Since when: of a link that was followed, the click; of who is named, the call.
  public let at: Instant

  /// Makes a candidate.
  public init(source: ReferralSource, at: Instant) {
    self.source = source
    self.at = at
  }

  /// Why somebody did not become the referrer. The raw value stands in the evidence.
  public enum Loss: String, CaseIterable, Sendable {
    /// Somebody was earlier, and the first wins.
    case later
    /// Somebody was later, and the last wins.
    case earlier
    /// Somebody is sure, and this one is not.
    case lessSure = "less_sure"
  }
}

extension ReferrerChoice {
  /// Who becomes the referrer, with all who did not in the evidence. Who is not sure competes with
  /// nobody who is: a guess has no time that could be compared.
  /// - Parameter candidates: those of the best evidence first.
  public func choose(among candidates: [ReferrerCandidate]) -> ReferralSource? {
    guard self != .strongest else { return candidates.first?.source }
    let sure = candidates.filter { $0.source.match == .unique }
    let winner = self == .first ? sure.min { $0.at < $1.at } : sure.max { $0.at < $1.at }
    guard let winner = winner ?? candidates.first else { return nil }
    let losers = candidates.filter { $0.source.referrer != winner.source.referrer }
    let evidence = losers.reduce(winner.source.evidence.brought(at: winner.at)) { evidence, other in
      evidence.noting(
        other.source.referrer, by: other.source.method, at: other.at,
        loss(of: other.source.match))
    }
    return winner.source.with(evidence)
  }

  /// Whether the referrer who is noted for somebody before their sign-up gives way to another, who
  /// was named since.
  public func givesWay(_ member: Referral, to source: ReferralSource?) -> Bool {
    guard self != .strongest, member.state == .awaitingSignUp, let standing = member.referrer,
      let source, source.match == .unique, let named = source.referrer, named != standing
    else { return false }
    guard member.match == .unique, let old = member.evidence.broughtAt ?? member.referredAt,
      let new = source.evidence.broughtAt
    else { return true }
    return self == .first ? new < old : new >= old
  }

  /// The source that takes a member's referrer's place, with that one in its evidence.
  public func replacing(_ member: Referral, by source: ReferralSource) -> ReferralSource {
    guard let at = member.evidence.broughtAt ?? member.referredAt else { return source }
    return source.with(
      source.evidence.noting(
        member.referrer, by: member.method ?? "", at: at, loss(of: member.match)))
  }

  /// What a member's referrer rests on, with the one beside it who did not take the place.
  public func keeping(_ member: Referral, against source: ReferralSource) -> ReferralSource? {
    guard self != .strongest, member.state == .awaitingSignUp, let standing = member.referrer,
      let named = source.referrer, named != standing, named != member.person,
      let at = source.evidence.broughtAt
    else { return nil }
    return ReferralSource(
      referrer: standing, campaign: member.campaign, method: member.method ?? "",
      match: member.match,
      evidence: member.evidence.noting(named, by: source.method, at: at, loss(of: source.match)))
  }

  private func loss(of match: MatchType) -> ReferrerCandidate.Loss {
    if match < .unique { return .lessSure }
    return self == .first ? .later : .earlier
  }
}

extension ReferralSource {
  fileprivate func with(_ evidence: JSON) -> ReferralSource {
    ReferralSource(
      referrer: referrer, campaign: campaign, method: method, match: match, evidence: evidence)
  }
}

extension JSON {
  fileprivate static let broughtName = "at"
  /// Most candidates of whom evidence tells that they lost.
  private static let lostMax = 10

  /// When somebody was brought, where the order of candidates was asked for.
  fileprivate var broughtAt: Instant? { self[Self.broughtName]?.string.flatMap { Instant($0) } }

  fileprivate func brought(at: Instant) -> JSON {
    .object((members ?? []) + [Member(Self.broughtName, .instant(at))])
  }

  /// The evidence with one more who lost.
  fileprivate func noting(
    _ referrer: PersonID?, by method: String, at: Instant, _ loss: ReferrerCandidate.Loss
  ) -> JSON {
    let others = (members ?? []).filter { $0.name != Referral.lost }
    let known = self[Referral.lost]?.elements ?? []
    let added = JSON.object([
      "referrer": referrer.map(JSON.id), "method": .string(method), "at": .instant(at),
      "why": .string(loss.rawValue),
    ])
    return .object(
      others + [Member(Referral.lost, .array(Array((known + [added]).suffix(Self.lostMax))))])
  }
}
