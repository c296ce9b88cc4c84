import BeckonBasics
import BeckonDatabase
import BeckonModel

/// The work that goes on beside requests. Each loop tells when it last succeeded and how far behind
/// it is, so that a silent stop is seen by `/health`, `/metrics` and `beckon doctor`.
struct BackgroundLoops: Sendable {
  let all: [BackgroundLoop]
  let metrics: Metrics
  let ambient: Ambient
  let logger: Logger
  /// Waits for what the loops began and did not wait for, and gives how much that was.
  let finish: @Sendable () async -> Int
  /// Called when a newer program has migrated the database, and this one must stop.
  let outdated: @Sendable (DatabaseError) -> Void

  /// Runs all loops until the task is cancelled.
  func run() async {
    for loop in all {
      metrics.loop(loop.name, everyMilliseconds: Int64(loop.everyMilliseconds))
    }
    await withTaskGroup(of: Void.self) { group in
      for loop in all { group.addTask { await run(loop) } }
    }
  }

  /// Runs each loop once, to its end: for tests and for stopping.
  func runOnce() async throws {
    repeat {
      for loop in all { while try await loop.round() > 0 {} }
    } while await finish() > 0
  }

  private func run(_ loop: BackgroundLoop) async {
    while !Task.isCancelled {
      do {
        let left = try await loop.round()
        metrics.loop(loop.name, succeededAt: ambient.now(), lag: left)
        if left > 0 { continue }
      } catch DatabaseError.closed {
        return
      } catch let error as DatabaseError where error.isNewerSchema {
        return outdated(error)
      } catch {
        // What it read was broken off because the server stops.
        if Task.isCancelled { return }
        logger.log(
          .error, "a background loop failed",
          [JSON.Member("loop", .string(loop.name)), JSON.Member("error", .string("\(error)"))])
      }
      try? await Task.sleep(nanoseconds: loop.everyMilliseconds * 1_000_000)
    }
  }
}

extension DatabaseError {
  fileprivate var isNewerSchema: Bool {
    if case .newerSchema = self { true } else { false }
  }
}
