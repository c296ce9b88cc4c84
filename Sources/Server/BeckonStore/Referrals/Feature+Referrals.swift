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
          .text("exclusive_group"), .integer("created_at"), .text("state"), .integer("closed_at"),
          .integer("starts_at"), .integer("ends_at"), .integer("unpaid_after_end"),
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
          .integer("referrer_claimed_at"), .text("imported"),
        ]),
      CopiedTable(
        "conversions", key: [.integer("app"), .identifier("referral"), .integer("step")],
        [.identifier("fact"), .integer("at"), .text("trust")]),
      CopiedTable(
        "referral_counts", key: [.integer("app"), .identifier("campaign"), .identifier("person")],
        [
          .integer("pending"), .integer("unconfirmed"), .integer("confirmed"),
          .integer("updated_at"), .integer("is_ranked"),
        ]),
      CopiedTable(
        "members", key: [.integer("app"), .identifier("referral")],
        [.text("alias"), .text("details"), .integer("left_at"), .integer("updated_at")]),
      CopiedTable(
        "rank_counts",
        key: [
          .integer("app"), .identifier("campaign"), .text("board"), .integer("node"),
          .integer("share"),
        ], [.integer("people")]),
    ],
    exports: [transfers],
    summary: { exported in
      let referrals = try Referrals(exported.scope).all(of: exported.people)
      let steps = try Referrals(exported.scope).steps(of: referrals.map(\.id))
      let rows = try referrals.map { referral -> JSON in
        let known = try Members(exported.scope).find(referral.id)?.exported ?? []
        return .object(
          (referral.json(to: exported.proof.key).members ?? [])
            + [JSON.Member("steps", .array(steps[referral.id] ?? []))] + known)
      }
      return [JSON.Member("referrals", .array(rows))]
    },
    rollUps: [.conversions],
    erasure: ErasedRows(person: { try Members($0).forget($1) }), merge: mergesNothing)
}

/// What a person has received, and what was taken from them, also before others were merged into
/// them. Of whom else a reward tells is for the secret key only, unless the referral is their own.
private let transfers = ExportedList(
  name: "transfers", rowsOfLook: 500,
  subjects: { $0.people.flatMap { [$0.identifier, given(by: $0.identifier)] } }
) { exported, subject, key, limit in
  let isReceiver = exported.people.contains(PersonID(subject))
  let page = try Ledger(exported.scope).page(
    of: PersonID(isReceiver ? subject : given(by: subject)), areGiven: !isReceiver,
    behind: key.timeAndID(TransferID.self), limit)
  let others =
    exported.proof.key == .secret
    ? [] : try Referrals(exported.scope).others(among: page.compactMap(\.referral), exported.people)
  return page.map { transfer in
    let isOthers = transfer.referral.map(others.contains) ?? false
    return ExportRow(
      key: "\(transfer.createdAt.milliseconds):\(transfer.id.text)",
      json: isOthers ? transfer.json.without(["referral", "fact"]) : transfer.json)
  }
}

/// The subject under which stands what was taken from a person: every bit of their id turned, which
/// turns back into the id.
private func given(by subject: Identifier) -> Identifier {
  Identifier(high: ~subject.high, low: ~subject.low)
}

extension CampaignMember {
  /// What an export says of it.
  fileprivate var exported: [JSON.Member] {
    let left = leftAt.map { JSON.Member("left_at", .instant($0)) }
    let earlier = alias.map { JSON.Member("imported_id", .string($0)) }
    return (details == [:] ? [] : [JSON.Member("details", details)])
      + [earlier, left].compactMap { $0 }
  }
}

extension JSON {
  /// An object without some of its members.
  fileprivate func without(_ names: Set<TextKey>) -> JSON {
    .object((members ?? []).filter { !names.contains(TextKey($0.name)) })
  }
}
