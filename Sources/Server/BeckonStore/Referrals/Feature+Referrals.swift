import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

extension Feature {
  /// Campaigns, who referred whom, and how far each has come.
  static let referrals = Feature(
    tables: [
      CopiedTable(
        "campaigns", key: [.integer("app"), .identifier("id")],
        [
          .text("list_uuid"), .text("name"), .integer("goal"), .text("kind"), .text("url"),
          .text("exclusive_group"), .integer("created_at"),
        ]),
      CopiedTable(
        "rules", key: [.integer("app"), .identifier("id")],
        [.identifier("campaign"), .integer("position"), .text("body"), .integer("retired_at")]),
      CopiedTable(
        "referrals", key: [.integer("app"), .identifier("id")],
        [
          .identifier("campaign"), .identifier("person"), .identifier("referrer"), .text("state"),
          .text("method"), .text("match"), .text("evidence"), .text("risk"), .identifier("link"),
          .integer("joined_at"), .integer("referred_at"), .integer("returning_at"),
          .integer("updated_at"), .integer("risk_cleared_at"), .identifier("referrer_install"),
          .integer("referrer_claimed_at"),
        ]),
      CopiedTable(
        "conversions", key: [.integer("app"), .identifier("referral"), .integer("step")],
        [.identifier("fact"), .integer("at"), .text("trust")]),
      CopiedTable(
        "referral_counts", key: [.integer("app"), .identifier("campaign"), .identifier("person")],
        [
          .integer("pending"), .integer("unconfirmed"), .integer("confirmed"),
          .integer("updated_at"),
        ]),
    ],
    exports: [transfers],
    summary: { exported in
      let referrals = try exported.people.flatMap { try Referrals(exported.scope).all(of: $0) }
      let rows = try referrals.map { referral -> JSON in
        let steps = try Referrals(exported.scope).steps(of: referral.id)
        return .object(
          (referral.json(to: exported.proof.key).members ?? [])
            + [JSON.Member("steps", .array(steps))])
      }
      return [JSON.Member("referrals", .array(rows))]
    },
    rollUps: [.conversions], erasure: .nothing, merge: mergesNothing)
}

/// What a person has received, and what was taken from them, also before others were merged into
/// them. Of whom else a reward tells is for
/// the secret key only, unless the referral is their own.
private let transfers = ExportedList(
  name: "transfers", rowsOfLook: 500,
  subjects: { $0.people.flatMap { [$0.identifier, given(by: $0)] } }
) { exported, subject, key, limit in
  let own = Set(
    try exported.people.flatMap { try Referrals(exported.scope).all(of: $0) }.map(\.id))
  let receiver = exported.people.first { $0.identifier == subject }
  guard let person = receiver ?? exported.people.first(where: { given(by: $0) == subject }) else {
    return []
  }
  return try Ledger(exported.scope).page(
    of: person, areGiven: receiver == nil, behind: key.timeAndID(TransferID.self), limit
  ).map { transfer in
    let isOwn = transfer.referral.map(own.contains) ?? true
    return ExportRow(
      key: "\(transfer.createdAt.milliseconds):\(transfer.id.text)",
      json: exported.proof.key == .secret || isOwn
        ? transfer.json : transfer.json.without(["referral", "fact"]))
  }
}

private func given(by person: PersonID) -> Identifier {
  Identifier(hashing: "given", person.text)
}

extension JSON {
  /// An object without some of its members.
  fileprivate func without(_ names: Set<TextKey>) -> JSON {
    .object((members ?? []).filter { !names.contains(TextKey($0.name)) })
  }
}
