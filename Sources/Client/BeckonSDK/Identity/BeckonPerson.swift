import BeckonContract
import BeckonModel

/// The person who uses the app.
public struct BeckonPerson: Sendable, Hashable {
  /// The server's id.
  public let id: PersonID
  /// The code by which the person refers others. Not told without proof that it is this person.
  public let referralCode: String?
  /// The link by which the person refers others.
  public let referralLink: String?
  /// Who referred the person.
  public let referredBy: PersonID?
  /// Given identities that belong to someone else and were not taken over.
  public let conflicts: [IdentityKind]

  init(_ response: IdentifyPerson.Response) {
    id = response.person
    referralCode = response.referralCode
    referralLink = response.referralLink
    referredBy = response.referredBy
    conflicts = response.conflicts
  }

  init?(json: JSON) {
    guard let fields = try? Fields(json), let response = try? IdentifyPerson.Response(fields)
    else { return nil }
    self.init(response)
  }

  var json: JSON {
    IdentifyPerson.Response(
      person: id, referralCode: referralCode, referralLink: referralLink, referredBy: referredBy,
      conflicts: conflicts
    ).json
  }
}
