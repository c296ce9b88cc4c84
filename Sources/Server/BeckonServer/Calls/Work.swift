import BeckonDatabase
import BeckonStore

/// What an endpoint wants done, decided from the request alone. The pipeline does it, in one
/// transaction; a writing one may be run more than once, so it does nothing but use its scope.
enum Work: Sendable {
  /// Nothing: the answer is known.
  case answer(Reply)
  /// Read on a snapshot.
  case read(@Sendable (Scope) throws -> Reply)
  /// Read a list to its end, and send it while it is read.
  case table(Table)
  /// Write; answered after the commit.
  case write(@Sendable (Scope) throws -> Reply)
  /// Write what may make a person, if the caller may make one now, and tell whether it did: whoever
  /// makes people pays for each, by address and key.
  case admission(@Sendable (Scope, _ mayCreate: Bool) throws -> (reply: Reply, isNew: Bool))
  /// Write, and make the answer after the commit, outside the transaction; see `write(_:then:)`.
  case writeFirst(@Sendable (Scope) throws -> @Sendable () -> Reply)
  /// Write; then read on a snapshot, for the answer, what keeps no other write waiting. With an
  /// `Idempotency-Key` the answer without that is kept, and given when the request comes again.
  case writeThenRead(@Sendable (Scope) throws -> ReadingReply)
  /// The same of what may make a person; it is taken for granted that it did.
  case admissionThenRead(@Sendable (Scope, _ mayCreate: Bool) throws -> ReadingReply)
  /// Store events, in as many transactions as it takes, and answer what became of each.
  case events(EventBatch, @Sendable ([EventIntake.Outcome]) -> Reply)
  /// Write together with others of the kind that wait.
  case gathered(any WaitingWrite)
  /// Do what takes long and needs no transaction, such as hashing a password, between looks at the
  /// database; then the work that came of it.
  case later(@Sendable (SnapshotReader) async throws -> Work)
  /// Write something that `AppContext` holds: the settings, campaigns, rules or widgets.
  case reconfigure(@Sendable (Scope) throws -> Reply)

  /// Write, and make the answer of what came of it after the commit, where it keeps no other write
  /// waiting. With an `Idempotency-Key` it is made inside, because it is kept there.
  static func write<Value: Sendable>(
    _ body: @escaping @Sendable (Scope) throws -> Value,
    then reply: @escaping @Sendable (Value) -> Reply
  ) -> Work {
    .writeFirst { scope in
      let value = try body(scope)
      return { reply(value) }
    }
  }
}

/// The answer to what was written, for which something is still to be read.
struct ReadingReply: Sendable {
  /// The answer if that cannot be read: what was written stays, and a client that hears of a
  /// failure would send it again. Few are given it, so it is made when it is asked for.
  let unread: @Sendable () -> Reply
  /// Makes the answer, in looks at the database and what is computed between them; `nil` when there
  /// is nothing to read.
  let read: (@Sendable (SnapshotReader) async throws -> Reply)?

  init(
    unread: @autoclosure @escaping @Sendable () -> Reply,
    read: (@Sendable (SnapshotReader) async throws -> Reply)? = nil
  ) {
    (self.unread, self.read) = (unread, read)
  }
}

/// Lets work look at the database that is not done in a transaction. Each look is a snapshot of its
/// own.
struct SnapshotReader: Sendable {
  let database: any Database
  let call: Call

  /// Reads.
  /// - Throws: `DatabaseError`, and what `body` throws.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Scope) throws -> Value
  ) async throws -> Value {
    try await database.read { try body(call.scope($0)) }
  }
}
