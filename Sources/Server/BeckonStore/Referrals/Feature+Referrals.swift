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
      let referrals = try Referrals(exported.scope).all(of: exported.person.id)
      return [
        JSON.Member("referrals", .array(referrals.map { $0.json(to: exported.proof.key) }))
      ]
    })
}

/// What a person has received, then what was taken from them. Of whom else a reward tells is for
/// the secret key only, unless the referral is their own.
private let transfers = ExportedList(
  name: "transfers", rowsOfLook: 500, subjects: { _ in [received, given] }
) { exported, subject, key, limit in
  let own = Set(try Referrals(exported.scope).all(of: exported.person.id).map(\.id))
  return try Ledger(exported.scope).page(
    of: exported.person.id, areGiven: subject == given, behind: key.timeAndID(TransferID.self),
    limit
  ).map { transfer in
    let isOwn = transfer.referral.map(own.contains) ?? true
    return ExportRow(
      key: "\(transfer.createdAt.milliseconds):\(transfer.id.text)",
      json: exported.proof.key == .secret || isOwn
        ? transfer.json : transfer.json.without(["referral", "fact"]))
  }
}

private let received = Identifier(high: 0, low: 1)
private let given = Identifier(high: 0, low: 2)

extension JSON {
  /// An object without some of its members.
  fileprivate func without(_ names: Set<TextKey>) -> JSON {
    .object((members ?? []).filter { !names.contains(TextKey($0.name)) })
  }
}
