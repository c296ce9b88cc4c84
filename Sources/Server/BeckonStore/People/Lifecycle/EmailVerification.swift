import BeckonBasics
import BeckonEngine
import BeckonModel

/// Whether a mail address is the person's, by the word of who reads what comes there.
///
/// That is not the word of the app's server: somebody can claim another's address and let them be
/// asked, and who then says yes by mistake has said nothing about the claimer's phone. So what is
/// verified is not `confirmed`, opens no account, and gives way to what the server says.
public struct EmailVerification {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// The person's address of this digest, in normal form; `nil` when it is not theirs.
  /// - Throws: `DatabaseError`.
  public func address(_ digest: Identifier, of person: PersonID) throws -> Identity? {
    try People(scope).identities(of: person).first {
      $0.kind == .email && scope.app.digest(of: $0) == digest
    }
  }

  /// Whom a token would verify, and which address; `nil` when it is not good.
  /// - Throws: `DatabaseError`.
  public func find(_ token: String) throws -> Identity? {
    try SignInTokens(scope).find(token, for: .emailVerification).flatMap { found in
      try found.email.flatMap { try address($0, of: found.person) }
    }
  }

  /// Uses a token up: its address is the person's from now on, and rules that wait for that fire.
  /// - Returns: the address; `nil` when the token is not good, or the address is another's now.
  /// - Throws: `DatabaseError`.
  public func confirm(_ token: String) throws -> Identity? {
    guard let used = try SignInTokens(scope).useUp(token, for: .emailVerification),
      let digest = used.email, let email = try address(digest, of: used.person)
    else { return nil }
    try note(email, of: used.person)
    return email
  }

  /// Notes that an address is the person's. The first time it is a fact, `beckon.email_verified`,
  /// for which rules can wait as for an event, and the person counts from now on in campaigns that
  /// ask for it.
  /// - Throws: `DatabaseError`.
  public func note(_ email: Identity, of id: PersonID) throws {
    let people = People(scope)
    guard let person = try people.present(id),
      try !people.verified(of: id).contains(where: { $0.email == email })
    else { return }
    try people.noteVerified(email)
    let name = Facts.Own.emailVerified
    let fact = try Facts(scope).append(name, about: person, trust: .server)
    try OptIns(scope).settle(id)
    for referral in try Referrals(scope).all(of: id) {
      guard let campaign = scope.app.campaign(referral.campaign) else { continue }
      _ = try ReferralLoop(scope: scope, campaign: campaign, present: [id]).fire(
        .event(name: name.rawValue, properties: .object([])), for: referral,
        by: MovingFact(id: fact, trust: .server))
    }
  }
}
