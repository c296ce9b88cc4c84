import BeckonBasics
import BeckonDatabase
import BeckonStore

/// Gathers the writes of one kind that come while earlier ones are being recorded, and records all
/// of them by one write. Each is answered when it is on disk.
final class WriteCollector<Write: WaitingWrite>: Sendable {
  private typealias Answers = Result<[Result<Write.Answer, any Error>], any Error>

  private struct Waiting: Sendable {
    let write: Write
    let answer: CheckedContinuation<Reply, any Error>
  }

  private let database: any Database
  private let gathered = Locked(Gathering<Waiting>(batchMax: 128, waitingMax: 10_000))

  init(_ database: any Database) {
    self.database = database
  }

  /// Records a write.
  /// - Throws: `DatabaseError`, or the `Problem` that is the answer.
  func record(_ write: Write) async throws -> Reply {
    try await withCheckedThrowingContinuation { answer in
      switch gathered.withLock({ $0.add(Waiting(write: write, answer: answer)) }) {
      case .full: answer.resume(throwing: DatabaseError.unavailable("too many of the kind wait"))
      case .begin: Task { await recordAll() }
      case .wait: break
      }
    }
  }

  /// Until none waits. Those of one write are answered while the next is under way.
  private func recordAll() async {
    var recorded: (batch: [Waiting], answers: Answers)?
    while let batch = gathered.withLock({ $0.take() }) {
      async let answers = recordTogether(batch)
      if let recorded { await answer(recorded.batch, recorded.answers) }
      recorded = (batch, await answers)
    }
    if let recorded { await answer(recorded.batch, recorded.answers) }
  }

  private func recordTogether(_ batch: [Waiting]) async -> Answers {
    let writes = batch.map(\.write)
    do {
      return .success(try await database.write { try Write.record(writes, in: $0) })
    } catch {
      return .failure(error)
    }
  }

  private func answer(_ batch: [Waiting], _ answers: Answers) async {
    switch answers {
    case .success(let answers):
      for (waiting, answer) in zip(batch, answers) {
        waiting.answer.resume(with: answer.map { $0() })
      }
    // The database does not answer.
    case .failure(let error as DatabaseError) where error.isOfAll:
      for waiting in batch { waiting.answer.resume(throwing: error) }
    // One of them may keep the others from being recorded.
    case .failure:
      await withTaskGroup { group in
        for waiting in batch { group.addTask { await self.recordAlone(waiting) } }
      }
    }
  }

  private func recordAlone(_ waiting: Waiting) async {
    let write = waiting.write
    do {
      let answer = try await database.write { try write.record($0) }
      waiting.answer.resume(returning: answer())
    } catch {
      waiting.answer.resume(throwing: error)
    }
  }
}

extension DatabaseError {
  /// Whether any other call would fail too.
  fileprivate var isOfAll: Bool {
    switch self {
    case .unavailable, .outcomeUnknown, .closed: true
    case .full, .constraint, .corrupt, .newerSchema, .unreadable, .misuse: false
    }
  }
}
