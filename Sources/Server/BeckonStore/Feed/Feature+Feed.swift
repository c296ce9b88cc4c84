import BeckonDatabase
import BeckonModel

extension Feature {
  /// The feed, and who follows it.
  static let feed = Feature(
    tables: [
      CopiedTable(
        "feed", key: [.integer("seq")],
        [
          .integer("app"), .text("kind"), .identifier("id"), .identifier("subject"),
          .integer("at"), .text("body"), .integer("by_client"),
        ], .position(at: "at")),
      CopiedTable(
        "followers", key: [.integer("app"), .text("name"), .identifier("id")],
        [.integer("position"), .integer("client_position"), .integer("moved_at")]),
    ],
    kept: [
      KeptRows(
        for: .milliseconds(Limits.webhookDays * Span.dayMilliseconds), by: .time, months: "feed",
        "DELETE FROM feed WHERE seq IN (SELECT seq FROM feed WHERE at < $1 LIMIT $2)")
    ],
    works: LongWork.ofFeed,
    erasure: ErasedRows(
      subject: { try Feed($0).forget($1, byClient: false) },
      claimedSubject: { try Feed($0).forget($1, byClient: true) }),
    merge: { scope, old, new in
      try Feed(scope).move(from: old, to: new)
      try Feed(scope).publishMerge(of: old, into: new)
    })
}
