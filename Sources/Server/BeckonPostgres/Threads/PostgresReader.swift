#if Postgres
  import BeckonDatabase

  /// Serves reads, one after the other, each on a snapshot of its own.
  final class PostgresReader {
    private let keeper: Keeper
    private let queue: JobQueue

    init(_ keeper: Keeper, _ queue: JobQueue) {
      self.keeper = keeper
      self.queue = queue
    }

    /// Returns when the queue is closed and empty.
    func run() {
      keeper.prepare()
      while let job = queue.takeOne() {
        serve(job)
        keeper.prepare()
      }
      keeper.close()
    }

    private func serve(_ job: any Job) {
      do throws(PostgresFault) {
        // The connection may have been lost while it was idle.
        if try !isServed(job) { _ = try isServed(job) }
        queue.forget(1)
        job.answer()
      } catch {
        queue.forget(1)
        job.fail(error.error())
      }
    }

    /// Runs the body; whether the connection held.
    private func isServed(_ job: any Job) throws(PostgresFault) -> Bool {
      if job.interruption?.isThere == true {
        job.keep(Interruption.error)
        return true
      }
      let connection = try keeper.open()
      connection.link.interruption = job.interruption
      defer { connection.link.interruption = nil }
      connection.collectEnd()
      connection.beginReading()
      _ = job.run(on: connection)
      connection.endReading()
      return connection.link.loss == nil
    }
  }
#endif
