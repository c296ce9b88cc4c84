import BeckonDatabase
import BeckonEngine
import BeckonModel

/// To whom the app sends nothing.
public struct FoundSuppressions {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// A page, the last that was put on the list first.
  /// - Parameters:
  ///   - channel: of mails or of text messages; both when `nil`.
  ///   - reason: why they are on the list; for all reasons when `nil`.
  /// - Throws: `DatabaseError`.
  public func page(
    _ channel: MessageChannel?, _ reason: Suppressions.Reason?, behind place: ListPlace?,
    limit: Int
  ) throws -> FoundRows {
    // Of an address only a keyed hash is stored; a message to it, while there is one, says it.
    let recipient: SQL = """
      (SELECT messages.recipient FROM messages {by messages_by_recipient}
        WHERE messages.app = suppressions.app
          AND messages.recipient_key = suppressions.recipient_key
        ORDER BY messages.id LIMIT 1)
      """
    let walk = ListWalk(
      scope: scope, table: "suppressions {by suppressions_by_time}",
      columns: "suppressions.channel, suppressions.reason, suppressions.since, \(recipient)",
      key: "suppressions.app = \(scope.tenant)",
      order: .time("suppressions.since", id: "suppressions.recipient_key"),
      filters: [
        channel.map { "suppressions.channel = \(.text($0.rawValue))" },
        reason.map { "suppressions.reason = \(.text($0.rawValue))" },
      ]
    ) { row in
      let first = ListWalk.first
      let channel: MessageChannel = try row.choice(first)
      let address = row.optionalText(first + 3).map(JSON.string)
      return .object([
        "channel": .string(channel.rawValue), "email": channel == .mail ? address : nil,
        "phone": channel == .sms ? address : nil, "reason": .string(row.text(first + 1)),
        "since": .instant(row.instant(first + 2)),
      ])
    }
    return try ListWalk.page(of: [walk], behind: place, limit: limit)
  }
}
