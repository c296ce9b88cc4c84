import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `PATCH /v1/people/{person}`.
enum UpdatePersonEndpoint {
  static func prepare(_ call: Call) throws -> Work {
    let body = try UpdatePerson.Request(try call.fields())
    return .write { scope in
      let person = try call.person(scope)
      let outcome = try Attributes(scope).set(
        body.attributes, consent: body.consent, of: person.id, trust: call.proof.trust,
        makesRoom: call.proof.trust == .server)
      switch outcome {
      case .set(let attributes, let consequences):
        let consents = ContactConsents(scope)
        try consents.set(body.contactConsent, of: person, by: call.proof.trust)
        let said = try consents.all(of: person.id)
        return .json(
          .object([
            "person": .id(person.id), "attributes": attributes,
            "contact_consent": said.isEmpty ? nil : ContactConsents.json(said),
            "paid": Paid.describe(consequences.paid, of: person.id, to: call.proof),
            "referral": consequences.referrer.map { ["status": .string($0.rawValue)] },
          ]))
      case .tooLarge: throw Attributes.tooLarge
      case .unknown: throw Problem.notFound("person")
      }
    }
  }
}

/// What a person's fact paid, as its answer tells it. A publishable key learns what the person got,
/// not what others did, and not the ledger.
enum Paid {
  private static let shown = ["id", "to", "amount", "unit", "state"]

  static func describe(_ transfers: [Transfer], of person: PersonID, to proof: Proof) -> JSON {
    describe(transfers.map(\.json), of: person, to: proof)
  }

  /// An answer that was kept, perhaps for another caller.
  static func describe(_ answer: String, of person: PersonID, to proof: Proof) -> String {
    guard proof.key != .secret, let members = (try? JSONReader.read(answer))?.members else {
      return answer
    }
    let told = members.map { member in
      guard let paid = member.value.elements, member.name == "paid" else { return member }
      return JSON.Member(member.name, describe(paid, of: person, to: proof))
    }
    return JSON.object(told).text
  }

  private static func describe(
    _ transfers: [JSON], of person: PersonID, to proof: Proof
  ) -> JSON {
    if proof.key == .secret { return .array(transfers) }
    let account = Account.person(person).text
    return .array(
      transfers.filter { $0["to"]?.string == account }.map { transfer in
        .object((transfer.members ?? []).filter { shown.contains($0.name) })
      })
  }
}
