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
          "paid": Paid.describe(paid, of: person.id, to: call.proof),
        ])
      case .tooLarge: throw Attributes.tooLarge
      case .unknown: throw Problem.notFound
      }
    }
  }
}

/// What a person's fact paid, as its answer tells it. A publishable key learns what the person got,
/// not what others did, and not the ledger.
enum Paid {
  static func describe(_ transfers: [Transfer], of person: PersonID, to proof: Proof) -> JSON {
    if proof.key == .secret { return .array(transfers.map(\.json)) }
    return .array(
      transfers.filter { $0.to == .person(person) }.map { transfer in
        [
          "id": .id(transfer.id), "to": .string(transfer.to.text),
          "amount": .integer(transfer.amount), "unit": .string(transfer.unit),
          "state": .string(transfer.state.rawValue),
        ]
      })
  }
}
