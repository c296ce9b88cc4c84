import BeckonBasics
import BeckonStore

/// Gathers the conversions that come while earlier ones are being recorded, and records all of them
/// by one write. Each is answered when it is on disk.
final class ConversionCollector: Sendable {
  /// Conversions in one write. More wait for the next.
  private static let batchMax = 128
  /// Conversions that wait. One more is refused at once.
  private static let waitingMax = 10_000

  private typealias Answers = Result<[Result<Reply, any Error>], any Error>

  private struct Waiting: Sendable {
    let conversion: WaitingConversion
    let answer: CheckedContinuation<Reply, any Error>
  }

  private struct Content {
    var waiting: [Waiting] = []
    var isRecording = false
  }

  private let database: any Database
  private let content = Locked(Content())

  init(_ database: any Database) {
    self.database = database
  }

  /// Records a conversion.
  /// - Throws: `DatabaseError`, or the `Problem` that is the answer.
  func record(_ conversion: WaitingConversion) async throws -> Reply {
    try await withCheckedThrowingContinuation { answer in
      let (isFull, begins) = content.withLock { content in
        guard content.waiting.count < Self.waitingMax else { return (true, false) }
        content.waiting.append(Waiting(conversion: conversion, answer: answer))
        defer { content.isRecording = true }
        return (false, !content.isRecording)
      }
      if isFull {
        let reason = "\(Self.waitingMax) conversions wait already"
        answer.resume(throwing: DatabaseError.unavailable(reason))
      }
      if begins { Task { await recordAll() } }
    }
  }

  /// Until none waits. The conversions of one write are answered while the next is under way.
  private func recordAll() async {
    var recorded: (batch: [Waiting], answers: Answers)?
    while let batch = take() {
      async let answers = recordTogether(batch)
      if let recorded { await answer(recorded.batch, recorded.answers) }
      recorded = (batch, await answers)
    }
    if let recorded { await answer(recorded.batch, recorded.answers) }
  }

  private func recordTogether(_ batch: [Waiting]) async -> Answers {
    let conversions = batch.map(\.conversion)
    do {
      return .success(try await database.write { try conversions.record(in: $0) })
    } catch {
      return .failure(error)
    }
  }

  private func answer(_ batch: [Waiting], _ answers: Answers) async {
    switch answers {
    case .success(let answers):
      for (waiting, answer) in zip(batch, answers) { waiting.answer.resume(with: answer) }
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
    let conversion = waiting.conversion
    do {
      let reply = try await database.write { connection in
        try conversion.record(conversion.call.scope(connection))
      }
      waiting.answer.resume(returning: reply)
    } catch {
      waiting.answer.resume(throwing: error)
    }
  }

  private func take() -> [Waiting]? {
    content.withLock { content in
      guard !content.waiting.isEmpty else {
        content.isRecording = false
        return nil
      }
      let count = min(Self.batchMax, content.waiting.count)
      defer { content.waiting.removeFirst(count) }
      return Array(content.waiting.prefix(count))
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
