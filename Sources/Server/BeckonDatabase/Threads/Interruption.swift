import BeckonBasics

/// Tells the thread that does a piece of work that nobody waits for it any more: its request has
/// come to its deadline, or the server stops. Else a long read would keep the thread, and a stop,
/// waiting for what nobody will see.
package final class Interruption: Sendable {
  private let hasCome = Locked(false)

  /// As what was interrupted fails.
  package static let error = DatabaseError.unavailable("nobody waits for the read any more")

  /// Somebody waits.
  package init() {}

  /// Whether nobody does.
  package var isThere: Bool { hasCome.withLock { $0 } }

  /// Nobody does.
  package func come() { hasCome.withLock { $0 = true } }

  /// Runs `body` with one that comes when the caller's task is cancelled.
  /// - Throws: what `body` throws.
  package static func withTask<Value: Sendable>(
    _ body: (Interruption) async throws -> Value
  ) async throws -> Value {
    let interruption = Interruption()
    return try await withTaskCancellationHandler {
      try await body(interruption)
    } onCancel: {
      interruption.come()
    }
  }
}
