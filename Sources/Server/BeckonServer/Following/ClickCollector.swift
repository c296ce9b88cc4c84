import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonHTTP
import BeckonModel

/// Stores clicks, each on the lane of the event thread that has read its request.
final class ClickCollector: Sendable {
  private let database: any Database

  init(_ database: any Database) {
    self.database = database
  }

  /// Stores a click of a request that is being read on this thread. `answer` is called once, there,
  /// when the click is on disk or cannot be.
  func store(
    _ click: Click, app: Int64, on thread: EventThread, _ answer: @escaping ClickLane.Answer
  ) {
    thread.kept(for: self) { ClickLane(database, on: thread) }.store(click, app: app, answer)
  }

  /// Stores a click.
  /// - Parameter thread: the one that has read the request; its lane is reached from any other.
  /// - Throws: `DatabaseError`.
  func store(_ click: Click, app: Int64, by thread: EventThread) async throws {
    try await withCheckedThrowingContinuation { continuation in
      let isTaken = thread.perform {
        self.store(click, app: app, on: thread) { continuation.resume(with: $0) }
      }
      if !isTaken { continuation.resume(throwing: DatabaseError.closed) }
    }
  }
}
