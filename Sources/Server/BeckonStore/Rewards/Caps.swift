import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What rules have paid so far, as far as their caps ask: a cap counts what is paid from when it is
/// set.
///
/// A person's sums are a row each: one ever, one for each month and for each day. What a rule may
/// pay in all is dealt out in shares (`CapShares`), of which each connection uses its own, so that
/// payments made at the same time do not meet in one row.
struct Caps {
  private let scope: Scope

  init(_ scope: Scope) {
    self.scope = scope
  }

  /// The cap that a payment would pass; `nil` when it fits.
  func refusal(of charge: CapCharge) throws -> Payout.Refusal? {
    let cap = charge.cap
    let use = CapUse(
      person: cap.perPerson == nil ? 0 : try used(charge, day: ""),
      month: cap.perMonth == nil ? 0 : try used(charge, day: scope.app.month(of: charge.at)),
      day: cap.perDay == nil ? 0 : try used(charge, day: scope.app.day(of: charge.at)),
      total: try cap.total.map { try total(charge, cap: $0) } ?? 0)
    return use.refusal(of: charge.amount, cap: cap)
  }

  private func used(_ charge: CapCharge, day: String) throws -> Int64 {
    try scope.connection.first(
      """
      SELECT amount FROM cap_uses WHERE app = $1 AND rule = $2 AND person = $3 AND day = $4
      """, [scope.tenant, .id(charge.rule), .id(charge.person), .text(day)]
    ) { $0.integer(0) } ?? 0
  }

  /// Counts a payment where the rule has a cap, after `refusal` has let it pass.
  func use(_ charge: CapCharge) throws {
    let rows = [
      ("", charge.cap.perPerson), (scope.app.month(of: charge.at), charge.cap.perMonth),
      (scope.app.day(of: charge.at), charge.cap.perDay),
    ]
    for (day, bound) in rows where bound != nil {
      try scope.connection.send(
        """
        INSERT INTO cap_uses (app, rule, person, day, amount) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (app, rule, person, day) DO UPDATE SET
          amount = cap_uses.amount + excluded.amount
        """,
        [
          scope.tenant, .id(charge.rule), .id(charge.person), .text(day),
          .integer(charge.amount),
        ])
    }
    if let bound = charge.cap.total { try useTotal(charge, bound: bound) }
  }

  /// A reward that was given up before it was paid makes room for another, under the caps that were
  /// set when it was counted.
  func giveBack(_ transfer: Transfer, chargedAt: Instant) throws {
    guard let rule = transfer.rule, transfer.to.kind == .person else { return }
    let beginnings = try beginnings(of: rule)
    func isCounted(_ bound: Bound) -> Bool {
      beginnings[bound].map { chargedAt.milliseconds > $0 } ?? true
    }
    let rows = [
      (Bound.perPerson, ""), (.perMonth, scope.app.month(of: transfer.createdAt)),
      (.perDay, scope.app.day(of: transfer.createdAt)),
    ]
    for (bound, day) in rows where isCounted(bound) {
      try scope.connection.send(
        """
        UPDATE cap_uses SET amount = amount - $5
        WHERE app = $1 AND rule = $2 AND person = $3 AND day = $4 AND amount >= $5
        """,
        [
          scope.tenant, .id(rule), .identifier(transfer.to.owner), .text(day),
          .integer(transfer.amount),
        ])
    }
    guard isCounted(.total), let shares = try shares(of: rule),
      shares.bound - shares.left >= transfer.amount
    else { return }
    try store(
      shares.paying(-transfer.amount, inPartsOf: transfer.amount, first: home), of: rule)
  }

  // MARK: Since when a cap counts

  /// The bounds of a cap. The raw value stands in the database, where a day stands for a person.
  private enum Bound: String, CaseIterable {
    case perPerson = "since per_person"
    case perMonth = "since per_month"
    case perDay = "since per_day"
    case total = "since total"

    func amount(in cap: RewardCap) -> Int64? {
      switch self {
      case .perPerson: cap.perPerson
      case .perMonth: cap.perMonth
      case .perDay: cap.perDay
      case .total: cap.total
      }
    }
  }

