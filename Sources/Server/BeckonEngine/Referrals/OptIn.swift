import BeckonModel

/// Whether somebody counts in a campaign that asks for double opt-in: a mail address of theirs is
/// shown to be theirs, or the app's server has named them. Who has neither is a member, whose
/// referral waits.
public struct OptIn: Hashable, Sendable {
  /// By what the person is known.
  public let identities: [KnownIdentity]
  /// Mail addresses whose owners have said that they are the person's.
  public let verified: [Identity]
  /// Whether it is the app's server that speaks of them now, or has signed who they are.
  public let isVouched: Bool

  /// Describes a person.
  public init(identities: [KnownIdentity], verified: [Identity], isVouched: Bool) {
    self.identities = identities
    self.verified = verified
    self.isVouched = isVouched
  }

  /// Whether nothing more is asked of them. An address that was once shown to be theirs and is
  /// another's now shows nothing.
  public var isGiven: Bool {
    isVouched || identities.contains(where: \.isConfirmed)
      || identities.contains { verified.contains($0.identity) }
  }

  /// The state in which a referral begins when they sign up.
  public func firstState(in campaign: Campaign) -> ReferralState {
    campaign.asksForOptIn && !isGiven ? .unverified : .pending
  }

  /// Which of their addresses is asked: one of those that the call has named, else the only one
  /// that they have; none to which mail servers cannot send.
  public func asked(named: [Identity]) -> Identity? {
    let own = identities.map(\.identity).filter { identity in
      identity.kind == .email && MailboxAddress(identity.value) != nil
    }
    return own.first(where: named.contains) ?? (own.count == 1 ? own.first : nil)
  }

  /// What became of asking, as a stable word that callers are told.
  public enum Asking: String, CaseIterable, Sendable {
    /// A mail is on its way.
    case queued
    /// Nothing is sent to this address.
    case suppressed
    /// The call asked that none be sent.
    case notWanted = "not_wanted"
    /// The person has no address, or several of which none was named, or none that can be sent to.
    case noAddress = "no_address"
    /// The address, or the app, has had as many mails as it may.
    case tooMany = "too_many"
  }
}
