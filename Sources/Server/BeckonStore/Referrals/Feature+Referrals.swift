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
          .text("terms"), .text("referrer_choice"), .integer("asks_for_opt_in"),
        ]),
      CopiedTable(
        "rules", key: [.integer("app"), .identifier("id")],
        [.identifier("campaign"), .integer("position"), .text("body"), .integer("retired_at")]),
      CopiedTable(
        "past_rules", key: [.integer("app"), .identifier("campaign"), .integer("until")],
        [.text("rules")]),
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
        [
          .text("alias"), .text("details"), .integer("left_at"), .integer("updated_at"),
          .integer("promoted_at"),
        ]),
      CopiedTable(
        "instruments", key: [.integer("app"), .identifier("digest"), .identifier("person")], []),
      CopiedTable(
        "rank_counts",
        key: [
          .integer("app"), .identifier("campaign"), .text("board"), .integer("node"),
          .integer("share"),
        ], [.integer("people")]),
      CopiedTable(
        "queue_places", key: [.integer("app"), .identifier("campaign"), .identifier("person")],
        [
          .identifier("referral"), .integer("joined_at"), .integer("confirmed"),
          .integer("is_ranked"),
        ]),
      CopiedTable(
        "waiting_facts", key: [.integer("app"), .identifier("referral"), .identifier("fact")],
        [.integer("at"), .text("body")]),
    ],
    kept: [oldWaitingFacts],
    exports: [transfers],
    summary: { [JSON.Member("referrals", .array(try $0.referrals()))] },
    rollUps: [.conversions],
    erasure: ErasedRows(person: { scope, person in
      try Members(scope).forget(person)
      try WaitingFacts(scope).forget(person)
      try Instruments(scope).forget(person)
    }), merge: { try Instruments($0).move(from: $1, to: $2) })
}

/// What happened to members who never showed that the mail address is theirs.
private let oldWaitingFacts = KeptRows(
  for: .milliseconds(Limits.waitingFactDays * Span.dayMilliseconds), by: .time,
  """
  DELETE FROM waiting_facts WHERE (app, referral, fact) IN (
    SELECT app, referral, fact FROM waiting_facts {by waiting_facts_by_time}
    WHERE at < $1 LIMIT $2)
  """)

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
    let promoted = promotedAt.map { JSON.Member("promoted_at", .instant($0)) }
    let earlier = alias.map { JSON.Member("imported_id", .string($0)) }
    return (details == [:] ? [] : [JSON.Member("details", details)])
      + [earlier, left, promoted].compactMap { $0 }
  }
}

extension ExportedPerson {
  /// The person's parts in campaigns, with what is known of them there.
  fileprivate func referrals() throws -> [JSON] {
    let referrals = try Referrals(scope).all(of: people)
    let steps = try Referrals(scope).steps(of: referrals.map(\.id))
    return try referrals.map { referral in
      let known = try Members(scope).find(referral.id)?.exported ?? []
      return .object(
        (referral.json(to: proof.key).members ?? [])
          + [JSON.Member("steps", .array(steps[referral.id] ?? []))] + known
          + (try places(of: referral)))
    }
  }

  /// Points and the place in a waiting list, where somebody has them.
  fileprivate func places(of referral: Referral) throws -> [JSON.Member] {
    let points = try Points(scope).of(referral.person, in: referral.campaign)
    let place = try scope.app.campaign(referral.campaign).flatMap {
      try QueuePlaces(scope).standing(of: referral.person, in: $0)
    }
    return [
      points > 0 ? JSON.Member("points", .integer(points)) : nil,
      place.map { JSON.Member("position", .integer($0.position)) },
    ].compactMap { $0 }
  }
}

extension JSON {
  /// An object without some of its members.
  fileprivate func without(_ names: Set<TextKey>) -> JSON {
    .object((members ?? []).filter { !names.contains(TextKey($0.name)) })
  }
}
