import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

extension Ledger {
  /// A person's balances, by unit.
  /// - Throws: `DatabaseError`.
  public func balances(of person: PersonID) throws -> [Balance] {
    // The row holds what is in review among what is pending.
    try scope.connection.rows(
      """
      SELECT b.unit, b.posted, b.pending, (
        SELECT CAST(COALESCE(SUM(t.amount), 0) AS BIGINT)
        FROM transfers AS t {by transfers_in_review}
        WHERE t.app = $1 AND t.to_owner = $2 AND t.unit = b.unit AND t.state = 'in_review')
      FROM balances AS b WHERE b.app = $1 AND b.person = $2 ORDER BY b.unit
      """, [scope.tenant, .id(person)]
    ) { row in
      Balance(
        unit: row.text(0), posted: row.integer(1), pending: row.integer(2) - row.integer(3),
        inReview: row.integer(3))
    }
  }

  /// A person's balance of one unit, locked until the transaction ends: two that spend it at the
  /// same time must see each other.
  /// - Throws: `DatabaseError`.
  func balance(of person: PersonID, _ unit: String) throws -> (posted: Int64, pending: Int64) {
    try scope.connection.first(
      """
      SELECT posted, pending FROM balances
      WHERE app = $1 AND person = $2 AND unit = $3 {locked}
      """, [scope.tenant, .id(person), .text(unit)]
    ) { (posted: $0.integer(0), pending: $0.integer(1)) } ?? (0, 0)
  }

  /// The transfer of this id.
  /// - Throws: `DatabaseError`.
  public func find(_ id: TransferID) throws -> Transfer? {
    try scope.connection.first(
      """
      SELECT \(Self.columns) FROM transfers
      WHERE app = \(scope.tenant) AND id = \(.id(id)) {locked}
      """, Self.read)
  }

  /// The reward of this id, or what it was replaced by: because its person was merged into another,
  /// or because it was taken back and paid again.
  func successor(of id: TransferID) throws -> Transfer? {
    var current = try find(id)
    while let reward = current, let next = try replacement(of: reward.id) { current = next }
    return current
  }

  /// What a reward was replaced by.
  func replacement(of reward: TransferID) throws -> Transfer? {
    try find(Self.replacement(ofMerged: reward)) ?? find(Self.renewal(of: reward))
  }

  /// The id of what replaces a held reward of somebody who is merged into another.
  static func replacement(ofMerged held: TransferID) -> TransferID {
    TransferID(Identifier(hashing: "merged reward", held.text))
  }

  /// The id of the reward that is paid after this one was taken back, because the fact that caused
  /// it was not true.
  static func renewal(of reward: TransferID) -> TransferID {
    TransferID(Identifier(hashing: "renewed reward", reward.text))
  }

  /// A recorded reward, as far as it matters to what its rule gives once more.
  func recorded(_ reward: Transfer) throws -> RecordedReward {
    let review = try scope.connection.first(
      "SELECT review FROM transfers WHERE app = $1 AND id = $2", [scope.tenant, .id(reward.id)]
    ) { $0.optionalText(0) }
    let ending = reward.state == .voided ? reward : try find(Self.clawback(of: reward.id))
    return RecordedReward(
      state: reward.state, reasons: reward.reasons,
      review: review.flatMap { $0 }.flatMap(RecordedReward.Review.init(word:)),
      endedFor: ending?.reasons)
  }

  /// Rewards that a fact caused and that are not taken back.
  /// - Throws: `DatabaseError`.
  public func rewards(causedBy fact: FactID) throws -> [Transfer] {
    try scope.connection.rows(
      """
      SELECT \(Self.columns) FROM transfers {by transfers_by_fact}
      WHERE app = \(scope.tenant) AND fact = \(.id(fact)) AND kind = 'reward' ORDER BY id
      """, Self.read)
  }

  /// Rewards as they were first recorded for a referral. Their ids begin as its own does.
  /// - Throws: `DatabaseError`.
  func rewards(for referral: ReferralID) throws -> [Transfer] {
    let high = referral.identifier.high
    let (first, last) = (Identifier(high: high, low: 0), Identifier(high: high, low: .max))
    return try scope.connection.rows(
      """
      SELECT \(Self.columns) FROM transfers
      WHERE app = \(scope.tenant) AND id >= \(.identifier(first)) AND id <= \(.identifier(last))
        AND kind = 'reward' AND referral = \(.id(referral))
      ORDER BY id
      """, Self.read)
  }

  /// What waits for a decision for a referral.
  /// - Throws: `DatabaseError`.
  func inReview(for referral: ReferralID) throws -> [Transfer] {
    try scope.connection.rows(
      """
      SELECT \(Self.columns) FROM transfers {by transfers_by_referral}
      WHERE app = \(scope.tenant) AND referral = \(.id(referral)) AND settled_at IS NULL
        AND state = 'in_review'
      ORDER BY id
      """, Self.read)
  }

  /// Gives up all rewards that are held for a referral.
  /// - Throws: `DatabaseError`.
  func voidHeld(for referral: ReferralID, reason: String) throws {
    let held = try scope.connection.rows(
      """
      SELECT id FROM transfers {by transfers_by_referral}
      WHERE app = $1 AND referral = $2 AND settled_at IS NULL
      """, [scope.tenant, .id(referral)]
    ) { $0.id(0, TransferID.self) }
    for id in held { try void(id, reason: reason) }
  }

  /// Whether a reward counts as paid: it is pending, or posted and not taken back.
  func isPaid(_ reward: Transfer) throws -> Bool {
    switch reward.state {
    case .pending: true
    case .posted: try find(Self.clawback(of: reward.id)) == nil
    case .inReview, .voided: false
    }
  }

