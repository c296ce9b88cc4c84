import BeckonDatabase

/// Serves reads, one after the other, each on a snapshot of its own.
final class Reader {
  private let connection: SQLiteConnection
  private let queue: JobQueue

  init(_ connection: SQLiteConnection, _ queue: JobQueue) {
    self.connection = connection
    self.queue = queue
  }

  /// Returns when the queue is closed and empty.
  func run() {
    while let job = queue.takeOne() { serve(job) }
  }

  private func serve(_ job: any Job) {
    connection.interruption = job.interruption
    defer { connection.interruption = nil }
    do throws(DatabaseError) {
      if job.interruption?.isThere == true { throw Interruption.error }
      try connection.control("BEGIN")
    } catch {
      queue.forget(1)
      return job.fail(error)
    }
    _ = job.run(on: connection)
    connection.interruption = nil
    connection.rollback()
    queue.forget(1)
    job.answer()
  }
}
