import BeckonModel
import BeckonStore

/// `GET /v1/people/{person}`.
enum ReadPerson {
  static func prepare(_ call: Call) throws -> Work {
    .read { scope in
      let person = try call.person(scope)
      let identities = try People(scope).identities(of: person.id)
      let referrals = try Referrals(scope).all(of: person.id)
      return .json(
        .object([
          "person": .id(person.id), "created_at": .instant(person.createdAt),
          "signed_up_at": person.signedUpAt.map(JSON.instant),
          "consent": person.consent.map(JSON.string),
          // A person who was two may have two of a kind.
          "identities": .array(
            identities.map { ["kind": .string($0.kind.rawValue), "value": .string($0.value)] }),
          "attributes": person.attributes,
          "referrals": .array(referrals.map { $0.json(to: call.proof) }),
        ]))
    }
  }
}
