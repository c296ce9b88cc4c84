import BeckonEngine
import BeckonModel

/// Members of campaigns that ask for double opt-in: who is asked by mail, and what follows when
/// they say yes (`OptIn`).
public struct OptIns {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// How a call wants somebody to be asked.
  public struct Wish: Sendable {
    /// Mail addresses that the call has named, in normal form.
    public let named: [Identity]
    /// In which language, as the server's pages know it: `de`.
    public let language: String
    /// Whether a mail may be written.
    public let isMailed: Bool

    /// Makes a wish.
    public init(named: [Identity] = [], language: String = "en", isMailed: Bool = true) {
      self.named = named
      self.language = language
      self.isMailed = isMailed
    }
  }

  /// What is known of whether an address is the person's.
  func known(of person: PersonID, isVouched: Bool) throws -> OptIn {
    let people = People(scope)
    return OptIn(
      identities: try people.known(of: person),
      verified: try people.verified(of: person).map(\.email), isVouched: isVouched)
  }

  // MARK: Asking

  /// Asks a new member of a campaign whether the address is theirs.
  func ask(
    _ person: PersonID, in campaign: CampaignID, _ wish: Wish
  ) throws -> OptIn.Asking {
    guard wish.isMailed else { return .notWanted }
    let known = try known(of: person, isVouched: false)
    guard let email = known.asked(named: wish.named) else { return .noAddress }
    let new = NewMessage(
      mail: .verifyEmail, to: email, of: person, language: wish.language, campaign: campaign)
    guard case .written(let message) = try Messages(scope).write(new) else { return .tooMany }
    return message.state == .suppressed ? .suppressed : .queued
  }

  /// Asks an unverified member again by an address that has become theirs only now.
  func ask(_ added: [Identity], of person: PersonID, _ wish: Wish) throws {
    guard added.contains(where: { $0.kind == .email }) else { return }
    let waiting = try Referrals(scope).all(of: person).first { $0.state == .unverified }
    guard let waiting else { return }
    let named = Wish(named: added, language: wish.language, isMailed: wish.isMailed)
    _ = try ask(person, in: waiting.campaign, named)
  }

  // MARK: The answer

  /// Lets the referrals of somebody begin that wait for it, if it is known by now that an address
  /// is theirs, or the app's server speaks of them: what was told meanwhile counts now.
  /// - Throws: `DatabaseError`.
  public func settle(_ person: PersonID, isVouched: Bool = false) throws {
    let waiting = try Referrals(scope).all(of: person).filter { $0.state == .unverified }
    guard !waiting.isEmpty, try known(of: person, isVouched: isVouched).isGiven else { return }
    for referral in waiting {
      guard let campaign = scope.app.campaign(referral.campaign) else { continue }
      try begin(referral, campaign)
    }
  }

  private func begin(_ waiting: Referral, _ campaign: Campaign) throws {
    var referral = waiting
    referral.state = .pending
    let referrals = Referrals(scope)
    try referrals.setState(.pending, of: referral.id)
    let loop = ReferralLoop(scope: scope, campaign: campaign, present: [referral.person])
    try loop.reachAgain(try loop.reached(by: referral, first: nil), referral)
    try loop.publishSteps(of: referral.id)
    let begun = try referrals.find(referral.id) ?? referral
    try Members(scope).publish(.joined, of: begun)
    for kept in try WaitingFacts(scope).take(of: referral.id) {
      _ = try loop.fire(kept.occurrence, for: begun, by: kept.fact)
    }
  }
}
