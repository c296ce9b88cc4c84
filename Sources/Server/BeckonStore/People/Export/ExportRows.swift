import BeckonDatabase
import BeckonEngine
import BeckonModel

extension PersonExport {
  /// Of what a list is, in the order of their ids. What the person was known by when one page was
  /// written may have changed with the next; the order keeps the rest in its place.
  func subjects(of list: ExportList) throws -> [Identifier] {
    switch list {
    case .installs, .links: return [person.id.identifier]
    case .transfers: return [Self.received, Self.given]
    case .opens: return try installs().map(\.id.identifier).sorted()
    case .payments: return (try installs().map(\.id.identifier) + users()).sorted()
    // Under what the person's facts are stored: their id, their installs, the app's id of them.
    case .facts, .deliveries:
      return ([person.id.identifier] + (try installs().map(\.client)) + (try users())).sorted()
    }
  }

  private static let received = Identifier(high: 0, low: 1)
  private static let given = Identifier(high: 0, low: 2)

  private func installs() throws -> [(id: InstallID, client: Identifier)] {
    try scope.connection.rows(
      "SELECT id, client FROM installs {by installs_by_person} WHERE app = $1 AND person = $2 AND unproven IS NULL",
      [scope.tenant, .id(person.id)]
    ) { (id: $0.id(0), client: $0.identifier(1)) }
  }

  private func users() throws -> [Identifier] {
    let known = KnownPerson(id: person.id, identities: try People(scope).known(of: person.id))
    return known.identities
      .filter { $0.identity.kind == .userID && known.ownsFacts(of: $0, to: proof.trust) }
      .map { scope.app.digest(of: $0.identity) }
  }

  /// The rows of a list behind a key, as many as one look gives.
  func rows(
    of list: ExportList, of subject: Identifier, behind key: String?
  ) throws -> [ExportRow] {
    let limit = list.rowsOfLook
    switch list {
    case .installs:
      return try Installs(scope).page(of: person.id, behind: read(key), limit).map {
        ExportRow(key: $0.id.text, json: try describe($0))
      }
    case .opens:
      return try Opens(scope).page(on: InstallID(subject), behind: read(key), limit)
    case .links: return try Links(scope).page(of: person.id, behind: read(key), limit)
    case .transfers: return try transfers(subject == Self.given, behind: key, limit)
    case .payments:
      let place = try read(key, FactID.self)
      return try CapturedPayments(scope).page(of: subject, behind: place, limit)
    case .facts: return try facts(of: subject, behind: read(key), limit)
    case .deliveries:
      return try Webhooks(scope).told(
        of: subject, behind: read(key), limit, withURL: proof.key == .secret)
    }
  }

  private func read<Kind>(_ key: String?) throws -> ID<Kind>? {
    guard let key else { return nil }
    guard let id = ID<Kind>(key) else { throw ExportPlace.unknown }
    return id
  }

  private func read(_ key: String?) throws -> Int64 {
    guard let key else { return .min }
    guard let number = Int64(key) else { throw ExportPlace.unknown }
    return number
  }

  private func read<Kind>(
    _ key: String?, _: ID<Kind>.Type
  ) throws -> (at: Instant, id: ID<Kind>)? {
    guard let key else { return nil }
    let parts = key.split(on: ":", maxSplits: 1)
    guard parts.count == 2, let at = Int64(parts[0]), let id = ID<Kind>(parts[1]) else {
      throw ExportPlace.unknown
    }
    return (Instant(milliseconds: at), id)
  }

  // MARK: The rows

  private func describe(_ install: (id: InstallID, device: JSON, vendor: String?)) throws -> JSON {
    .object([
      "install": .id(install.id), "device": install.device,
      "vendor": install.vendor.map(JSON.string),
      "attribution": try Decisions(scope).find(install.id)?.explanation(to: proof.key),
      "apple_ads": try AppleAdsTokens(scope).describe(install.id),
      "conversion_values": .array(try ConversionValues(scope).told(install.id).map(\.json)),
    ])
  }

  private func transfers(
    _ areGiven: Bool, behind key: String?, _ limit: Int
  ) throws -> [ExportRow] {
    let own = Set(try Referrals(scope).all(of: person.id).map(\.id))
    let place = try read(key, TransferID.self)
    return try Ledger(scope).page(of: person.id, areGiven: areGiven, behind: place, limit)
      .map { transfer in
        let isOwn = transfer.referral.map(own.contains) ?? true
        return ExportRow(
          key: "\(transfer.createdAt.milliseconds):\(transfer.id.text)",
          json: proof.key == .secret || isOwn
            ? transfer.json : transfer.json.without(["referral", "fact"]))
      }
  }

  private func facts(
    of subject: Identifier, behind seq: Int64, _ limit: Int
  ) throws -> [ExportRow] {
    try scope.connection.rows(
      """
      SELECT seq, id, name, at, received_at, trust, consent, properties FROM facts
      WHERE app = $1 AND subject = $2 AND seq > $3 ORDER BY seq LIMIT $4
      """,
      [scope.tenant, .identifier(subject), .integer(seq), .integer(Int64(limit))]
    ) { row in
      ExportRow(
        key: "\(row.integer(0))",
        json: .object([
          "id": .id(row.id(1, FactID.self)), "name": .string(row.text(2)),
          "at": .instant(row.instant(3)), "received_at": .instant(row.instant(4)),
          "trust": .string(row.text(5)), "consent": row.optionalText(6).map(JSON.string),
        ]), stored: (name: "properties", text: row.text(7)))
    }
  }
}

extension JSON {
  /// An object without some of its members.
  fileprivate func without(_ names: Set<TextKey>) -> JSON {
    .object((members ?? []).filter { !names.contains(TextKey($0.name)) })
  }
}
