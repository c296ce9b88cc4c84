import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Keeps what a row says of a person beyond who they are, as far as it is not known yet. No rule
/// fires by it.
struct ImportedDetails {
  let scope: Scope

  init(_ scope: Scope) {
    self.scope = scope
  }

  /// Keeps it.
  /// - Returns: what the operator should know of what was left out.
  /// - Throws: `DatabaseError`.
  func note(
    _ row: ImportedPerson, of person: PersonID, in campaign: Campaign?
  ) throws -> [String] {
    try fill(row.attributes, of: person)
      + (campaign.map { try join(row.membership, person, $0.id) } ?? [])
  }

  private func fill(_ attributes: [JSON.Member], of id: PersonID) throws -> [String] {
    guard !attributes.isEmpty, let person = try People(scope).present(id) else { return [] }
    let missing = attributes.filter { person.attributes[$0.name]?.string?.isEmpty ?? true }
    guard !missing.isEmpty else { return [] }
    let change = RecordChange(attributes: .object(missing))
    let after = change.applied(to: person.attributes)
    guard AttributeRoom.fits(after) else { return ["the person's attributes have no room left"] }
    try People(scope).store(
      attributes: after,
      byServer: change.applied(to: person.serverAttributes ?? person.attributes),
      consent: person.consent, of: id)
    return []
  }

  private func join(
    _ told: ImportedMembership?, _ person: PersonID, _ campaign: CampaignID
  ) throws -> [String] {
    guard let told, let found = try Members(scope).find(person, in: campaign) else { return [] }
    var (member, remarks) = (found, [String]())
    do {
      member = try Members(scope).note(told.details, of: found, overwrites: false)
    } catch let error as FieldError {
      remarks.append("its further fields were left out: the sum \(error.reason)")
    }
    guard let alias = told.alias, alias != member.alias else { return remarks }
    guard member.alias == nil else {
      return remarks + ["the member has another id already, which stays"]
    }
    try Members(scope).setAlias(alias, of: member)
    return remarks
  }
}