  /// What is pending or in review for a person, oldest first.
  func held(for person: PersonID) throws -> [Transfer] {
    try scope.connection.rows(
      """
      SELECT \(Self.columns) FROM transfers {by transfers_by_receiver}
      WHERE app = \(scope.tenant) AND to_owner = \(.id(person)) AND settled_at IS NULL
        AND state IN ('pending', 'in_review')
      ORDER BY created_at, id
      """, Self.read)
  }

  /// What is in review for a person, oldest first.
  func inReview(of person: PersonID) throws -> [Transfer] {
    try scope.connection.rows(
      """
      SELECT \(Self.columns) FROM transfers {by transfers_in_review}
      WHERE app = \(scope.tenant) AND to_owner = \(.id(person)) AND state = 'in_review'
      ORDER BY created_at, id
      """, Self.read)
  }

  /// Transfers in which a person is the receiver, or those in which they are the giver, oldest
  /// first, behind one of them, for the export.
  /// - Throws: `DatabaseError`.
  func page(
    of person: PersonID, areGiven: Bool, behind last: (at: Instant, id: TransferID)?, _ limit: Int
  ) throws -> [Transfer] {
    let at = DatabaseValue.integer(last?.at.milliseconds ?? .min)
    let id = DatabaseValue.identifier(last?.id.identifier ?? Identifier(high: 0, low: 0))
    let side: SQL =
      areGiven
      ? """
      {by transfers_by_giver} WHERE app = \(scope.tenant) AND from_account = 'person'
        AND from_owner = \(.id(person))
      """
      : """
      {by transfers_by_receiver} WHERE app = \(scope.tenant) AND to_owner = \(.id(person))
      """
    return try scope.connection.rows(
      """
      SELECT \(Self.columns) FROM transfers \(side)
        AND created_at >= \(at) AND (created_at > \(at) OR id > \(id))
      ORDER BY created_at, id LIMIT \(.integer(limit))
      """, Self.read)
  }

  /// Every account kind's posted sum, by unit. People's come from their balances, all others from
  /// the transfers, so that the two ways of counting check each other: together they are zero.
  /// - Throws: `DatabaseError`.
  public func sums() throws -> [(account: Account.Kind, unit: String, posted: Int64)] {
    var sums = try scope.connection.rows(
      """
      SELECT account, unit, CAST(SUM(amount / $2) AS BIGINT), CAST(SUM(amount % $2) AS BIGINT)
      FROM (
        SELECT from_account AS account, unit, -amount AS amount FROM transfers
        WHERE app = $1 AND state = 'posted' AND from_account <> 'person'
        UNION ALL
        SELECT to_account AS account, unit, amount FROM transfers
        WHERE app = $1 AND state = 'posted' AND to_account <> 'person'
      ) AS sides GROUP BY account, unit ORDER BY account, unit
      """, [scope.tenant, .integer(Self.part)]
    ) { row in
      (
        account: try row.choice(0, Account.Kind.self), unit: row.text(1),
        posted: Self.whole(row.integer(2), row.integer(3))
      )
    }
    sums += try scope.connection.rows(
      """
      SELECT unit, CAST(SUM(posted / $2) AS BIGINT), CAST(SUM(posted % $2) AS BIGINT)
      FROM balances WHERE app = $1 GROUP BY unit ORDER BY unit
      """, [scope.tenant, .integer(Self.part)]
    ) { (account: .person, unit: $0.text(0), posted: Self.whole($0.integer(1), $0.integer(2))) }
    return sums
  }

  /// Sums are made of what fills this many and the rest, because the databases add no further than
  /// 64 bits.
  private static let part: Int64 = 1_000_000_000

  private static func whole(_ parts: Int64, _ rest: Int64) -> Int64 {
    let (product, isTooLarge) = parts.multipliedReportingOverflow(by: part)
    let (sum, overflow) = product.addingReportingOverflow(rest)
    return isTooLarge || overflow ? (parts < 0 ? .min : .max) : sum
  }

  /// What `read` reads, in its order.
  static let columns: SQL = """
    id, kind, from_account, from_owner, to_account, to_owner, amount, unit, state, due_at,
    campaign, rule, referral, fact, reverses, reasons, coupon, created_at, settled_at,
    fulfilment, fulfilled_at
    """

  private static func read(_ row: any Row) throws -> Transfer { try read(row, from: 0) }

  /// Reads a transfer from a column on.
  static func read(_ row: any Row, from first: Int) throws -> Transfer {
    let reasons = try row.json(first + 15).elements?.compactMap(\.string) ?? []
    return Transfer(
      id: row.id(first), kind: try row.choice(first + 1),
      from: Account(kind: try row.choice(first + 2), owner: row.identifier(first + 3)),
      to: Account(kind: try row.choice(first + 4), owner: row.identifier(first + 5)),
      amount: row.integer(first + 6), unit: row.text(first + 7), state: try row.choice(first + 8),
      dueAt: row.optionalInstant(first + 9), campaign: row.optionalID(first + 10),
      rule: row.optionalID(first + 11), referral: row.optionalID(first + 12),
      fact: row.optionalID(first + 13), reverses: row.optionalID(first + 14), reasons: reasons,
      coupon: row.optionalText(first + 16), createdAt: row.instant(first + 17),
      settledAt: row.optionalInstant(first + 18),
      fulfilment: try row.optionalText(first + 19).map { _ in
        Fulfilment(try row.choice(first + 19), at: row.instant(first + 20))
      })
  }
}
