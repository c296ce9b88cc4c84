import BeckonDatabase

/// Serves reads, one after the other, each on a snapshot of its own.
final class Reader {
  private let connection: SQLiteConnection
  private let queue: WorkQueue

  init(_ connection: SQLiteConnection, _ queue: WorkQueue) {
    self.connection = connection
    self.queue = queue
  }

  /// Returns when the queue is closed and empty.
  func run() {
    while let work = queue.takeOne() { serve(work) }
    connection.close()
  }

  private func serve(_ work: any Work) {
    connection.interruption = work.interruption
    defer { connection.interruption = nil }
    do throws(DatabaseError) {
      if work.interruption?.isThere == true { throw Interruption.error }
      try connection.control("BEGIN")
    } catch {
      queue.forget(1)
      return work.fail(error)
    }
    _ = work.run(on: connection)
    connection.interruption = nil
    connection.rollback()
    queue.forget(1)
    work.answer()
  }
}
