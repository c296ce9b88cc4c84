import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// A postback as it is kept.
public struct StoredPostback: Sendable {
  /// Its id, which sorts by the time of receipt.
  public let id: PostbackID
  /// What it says.
  public let postback: Postback
  /// What is held of it.
  public let verification: PostbackVerification
  /// Why.
  public let reason: String
  /// When it was received.
  public let receivedAt: Instant
}

/// Postbacks in the database: each once, with the body as it came.
public struct Postbacks {
  /// Postbacks that nobody vouches for, kept of an app's day. Anyone can make them up; the rest are
  /// only counted.
  public static let doubtfulPerDay: Int64 = 1_000

  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// What became of a postback.
  public enum Outcome: String, Sendable {
    /// It is new, and stored.
    case stored
    /// It was there before.
    case duplicate
    /// One was there that proved less; this one has taken its place.
    case replaced
    /// So many doubtful ones came today that it was not stored.
    case dropped
  }

  /// Stores a postback once. Of two about the same transaction the one that proves more stays, so
  /// that a forged one keeps no genuine one out.
  /// - Throws: `DatabaseError`.
  public func store(
    _ postback: Postback, body: String, _ verification: PostbackVerification,
    _ reason: PostbackReason
  ) throws -> Outcome {
    let digest = Identifier(
      hashing: "postback", postback.system.rawValue, postback.transaction,
      "\(postback.sequenceIndex)")
    let found = try scope.connection.first(
      "SELECT id, verification FROM postbacks WHERE app = $1 AND digest = $2 {locked}",
      [scope.tenant, .identifier(digest)]
    ) { (id: $0.id(0, PostbackID.self), verification: try $0.choice(1, PostbackVerification.self)) }
    if let found, !verification.outranks(found.verification) { return .duplicate }
    let day = scope.app.day(of: scope.now)
    if found == nil, [.invalid, .unverifiable].contains(verification),
      try doubtful(on: day) >= Self.doubtfulPerDay
    {
      return .dropped
    }
    if let found {
      try scope.connection.send(
        "DELETE FROM postbacks WHERE app = $1 AND id = $2", [scope.tenant, .id(found.id)])
    }
    let id: PostbackID = scope.newID()
    let isNew = try scope.connection.insertNew(
      [
        [
          scope.tenant, .identifier(digest), .id(id),
          .text(postback.system.rawValue), .text(postback.adNetwork), .text(postback.source),
          .text(day), .text(verification.rawValue), .text(reason.rawValue),
          .bool(postback.didWin), .integer(Int64(postback.sequenceIndex)),
          .integer(postback.fineValue.map(Int64.init)), .text(postback.coarseValue?.rawValue),
          .text(body), scope.time,
        ]
      ], by: Self.row)
    guard isNew == [true] else { return .duplicate }
    return found == nil ? .stored : .replaced
  }

  private static let row = Insertion(
    "postbacks", key: [.integer("app"), .identifier("digest")],
    [
      .identifier("id"), .text("system"), .text("ad_network"), .text("source"), .text("day"),
      .text("verification"), .text("reason"), .integer("won"), .integer("sequence_index"),
      .integer("fine"), .text("coarse"), .text("body"), .integer("received_at"),
    ])

  private func doubtful(on day: String) throws -> Int64 {
    try scope.connection.first(
      """
      SELECT COUNT(*) FROM postbacks {by postbacks_by_day}
      WHERE app = $1 AND day = $2 AND verification IN ('invalid', 'unverifiable')
      """, [scope.tenant, .text(day)]
    ) { $0.integer(0) } ?? 0
  }

  /// Which postbacks are asked for; `nil` for all.
  public struct Filter: Sendable {
    /// Who reports.
    public var system: PostbackSystem?
    /// The ad network's id.
    public var adNetwork: String?
    /// What is held of them.
    public var verification: PostbackVerification?
    /// Whether the network's advertisement counted.
    public var didWin: Bool?

    /// All.
    public init() {}
  }

  /// Postbacks, newest first, from before one on.
  /// - Throws: `DatabaseError`.
  public func page(_ filter: Filter, before: PostbackID?, limit: Int) throws -> [StoredPostback] {
    let filters: [SQL?] = [
      before.map { "id < \(.id($0))" },
      filter.system.map { "system = \(.text($0.rawValue))" },
      filter.adNetwork.map { "ad_network = \(.text($0))" },
      filter.verification.map { "verification = \(.text($0.rawValue))" },
      filter.didWin.map { "won = \(.bool($0))" },
    ]
    return try scope.connection.rows(
      """
      SELECT id, system, body, verification, reason, received_at FROM postbacks
      WHERE app = \(scope.tenant) \(and: filters) ORDER BY id DESC LIMIT \(.integer(limit))
      """, Self.read)
  }

  private static func read(_ row: any Row) throws -> StoredPostback {
    let system: PostbackSystem = try row.choice(1)
    let postback: Postback
    do {
      let fields = try Fields(try row.json(2))
      switch system {
      case .skAdNetwork: postback = try Postback(skAdNetwork: fields)
      case .adAttributionKit: postback = try Postback(adAttributionKit: fields)
      }
    } catch let error as FieldError {
      throw DatabaseError.corrupt("a postback's '\(error.path)' \(error.reason)")
    }
    return StoredPostback(
      id: row.id(0), postback: postback, verification: try row.choice(3), reason: row.text(4),
      receivedAt: row.instant(5))
  }
}
