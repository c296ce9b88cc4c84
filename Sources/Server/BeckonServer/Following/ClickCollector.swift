import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore

/// Gathers the clicks that come while earlier ones are being stored, and stores all of them by one
/// write. Each is answered when it is on disk.
final class ClickCollector: Sendable {
  private struct Waiting: Sendable {
    let click: Click
    let app: Int64
    let answer: @Sendable (Result<Void, any Error>) -> Void
  }

  private let database: any Database
  private let gathered = Locked(Gathering<Waiting>(batchMax: 1_000, waitingMax: 20_000))

  init(_ database: any Database) {
    self.database = database
  }

  /// Stores a click. `answer` is called once, from any thread, when it is on disk or cannot be.
  func store(
    _ click: Click, app: Int64, _ answer: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    let waiting = Waiting(click: click, app: app, answer: answer)
    switch gathered.withLock({ $0.add(waiting) }) {
    case .full: answer(.failure(DatabaseError.unavailable("too many clicks wait")))
    case .begin: Task { await storeAll() }
    case .wait: break
    }
  }

  /// Stores a click.
  /// - Throws: `DatabaseError`.
  func store(_ click: Click, app: Int64) async throws {
    try await withCheckedThrowingContinuation { continuation in
      store(click, app: app) { continuation.resume(with: $0) }
    }
  }

  /// Until none waits. The clicks of one write are answered while the next is under way.
  private func storeAll() async {
    var stored: (batch: [Waiting], result: Result<Void, any Error>)?
    while let batch = gathered.withLock({ $0.take() }) {
      async let result = insert(batch)
      if let stored { Self.answer(stored.batch, stored.result) }
      stored = (batch, await result)
    }
    if let stored { Self.answer(stored.batch, stored.result) }
  }

  private static func answer(_ batch: [Waiting], _ result: Result<Void, any Error>) {
    for waiting in batch { waiting.answer(result) }
  }

  private func insert(_ batch: [Waiting]) async -> Result<Void, any Error> {
    let clicks = ClickBatch(batch.map { (app: $0.app, click: $0.click) })
    do {
      try await database.write { try clicks.store(in: $0) }
      return .success(())
    } catch {
      return .failure(error)
    }
  }
}
