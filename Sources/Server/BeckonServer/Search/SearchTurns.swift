import BeckonContract
import Foundation

/// Lets so many look into indexes at once that a processor is left for all other calls. A look
/// takes the whole of one, for milliseconds; the rest waits in the order in which it came.
actor SearchTurns {
  /// Looks at once.
  private static let looksMax = max(1, ProcessInfo.processInfo.activeProcessorCount - 1)
  /// Looks that may wait; one more is refused at once.
  static let waitingMax = 128

  private var looks = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Does something when its turn has come.
  /// - Throws: `Problem` when too many wait, or nobody waits for this one any more.
  nonisolated func take<Value: Sendable>(_ look: @Sendable () -> Value) async throws -> Value {
    try await enter()
    guard !Task.isCancelled else {
      await leave()
      throw Problem(.unavailable, "Nobody waits for the answer any more.")
    }
    let value = look()
    await leave()
    return value
  }

  private func enter() async throws {
    guard looks >= Self.looksMax else {
      looks += 1
      return
    }
    guard waiting.count < Self.waitingMax else {
      throw Problem(.unavailable, "Too many search at once. Try again in a second.")
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func leave() {
    if waiting.isEmpty { looks -= 1 } else { waiting.removeFirst().resume() }
  }
}
