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
  private static let shown = ["id", "to", "amount", "unit", "state"]

  static func describe(_ transfer: Transfer, to proof: Proof) -> JSON {
    describe(transfer.json, to: proof)
  }

  /// An answer that was kept, perhaps for another caller.
  static func describe(_ answer: String, to proof: Proof) -> String {
    guard proof.key != .secret, let members = (try? JSONReader.read(answer))?.members else {
      return answer
    }
    let told = members.map { member in
      guard let paid = member.value.elements, member.name == "paid" else { return member }
      return JSON.Member(member.name, .array(paid.map { describe($0, to: proof) }))
    }
    return JSON.object(told).text
  }

  private static func describe(_ transfer: JSON, to proof: Proof) -> JSON {
    if proof.key == .secret { return transfer }
    return .object((transfer.members ?? []).filter { shown.contains($0.name) })
  }
}
