import BeckonBasics
import BeckonDatabase

/// Serves writes: takes all that wait into one transaction and answers them after its commit, so
/// that they share one fsync.
///
/// A savepoint around each write would cost 30 % of the throughput. So a batch first runs without.
/// Only when a write fails that had changed something, the transaction is rolled back and the batch
/// run again, now with savepoints.
final class Writer {
  private let connection: SQLiteConnection
  private let queue: JobQueue
  private let writesMax: Int
  private let nanosecondsMax: UInt64
  /// Taken from the queue and not answered.
  private var jobs: [any Job] = []

  init(_ connection: SQLiteConnection, _ queue: JobQueue, _ settings: SQLiteSettings) {
    self.connection = connection
    self.queue = queue
    writesMax = settings.batchWritesMax
    nanosecondsMax = UInt64(settings.batchMillisecondsMax) * 1_000_000
  }

  /// Returns when the queue is closed and empty.
  func run() {
    while queue.takeAll(into: &jobs) {
      while !jobs.isEmpty { jobs.removeFirst(serve()) }
    }
  }

  /// One transaction. Returns how many of `jobs`, from the first, it has answered.
  private func serve() -> Int {
    do throws(DatabaseError) {
      try connection.control("BEGIN IMMEDIATE")
    } catch {
      return fail(jobs[...], error)
    }
    let deadline = MonotonicClock.nanoseconds() + nanosecondsMax
    var count = 0
    repeat {
      if count == jobs.count, !queue.takeArrived(into: &jobs) { break }
      let before = connection.mark
      let isDone = jobs[count].run(on: connection)
      count += 1
      guard connection.isInTransaction, isDone || connection.mark == before else {
        connection.rollback()
        return serveGuarded(jobs.prefix(count))
      }
    } while count < writesMax && MonotonicClock.nanoseconds() < deadline
    return commit(jobs.prefix(count))
  }

  /// Runs the writes again, with a savepoint around each.
  private func serveGuarded(_ batch: ArraySlice<any Job>) -> Int {
    do throws(DatabaseError) {
      try connection.control("BEGIN IMMEDIATE")
      for job in batch {
        try connection.control("SAVEPOINT job")
        let isDone = job.run(on: connection)
        guard connection.isInTransaction else { return serveEachAlone(batch) }
        if !isDone { try connection.control("ROLLBACK TO job") }
        try connection.control("RELEASE job")
      }
    } catch {
      connection.rollback()
      return fail(batch, error)
    }
    return commit(batch)
  }

  /// For a full disk or the like, where SQLite gives up the whole transaction: each write gets its
  /// own, so that only those fail that cannot be stored.
  private func serveEachAlone(_ batch: ArraySlice<any Job>) -> Int {
    for index in batch.indices {
      let one = batch[index...index]
      do throws(DatabaseError) {
        try connection.control("BEGIN IMMEDIATE")
      } catch {
        _ = fail(one, error)
        continue
      }
      let isDone = batch[index].run(on: connection)
      if connection.isInTransaction, isDone {
        _ = commit(one)
      } else if isDone {
        // The body has hidden the failure that ended its transaction.
        _ = fail(one, connection.lastError ?? .unavailable("the transaction was lost"))
      } else {
        connection.rollback()
        queue.forget(1)
        batch[index].answer()
      }
    }
    return batch.count
  }

  private func commit(_ batch: ArraySlice<any Job>) -> Int {
    do throws(DatabaseError) {
      try connection.control("COMMIT")
    } catch {
      connection.rollback()
      // A rule that is checked at commit: one of the writes broke it.
      if case .constraint = error, batch.count > 1 { return serveEachAlone(batch) }
      return fail(batch, error)
    }
    queue.forget(batch.count)
    for job in batch { job.answer() }
    return batch.count
  }

  private func fail(_ batch: ArraySlice<any Job>, _ error: DatabaseError) -> Int {
    queue.forget(batch.count)
    for job in batch { job.fail(error) }
    return batch.count
  }
}
