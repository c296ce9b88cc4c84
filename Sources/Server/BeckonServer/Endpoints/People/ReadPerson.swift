import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/people/{person}`.
enum ReadPerson {
  static func prepare(_ call: Call) throws -> Work {
    .read { scope in
      let person = try call.person(scope)
      let own = try People(scope).json(of: person)
      let referrals = try Referrals(scope).all(of: person.id).map { $0.json(to: call.proof.key) }
      let lost = try undeliverable(person.id, scope)
      return .json(
        .object(
          (own.members ?? []) + [JSON.Member("referrals", .array(referrals))]
            + (lost.isEmpty ? [] : [JSON.Member("undeliverable", .array(lost))])))
    }
  }

  /// Addresses of the person to which nothing is sent, and why: who has not shown that one is
  /// theirs will not hear that they are asked.
  private static func undeliverable(_ person: PersonID, _ scope: Scope) throws -> [JSON] {
    let emails = try People(scope).identities(of: person).filter { $0.kind == .email }
    return try emails.compactMap { email in
      try Suppressions(scope).find(email).map { entry in
        [
          "email": .string(email.value), "reason": .string(entry.reason.rawValue),
          "since": .instant(entry.since),
        ]
      }
    }
  }
}
