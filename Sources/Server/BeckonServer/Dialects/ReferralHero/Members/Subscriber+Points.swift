import BeckonBasics
import BeckonEngine
import BeckonModel
import BeckonStore

extension Subscriber {
  /// Grants the points that the app's server has told with the member, once for each member: the
  /// same call may come any number of times.
  /// - Returns: what the caller should know, if another number was granted before.
  /// - Throws: `DatabaseError`; `FieldError` when the balance has no room for them.
  func grant(_ points: Int64?) throws -> [String] {
    guard let points else { return [] }
    guard points > 0 else {
      throw FieldError(
        "points", "must not be below 0 with a member; …/add_points takes points back")
    }
    let referral = member.referral
    let id = TransferID(
      Identifier(hashing: "points of a member", referral.id.text, key: scope.app.pepper))
    let outcome = try Grants(scope).grant(
      Grants.Grant(id: id, campaign: campaign.id, amount: points, reason: "told with the member"),
      to: referral.person)
    switch outcome {
    case .done: return []
    case .conflict(let earlier):
      return [
        "points: \(earlier.amount) were granted with this subscriber before, and are granted once; "
          + "POST /v1/people/\(referral.person.text)/grants gives more"
      ]
    case .noMember: return ["points: not granted; the subscriber is no member of the campaign"]
    case .balanceFull: throw FieldError("points", "are more than the balance has room for")
    }
  }
}