  /// Notes since when each bound of an edited rule counts, in a row of no person. Without one it
  /// counts since the rule was made; while there is no bound, nothing is counted.
  func edit(_ rule: RuleID, from old: RewardCap, to new: RewardCap) throws {
    for bound in Bound.allCases {
      let isSet = bound.amount(in: new) != nil
      guard isSet != (bound.amount(in: old) != nil) else { continue }
      try scope.connection.send(
        """
        INSERT INTO cap_uses (app, rule, person, day, amount) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (app, rule, person, day) DO UPDATE SET amount = excluded.amount
        """,
        [
          scope.tenant, .id(rule), Self.nobody, .text(bound.rawValue),
          .integer(isSet ? scope.now.milliseconds : .max),
        ])
    }
  }

  private static let nobody = DatabaseValue.identifier(Identifier(high: 0, low: 0))

  private func beginnings(of rule: RuleID) throws -> [Bound: Int64] {
    let rows = try scope.connection.rows(
      "SELECT day, amount FROM cap_uses WHERE app = $1 AND rule = $2 AND person = $3",
      [scope.tenant, .id(rule), Self.nobody]
    ) { (bound: Bound(word: $0.text(0)), milliseconds: $0.integer(1)) }
    var beginnings: [Bound: Int64] = [:]
    for row in rows { if let bound = row.bound { beginnings[bound] = row.milliseconds } }
    return beginnings
  }

  // MARK: The total

  /// The share of this connection.
  private var home: Int { scope.connection.lane & (CapShares.count - 1) }

  /// What the rule has paid in all, or less than its cap by what this connection's share may pay,
  /// if that is enough.
  private func total(_ charge: CapCharge, cap: Int64) throws -> Int64 {
    let room = try scope.connection.first(
      """
      SELECT room FROM cap_shares WHERE app = $1 AND rule = $2 AND share = $3 AND bound = $4
      """, [scope.tenant, .id(charge.rule), .integer(Int64(home)), .integer(cap)]
    ) { $0.integer(0) }
    if let room, room >= charge.amount { return cap - room }
    return cap - (try shares(of: charge.rule, bound: cap).left)
  }

  private func useTotal(_ charge: CapCharge, bound: Int64) throws {
    let (rule, amount) = (charge.rule, charge.amount)
    let changed = try scope.connection.run(
      """
      UPDATE cap_shares SET room = room - $5
      WHERE app = $1 AND rule = $2 AND share = $3 AND bound = $4 AND room >= $5
      """,
      [
        scope.tenant, .id(rule), .integer(Int64(home)), .integer(bound), .integer(amount),
      ])
    guard changed == 0 else { return }
    let shares = try shares(of: rule, bound: bound)
    try store(shares.paying(amount, inPartsOf: amount, first: home), of: rule)
  }

  /// What a rule may still pay under its total; below zero when that was lowered under what had
  /// been paid.
  func left(of rule: RuleID, total: Int64) throws -> Int64 {
    try shares(of: rule, bound: total).left
  }

  private func shares(of rule: RuleID, bound: Int64) throws -> CapShares {
    try shares(of: rule)?.bounded(by: bound) ?? CapShares(bound: bound)
  }

  /// `nil` when the rule has paid nothing under a total.
  private func shares(of rule: RuleID) throws -> CapShares? {
    let rows = try scope.connection.rows(
      "SELECT bound, room FROM cap_shares WHERE app = $1 AND rule = $2 ORDER BY share",
      [scope.tenant, .id(rule)]
    ) { (bound: $0.integer(0), room: $0.integer(1)) }
    return rows.first.map { CapShares(bound: $0.bound, rooms: rows.map(\.room)) }
  }

  private static let dealt = BulkStatement(
    """
    INSERT INTO cap_shares (app, rule, share, bound, room)
    SELECT $1, $2, $3, $4, $5 {each} WHERE true
    ON CONFLICT (app, rule, share) DO UPDATE SET bound = excluded.bound, room = excluded.room
    """,
    [
      .integer("app"), .identifier("rule"), .integer("share"), .integer("bound"), .integer("room"),
    ])

  private func store(_ shares: CapShares, of rule: RuleID) throws {
    try scope.connection.send(
      Self.dealt,
      for: shares.rooms.enumerated().map { share, room in
        [
          scope.tenant, .id(rule), .integer(Int64(share)), .integer(shares.bound), .integer(room),
        ]
      })
  }
}
