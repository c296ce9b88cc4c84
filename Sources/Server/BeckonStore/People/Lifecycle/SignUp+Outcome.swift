import BeckonEngine
import BeckonModel

extension SignUp {
  /// What became of it.
  public struct Outcome: Sendable {
    /// The person.
    public let person: PersonID
    /// Whether the caller proved to be them, or created them; else nothing was changed or told, but
    /// that their install is an old one.
    public let isProven: Bool
    /// Whether they are created by this.
    public let isNew: Bool
    /// A token, when there is one to hand out.
    public let token: String?
    /// Their link in the campaign.
    public let link: Link?
    /// Their referrer in the campaign.
    public let referredBy: PersonID?
    /// What became of the referrer who was named or found, or why they are not in the campaign to
    /// which the sign-up led; `nil` when there was nobody, and they are.
    public let referrerOutcome: ReferrerOutcome?
    /// Whether a referrer was named who is nobody, also where another was found.
    public let isReferrerUnknown: Bool
    /// Identities that are someone else's.
    public let conflicts: [IdentityKind]
    /// Whether the person was asked by mail for the address, by which they count in the campaign
    /// that they have joined; `nil` when nothing is to be asked.
    public var optIn: OptIn.Asking?
  }

  /// Lets somebody who waits for it count, if the call shows that they are who they say; else asks
  /// the owners of mail addresses that are theirs only now.
  func settleOptIn(of person: PersonID, _ added: [Identity]) throws {
    let optIns = OptIns(scope)
    // A server that changes something of a member says nothing of who they are.
    let isNamed = !request.identities.isEmpty
    try optIns.settle(
      person, isVouched: isNamed && (request.proof.trust == .server || request.voucher != nil))
    try optIns.ask(added, of: person, request.optIn)
  }
}
