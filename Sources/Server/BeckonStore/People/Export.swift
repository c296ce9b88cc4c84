import BeckonDatabase
import BeckonEngine
import BeckonModel

extension People {
  /// Everything that is stored about a person, as one JSON object, for a caller who showed `proof`.
  /// What it says of others is for a secret key only, and so is where the app's webhooks are.
  /// - Throws: `DatabaseError`.
  public func export(_ person: Person, to proof: Proof) throws -> JSON {
    let ledger = Ledger(scope)
    let installs = try Installs(scope).installs(of: person.id)
    let known = KnownPerson(id: person.id, identities: try known(of: person.id))
    let users = known.identities.filter {
      $0.identity.kind == .userID && known.ownsFacts(of: $0, to: proof.trust)
    }.map(\.identity)
    // Under what the person's facts are stored: their id, their installs, the app's id of them.
    let subjects =
      [person.id.identifier] + installs.map(\.client) + users.map(scope.app.digest(of:))
    let balances = try ledger.balances(of: person.id)
    let referrals = try Referrals(scope).all(of: person.id)
    let own = Set(referrals.map(\.id))
    return .object([
      "person": .id(person.id), "created_at": .instant(person.createdAt),
      "signed_up_at": person.signedUpAt.map(JSON.instant),
      "consent": person.consent.map(JSON.string),
      "identities": .array(known.identities.map(\.json)),
      "attributes": person.attributes,
      "installs": .array(
        try installs.map { install in
          .object([
            "install": .id(install.id), "device": install.device,
            "vendor": install.vendor.map(JSON.string),
            "attribution": try Decisions(scope).find(install.id)?.explanation(to: proof),
            "opens": .array(try Opens(scope).all(on: install.id)),
            "apple_ads": try AppleAdsTokens(scope).describe(install.id),
            "conversion_values": .array(
              try ConversionValues(scope).told(install.id).map(\.json)),
          ])
        }),
      "referrals": .array(referrals.map { $0.json(to: proof) }),
      "links": .array(
        try Links(scope).links(of: person.id).map { link in
          .object([
            "id": .id(link.id), "code": .string(link.code), "url": .string(link.url),
            "campaign": link.campaign.map(JSON.id), "created_at": .instant(link.createdAt),
          ])
        }),
      "balances": .array(
        balances.map {
          [
            "unit": .string($0.unit), "posted": .integer($0.posted),
            "pending": .integer($0.pending),
          ]
        }),
      "transfers": .array(
        try ledger.transfers(of: person.id).map { transfer in
          let isOwn = transfer.referral.map(own.contains) ?? true
          return proof.key == .secret || isOwn
            ? transfer.json : transfer.json.without(["referral", "fact"])
        }),
      "payments": .array(
        try users.flatMap(CapturedPayments(scope).all(of:))
          + installs.flatMap { try CapturedPayments(scope).all(on: $0.id) }),
      "facts": .array(try facts(of: subjects)),
      "webhook_deliveries": .array(
        try Webhooks(scope).told(of: subjects)
          .map { proof.key == .secret ? $0 : $0.without(["url"]) }),
    ])
  }

  private func facts(of subjects: [Identifier]) throws -> [JSON] {
    try subjects.flatMap { subject in
      try scope.connection.rows(
        """
        SELECT id, name, at, received_at, trust, consent, properties FROM facts
        WHERE app = $1 AND subject = $2 ORDER BY seq
        """, [scope.tenant, .identifier(subject)]
      ) { row in
        JSON.object([
          "id": .id(row.id(0, FactID.self)), "name": .string(row.text(1)),
          "at": .instant(row.instant(2)), "received_at": .instant(row.instant(3)),
          "trust": .string(row.text(4)), "consent": row.optionalText(5).map(JSON.string),
          "properties": try row.json(6),
        ])
      }
    }
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

extension JSON {
  /// An object without some of its members.
  fileprivate func without(_ names: Set<TextKey>) -> JSON {
    .object((members ?? []).filter { !names.contains(TextKey($0.name)) })
  }
}
