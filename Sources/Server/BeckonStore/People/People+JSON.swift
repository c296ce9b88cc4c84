import BeckonEngine
import BeckonModel

extension People {
  /// A person as it is told to who may read them: who they are, and what they are known by.
  /// - Throws: `DatabaseError`.
  public func json(of person: Person) throws -> JSON {
    .object([
      "person": .id(person.id), "created_at": .instant(person.createdAt),
      "signed_up_at": person.signedUpAt.map(JSON.instant),
      "consent": person.consent.map(JSON.string),
      // A person who was two may have two of a kind.
      "identities": .array(try known(of: person.id).map(\.json)),
      "attributes": person.attributes,
    ])
  }
}

extension KnownIdentity {
  /// As it is told to who may read the person.
  public var json: JSON {
    [
      "kind": .string(identity.kind.rawValue), "value": .string(identity.value),
      "confirmed": .bool(isConfirmed),
    ]
  }
}
