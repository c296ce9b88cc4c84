import BeckonBasics
import BeckonModel
import BeckonStore

/// Gathers the clicks that come while earlier ones are being stored, and stores all of them by one
/// write. Each is answered when it is on disk.
final class ClickCollector: Sendable {
  /// Clicks in one write. More wait for the next.
  private static let batchMax = 1_000
  /// Clicks that wait. One more is refused at once.
  private static let waitingMax = 20_000

  private struct Waiting: Sendable {
    let click: Click
    let app: Int64
    let answer: @Sendable (Result<Void, any Error>) -> Void
  }

  private struct Content {
    var waiting: [Waiting] = []
    var isStoring = false
  }

  private let database: any Database
  private let content = Locked(Content())

  init(_ database: any Database) {
    self.database = database
  }

  /// Stores a click. `answer` is called once, from any thread, when it is on disk or cannot be.
  func store(
    _ click: Click, app: Int64, _ answer: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    let waiting = Waiting(click: click, app: app, answer: answer)
    let (isFull, begins) = content.withLock { content in
      guard content.waiting.count < Self.waitingMax else { return (true, false) }
      content.waiting.append(waiting)
      defer { content.isStoring = true }
      return (false, !content.isStoring)
    }
    if isFull {
      answer(.failure(DatabaseError.unavailable("\(Self.waitingMax) clicks wait already")))
    }
    if begins { Task { await storeAll() } }
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
    while let batch = take() {
      async let result = insert(batch)
      if let stored { Self.answer(stored.batch, stored.result) }
      stored = (batch, await result)
    }
    if let stored { Self.answer(stored.batch, stored.result) }
  }

  private static func answer(_ batch: [Waiting], _ result: Result<Void, any Error>) {
    for waiting in batch { waiting.answer(result) }
  }

  private func take() -> [Waiting]? {
    content.withLock { content in
      guard !content.waiting.isEmpty else {
        content.isStoring = false
        return nil
      }
      guard content.waiting.count > Self.batchMax else {
        defer { content.waiting.removeAll() }
        return content.waiting
      }
      defer { content.waiting.removeFirst(Self.batchMax) }
      return Array(content.waiting.prefix(Self.batchMax))
    }
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
