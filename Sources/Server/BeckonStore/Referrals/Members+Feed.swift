import BeckonEngine
import BeckonModel

extension Members {
  /// What became of a member.
  public enum Change: String, CaseIterable, Sendable {
    /// They are a member from now on; where the campaign asks for double opt-in, since they have
    /// shown that the mail address is theirs.
    case joined
    /// What is known of them in the campaign is otherwise.
    case updated
    /// The app's server has taken them in, or given them a promoted reward.
    case promoted
    /// They have left.
    case left
  }

  /// Publishes what became of a member, if a webhook wants to know.
  /// - Parameter isByClient: whether only a client has said so.
  /// - Throws: `DatabaseError`.
  public func publish(
    _ change: Change, of referral: Referral, isByClient: Bool = false
  ) throws {
    // Of who is unverified nobody is told: the address may be a stranger's.
    guard referral.state != .unverified else { return }
    // Somebody joins once; else the same may happen again.
    let id: ReferralID = change == .joined ? referral.id : scope.newID()
    try Feed(scope).publish(
      .member, id.identifier, about: referral.person.identifier, isByClient: isByClient
    ) {
      Feed.body(
        of: [JSON.Member("person", .id(referral.person))],
        .object([
          "change": .string(change.rawValue), "campaign": .id(referral.campaign),
          "referral": .id(referral.id), "state": .string(referral.state.rawValue),
          "referrer": referral.referrer.map(JSON.id),
        ]))
    }
  }
}
