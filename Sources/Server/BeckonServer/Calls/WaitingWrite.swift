import BeckonDatabase
import BeckonStore

/// Something to be recorded, whose caller waits, of a kind that is recorded many at a time.
protocol WaitingWrite: Sendable {
  /// Whether the writes of this kind that have come together are recorded by one write of this
  /// database. Else each is recorded by itself.
  static func gathers(on database: any Database) -> Bool

  /// The work that records it under its `Idempotency-Key` by itself; `nil` when it heeds the key
  /// among others, or has none.
  var alone: (@Sendable (Scope) throws -> Reply)? { get }

  /// Records it by itself, and gives what makes the answer once it is on disk.
  func record(_ connection: any Connection) throws -> Answer

  /// Records all of them in one transaction, and gives the answer to each. Whatever it throws, each
  /// is then recorded by itself.
  static func record(
    _ writes: [Self], in connection: any Connection
  ) throws -> [Result<Answer, any Error>]
}

extension WaitingWrite {
  /// Makes the answer, outside the transaction, where it keeps no other write waiting.
  typealias Answer = @Sendable () -> Reply
}
