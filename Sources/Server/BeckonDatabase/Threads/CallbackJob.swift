/// A write whose end is told to a closure, so that nobody waits in a task. As with an `AwaitedJob`,
/// one thread at a time has it.
package final class CallbackJob: Job, @unchecked Sendable {
  private let body: @Sendable (any Connection) throws -> Void
  private let done: @Sendable (Result<Void, any Error>) -> Void
  private var outcome: Result<Void, any Error> = .failure(DatabaseError.closed)

  /// A job that nobody breaks off.
  package init(
    _ body: @escaping @Sendable (any Connection) throws -> Void,
    done: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    self.body = body
    self.done = done
  }

  package var interruption: Interruption? { nil }

  package func run(on connection: any Connection) -> Bool {
    do {
      try body(connection)
      outcome = .success(())
      return true
    } catch {
      outcome = .failure(error)
      return false
    }
  }

  package func keep(_ error: DatabaseError) { outcome = .failure(error) }

  package func answer() { done(outcome) }

  package func fail(_ error: DatabaseError) { done(.failure(error)) }
}
