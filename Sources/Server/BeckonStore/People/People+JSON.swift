import BeckonEngine
import BeckonModel

extension People {
  /// A person as it is told to who may read them: who they are, and what they are known by.
  /// - Throws: `DatabaseError`.
  public func json(of person: Person) throws -> JSON {
    let verified = try verified(of: person.id)
    let consents = try ContactConsents(scope).all(of: person.id)
    return .object([
      "person": .id(person.id), "created_at": .instant(person.createdAt),
      "signed_up_at": person.signedUpAt.map(JSON.instant),
      "consent": person.consent.map(JSON.string),
      // A person who was two may have two of a kind.
      "identities": .array(
        try known(of: person.id).map { known in
          known.json(verifiedAt: verified.first { $0.email == known.identity }?.at)
        }),
      "attributes": person.attributes,
      "contact_consent": consents.isEmpty ? nil : ContactConsents.json(consents),
    ])
  }
}

extension KnownIdentity {
  /// As it is told to who may read the person.
  /// - Parameter verifiedAt: when the mailbox's owner said that the address is theirs.
  func json(verifiedAt: Instant?) -> JSON {
    .object([
      "kind": .string(identity.kind.rawValue), "value": .string(identity.value),
      "confirmed": .bool(isConfirmed), "verified_at": verifiedAt.map(JSON.instant),
    ])
  }
}
