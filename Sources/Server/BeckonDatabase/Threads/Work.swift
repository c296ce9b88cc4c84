/// A read or write that a caller waits for.
package protocol Work: AnyObject, Sendable {
  /// Comes when nobody waits for it any more; `nil` of what is done in any case.
  var interruption: Interruption? { get }
  /// Runs the body and keeps what came of it, in place of what an earlier run gave.
  /// - Returns: whether it did not throw.
  func run(on connection: any Connection) -> Bool
  /// Keeps a failure in place of what the last run gave.
  func keep(_ error: DatabaseError)
  /// Tells the caller what the last run gave.
  func answer()
  /// Tells the caller that nothing was done.
  func fail(_ error: DatabaseError)
}

/// Work whose body gives a `Value`. It is answered exactly once. One thread at a time has it: the
/// caller, then the one that takes it from the queue.
///
/// The continuation is a checked one. An unchecked one would save 3 % of a write, but the thread
/// sanitizer reports its `resume` when it comes before the caller waits (Swift 6.3).
package final class Call<Value: Sendable>: Work, @unchecked Sendable {
  private let body: @Sendable (any Connection) throws -> Value
  private let continuation: CheckedContinuation<Value, any Error>
  package let interruption: Interruption?
  private var outcome: Result<Value, any Error> = .failure(DatabaseError.closed)

  /// Work for the caller who waits on `continuation`.
  package init(
    _ body: @escaping @Sendable (any Connection) throws -> Value,
    _ continuation: CheckedContinuation<Value, any Error>, _ interruption: Interruption? = nil
  ) {
    self.interruption = interruption
    self.body = body
    self.continuation = continuation
  }

  package func run(on connection: any Connection) -> Bool {
    do {
      outcome = .success(try body(connection))
      return true
    } catch {
      outcome = .failure(error)
      return false
    }
  }

  package func keep(_ error: DatabaseError) { outcome = .failure(error) }

  package func answer() { continuation.resume(with: outcome) }

  package func fail(_ error: DatabaseError) { continuation.resume(throwing: error) }
}
