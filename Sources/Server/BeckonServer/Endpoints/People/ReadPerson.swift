import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/people/{person}`.
enum ReadPerson {
  static func prepare(_ call: Call) throws -> Work {
    .read { scope in
      let person = try call.person(scope)
      let known = try People(scope).known(of: person.id)
      let referrals = try Referrals(scope).all(of: person.id)
      return .json(
        .object([
          "person": .id(person.id), "created_at": .instant(person.createdAt),
          "signed_up_at": person.signedUpAt.map(JSON.instant),
          "consent": person.consent.map(JSON.string),
          // A person who was two may have two of a kind.
          "identities": .array(known.map(\.json)),
          "attributes": person.attributes,
          "referrals": .array(referrals.map { $0.json(to: call.proof.key) }),
        ]))
    }
  }
}
