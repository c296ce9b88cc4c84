import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// To whom an app sends nothing. Only keyed hashes are stored, so that it outlives the erasure of a
/// person: nobody wants to be written to again because they were forgotten.
public struct Suppressions {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Why.
  public enum Reason: String, CaseIterable, Sendable {
    /// A mail server has said that there is no such mailbox.
    case bounced
    /// The app's server has said so.
    case requested
    /// Who reads what comes there has said so.
    case unsubscribed

    /// Whether such a message is not sent for it.
    public func holds(_ kind: MessageKind) -> Bool { self != .unsubscribed || !kind.isAnswer }
  }

  /// An entry.
  public struct Entry: Hashable, Sendable {
    /// Why nothing is sent.
    public let reason: Reason
    /// Since when.
    public let since: Instant
  }

  /// The entry of a mail address or phone number in normal form.
  /// - Throws: `DatabaseError`.
  public func find(_ identity: Identity) throws -> Entry? {
    try find(scope.app.digest(of: identity), on: Self.channel(of: identity))
  }

  private static func channel(of identity: Identity) -> MessageChannel {
    identity.kind == .phone ? .sms : .mail
  }

  /// The entry of a recipient.
  /// - Throws: `DatabaseError`.
  func find(_ recipient: Identifier, on channel: MessageChannel) throws -> Entry? {
    try scope.connection.first(
      """
      SELECT reason, since FROM suppressions
      WHERE app = $1 AND channel = $2 AND recipient_key = $3
      """, [scope.tenant, .text(channel.rawValue), .identifier(recipient)]
    ) { Entry(reason: try $0.choice(0), since: $0.instant(1)) }
  }

  /// Sends nothing to a mail address or phone number from now on. An entry that is there stays as
  /// it is.
  /// - Parameter reason: why; unless told, because the app's server says so.
  /// - Throws: `DatabaseError`.
  public func add(_ identity: Identity, reason: Reason = .requested) throws {
    try add(scope.app.digest(of: identity), on: Self.channel(of: identity), reason: reason)
  }

  func add(_ recipient: Identifier, on channel: MessageChannel, reason: Reason) throws {
    try scope.connection.send(
      """
      INSERT INTO suppressions (app, channel, recipient_key, reason, since)
      VALUES ($1, $2, $3, $4, $5) ON CONFLICT (app, channel, recipient_key) DO NOTHING
      """,
      [
        scope.tenant, .text(channel.rawValue), .identifier(recipient), .text(reason.rawValue),
        scope.time,
      ])
  }

  // MARK: Who wants no more

  /// What stands in a mail's link for its reader to say that they want no more; good for ever.
  public func leavingToken(for email: Identity) -> String {
    leavingToken(for: scope.app.digest(of: email))
  }

  private func leavingToken(for recipient: Identifier) -> String {
    let proof = Identifier(hashing: "no more mails", recipient.text, key: scope.app.pepper)
    return recipient.text + "-" + proof.text
  }

  /// Whether it is such a token of this app.
  public func isLeavingToken(_ token: String) -> Bool { recipient(of: token) != nil }

  /// Sends nothing any more to whom a token was sent.
  /// - Returns: whether it is one.
  /// - Throws: `DatabaseError`.
  public func add(byLeavingToken token: String) throws -> Bool {
    guard let recipient = recipient(of: token) else { return false }
    try add(recipient, on: .mail, reason: .unsubscribed)
    return true
  }

  private func recipient(of token: String) -> Identifier? {
    guard let recipient = Identifier(text: Substring(token.upTo("-"))),
      token == leavingToken(for: recipient)
    else { return nil }
    return recipient
  }

  /// Sends to a mail address or phone number again.
  /// - Parameter reason: only who is on the list for it; whoever is when `nil`.
  /// - Returns: whether it was on the list.
  /// - Throws: `DatabaseError`.
  public func remove(_ identity: Identity, reason: Reason? = nil) throws -> Bool {
    let isMeant = reason.map { "reason = \(.text($0.rawValue))" as SQL }
    return try scope.connection.run(
      """
      DELETE FROM suppressions
      WHERE app = \(scope.tenant) AND channel = \(.text(Self.channel(of: identity).rawValue))
        AND recipient_key = \(.identifier(scope.app.digest(of: identity)))\(and: [isMeant])
      """) > 0
  }
}
