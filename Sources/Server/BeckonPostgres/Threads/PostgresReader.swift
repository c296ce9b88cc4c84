#if Postgres
  import BeckonDatabase

  /// Serves reads, one after the other, each on a snapshot of its own.
  final class PostgresReader {
    private let keeper: Keeper
    private let queue: WorkQueue

    init(_ keeper: Keeper, _ queue: WorkQueue) {
      self.keeper = keeper
      self.queue = queue
    }

    /// Returns when the queue is closed and empty.
    func run() {
      keeper.prepare()
      while let work = queue.takeOne() {
        serve(work)
        keeper.prepare()
      }
      keeper.close()
    }

    private func serve(_ work: any Work) {
      do throws(PostgresFault) {
        // The connection may have been lost while it was idle.
        if try !isServed(work) { _ = try isServed(work) }
        queue.forget(1)
        work.answer()
      } catch {
        queue.forget(1)
        work.fail(error.error())
      }
    }

    /// Runs the body; whether the connection held.
    private func isServed(_ work: any Work) throws(PostgresFault) -> Bool {
      if work.interruption?.isThere == true {
        work.keep(Interruption.error)
        return true
      }
      let connection = try keeper.open()
      connection.link.interruption = work.interruption
      defer { connection.link.interruption = nil }
      connection.collectEnd()
      connection.beginReading()
      _ = work.run(on: connection)
      connection.endReading()
      return connection.link.loss == nil
    }
  }
#endif
