import BeckonContract
import BeckonModel
import BeckonStore

/// `PATCH /v1/people/{person}`.
enum UpdatePersonEndpoint {
  static func prepare(_ call: Call) throws -> Work {
    let body = try UpdatePerson.Request(try call.fields())
    return .write { scope in
      let person = try call.person(scope)
      let outcome = try Attributes(scope).set(
        body.attributes, consent: body.consent, of: person.id, trust: call.proof.trust)
      switch outcome {
      case .set(let attributes, let paid):
        return .json([
          "person": .id(person.id), "attributes": attributes,
          "paid": .array(paid.map { Paid.describe($0, to: call.proof) }),
        ])
      case .tooLarge: throw Attributes.tooLarge
      case .unknown: throw Problem.notFound
      }
    }
  }
}

/// What a fact paid, as its answer tells it. A publishable key learns that somebody was paid, not
/// the ledger.
enum Paid {
  static func describe(_ transfer: Transfer, to proof: Proof) -> JSON {
    if proof.key == .secret { return transfer.json }
    return [
      "id": .id(transfer.id), "to": .string(transfer.to.text),
      "amount": .integer(transfer.amount), "unit": .string(transfer.unit),
      "state": .string(transfer.state.rawValue),
    ]
  }
}
