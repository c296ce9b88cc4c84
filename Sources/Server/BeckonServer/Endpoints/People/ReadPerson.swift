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
      return .json(
        .object((own.members ?? []) + [JSON.Member("referrals", .array(referrals))]))
    }
  }
}
