import BeckonContract
import BeckonModel

/// The person who uses the app.
public struct BeckonPerson: Sendable, Hashable {
  /// The server's id.
  public let id: PersonID
  /// Whether the server took this phone for the person's when it was asked last, and gave it a
  /// token. Else it counts events as theirs and tells nothing about them: neither link nor balance.
  /// Set `BeckonOptions.identityToken`: see `docs/ACCOUNTS.md`.
  public let isSignedIn: Bool
  /// The code by which the person refers others. Not told without proof that it is this person.
  public let referralCode: String?
  /// The link by which the person refers others.
  public let referralLink: String?
  /// Who referred the person.
  public let referredBy: PersonID?
  /// What became of the referrer who was named or found for this call; `nil` when there was none.
  public let referral: ReferrerOutcome?
  /// Given identities that belong to someone else and were not taken over.
  public let conflicts: [IdentityKind]

  init(_ response: IdentifyPerson.Response) {
    self.init(response, isSignedIn: response.token != nil)
  }

  private init(_ response: IdentifyPerson.Response, isSignedIn: Bool) {
    id = response.person
    self.isSignedIn = isSignedIn
    referralCode = response.referralCode
    referralLink = response.referralLink
    referredBy = response.referredBy
    conflicts = response.conflicts
    referral = response.referral
  }

  /// - Parameter hasToken: whether there is a token, by which it is known of state files of before.
  init?(json: JSON, hasToken: Bool) {
    guard let fields = try? Fields(json), let response = try? IdentifyPerson.Response(fields)
    else { return nil }
    self.init(response, isSignedIn: json["signed_in"]?.bool ?? hasToken)
  }

  var json: JSON {
    let response = IdentifyPerson.Response(
      person: id, referralCode: referralCode, referralLink: referralLink, referredBy: referredBy,
      conflicts: conflicts, referral: referral)
    return .object((response.json.members ?? []) + [JSON.Member("signed_in", .bool(isSignedIn))])
  }
}
