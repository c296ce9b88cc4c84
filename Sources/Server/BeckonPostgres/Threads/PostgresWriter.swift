#if Postgres
  import BeckonBasics
  import BeckonDatabase

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Serves writes: takes those that wait into one transaction and answers them after its commit,
  /// so that they share one fsync.
  ///
  /// A batch first runs beside those of others, without savepoints. When it meets another one it is
  /// rolled back and run again alone (`Turn`); when a write fails that had changed something, with
  /// a savepoint around each. A connection that is lost before the commit was sent is replaced, and
  /// the batch run again. Lost during the commit, nobody knows whether it is stored: the writes
  /// fail as unavailable, and callers repeat them, which their ids make harmless.
  final class PostgresWriter {
    /// How a batch is run.
    private struct Manner {
      var turn = Turn.shared
      var isGuarded = false
    }

    /// Why a batch was not committed.
    private enum Setback: Error {
      /// There is no connection.
      case unreachable(PostgresFault)
      /// Something went wrong before the commit.
      case running(PostgresFault)
      /// A body failed by itself after it had changed something.
      case body
      /// Something went wrong in the commit.
      case committing(PostgresFault)
    }

    /// What to do about it.
    private enum Remedy {
      /// Run it again; if it has been run too often, give up for the reason given.
      case again(Manner, PostgresFault)
      case eachAlone
      case giveUp(PostgresFault)
      /// Answer with what the body threw.
      case answer
    }

    private let keeper: Keeper
    private let queue: JobQueue
    private let writesMax: Int
    private let nanosecondsMax: UInt64
    private let gatheringMicroseconds: UInt32
    /// Taken from the queue and not answered.
    private var jobs: [any Job] = []
    /// How many of them, from the first, are in the transaction.
    private var count = 0
    /// How many of them get a transaction each.
    private var alone = 0
    /// How many the last transaction had, and how long it took.
    private var last = (count: 0, nanoseconds: UInt64(0))

    /// How many of the next batches run alone from the start, because one has met another.
    private var cautious = 0
    /// How many will after the next meeting. It doubles with each and shrinks without: where
    /// batches keep meeting, being run twice would cost more than waiting.
    private var caution = 1.0

    private static let attemptsMax = 8
    private static let cautionMax = 64.0

    init(_ keeper: Keeper, _ queue: JobQueue, _ settings: PostgresSettings) {
      self.keeper = keeper
      self.queue = queue
      writesMax = max(1, settings.batchWritesMax)
      gatheringMicroseconds = UInt32(clamping: settings.gatheringMicroseconds)
      nanosecondsMax = UInt64(max(0, settings.batchMillisecondsMax)) * 1_000_000
    }

    /// Returns when the queue is closed and empty.
    func run() {
      keeper.prepare()
      while queue.take(writesMax, into: &jobs) {
        while !jobs.isEmpty {
          gather()
          let start = MonotonicClock.nanoseconds()
          serve()
          jobs.removeFirst(count)
          last = (count, MonotonicClock.nanoseconds() - start)
        }
        keeper.prepare()
      }
      keeper.close()
    }

    /// Takes what has arrived. Behind a large transaction, when only few wait, it waits for more,
    /// an eighth of the time that the transaction took: those whom it answered come back one after
    /// the other, and the first of them would have the next transaction for itself.
    private func gather() {
      guard alone == 0 else { return }
      if jobs.count < last.count / 2 {
        usleep(min(gatheringMicroseconds, UInt32(clamping: last.nanoseconds / 8_000)))
      }
      _ = queue.takeArrived(writesMax - jobs.count, into: &jobs)
    }

    /// One batch, until it is answered.
    private func serve() {
      var manner = Manner(turn: cautious > 0 ? .alone : .shared)
      cautious = max(0, cautious - 1)
      count = 0
      for attempt in 1...Self.attemptsMax {
        do throws(Setback) {
          try transact(manner)
          if manner.turn == .shared { caution = max(1, caution * 0.9) }
          return answer()
        } catch {
          note(error, manner)
          switch remedy(error, manner) {
          case .again(let next, _) where attempt < Self.attemptsMax: manner = next
          case .again(_, let fault): return fail(fault)
          case .eachAlone:
            alone = count
            count = 0
            return
          case .giveUp(let fault): return fail(fault)
          case .answer: return answer()
          }
        }
      }
    }

    private func note(_ setback: Setback, _ manner: Manner) {
      guard manner.turn == .shared else { return }
      switch setback {
      case .running(let fault) where fault.kind == .conflict,
        .committing(let fault) where fault.kind == .conflict:
        cautious = Int(caution)
        caution = min(Self.cautionMax, caution * 2)
      case .running, .committing, .body, .unreachable: break
      }
    }

    private func transact(_ manner: Manner) throws(Setback) {
      let connection: PostgresConnection
      do throws(PostgresFault) { connection = try keeper.open() } catch {
        if count == 0 { count = jobs.count }
        throw .unreachable(error)
      }
      connection.begin(manner.turn)
      do throws(Setback) {
        if count == 0 { try runNew(connection) } else { try runAgain(connection, manner) }
        do throws(PostgresFault) { try connection.awaitTurn() } catch { throw .running(error) }
        do throws(PostgresFault) { try connection.commit(manner.turn) } catch {
          throw .committing(error)
        }
      } catch {
        connection.rollback(manner.turn)
        throw error
      }
    }

    /// Runs what waits, within the bounds. What arrives from here on needs another transaction:
    /// this one's snapshot may be older than something that its caller was answered before.
    private func runNew(_ connection: PostgresConnection) throws(Setback) {
      let deadline = MonotonicClock.nanoseconds() + nanosecondsMax
      repeat {
        count += 1
        try run(jobs[count - 1], connection)
      } while alone == 0 && count < jobs.count && MonotonicClock.nanoseconds() < deadline
    }

    private func runAgain(
      _ connection: PostgresConnection, _ manner: Manner
    ) throws(Setback) {
      for job in jobs.prefix(count) {
        if manner.isGuarded {
          try runGuarded(job, connection, manner)
        } else {
          try run(job, connection)
        }
      }
    }

    private func run(_ job: any Job, _ connection: PostgresConnection) throws(Setback) {
      let before = connection.changes
      let isDone = job.run(on: connection)
      if let fault = connection.fault {
        if isDone { job.keep(fault.error()) }
        throw .running(fault)
      }
      if !isDone, connection.changes != before { throw .body }
    }

    /// Runs a write so that its failure harms no other.
    private func runGuarded(
      _ job: any Job, _ connection: PostgresConnection, _ manner: Manner
    ) throws(Setback) {
      connection.save()
      let isDone = job.run(on: connection)
      _ = try? connection.settle()
      if let fault = connection.fault {
        switch fault.kind {
        case .conflict, .lost: throw .running(fault)
        case .duplicate where manner.turn == .shared: throw .running(fault)
        case .duplicate, .lasting: break
        }
        if isDone { job.keep(fault.error()) }
      }
      if !isDone || connection.fault != nil { connection.takeBack() }
      connection.release()
    }

    private func remedy(_ setback: Setback, _ manner: Manner) -> Remedy {
      switch setback {
      case .unreachable(let fault): .giveUp(fault)
      case .committing(let fault) where fault.kind == .lost: .giveUp(Self.unknown(fault))
      case .body where count == 1: .answer
      case .body: .again(Manner(turn: manner.turn, isGuarded: true), Self.failing)
      case .running(let fault): remedy(fault, manner) ?? .answer
      case .committing(let fault): remedy(fault, manner) ?? .giveUp(fault)
      }
    }

    /// `nil` when it is the one write's own failure.
    private func remedy(_ fault: PostgresFault, _ manner: Manner) -> Remedy? {
      switch fault.kind {
      case .lost: .again(manner, fault)
      case .conflict: .again(Manner(turn: .alone, isGuarded: manner.isGuarded), fault)
      case .duplicate where manner.turn == .shared:
        .again(Manner(turn: .alone, isGuarded: manner.isGuarded), fault)
      case .duplicate where count == 1, .lasting where count == 1: nil
      case .duplicate where manner.isGuarded, .lasting where manner.isGuarded: .eachAlone
      case .duplicate, .lasting: .again(Manner(turn: manner.turn, isGuarded: true), fault)
      }
    }

    private static let failing = PostgresFault(
      state: "", message: "writes that fail kept others from being stored", kind: .lasting)

    private static func unknown(_ fault: PostgresFault) -> PostgresFault {
      PostgresFault(
        state: PostgresFault.resolutionUnknown,
        message:
          "the connection was lost during a commit, so it is not known whether it is stored; "
          + "repeat the call (\(fault.message))")
    }

    private func answer() {
      queue.forget(count)
      for job in jobs.prefix(count) { job.answer() }
      alone = max(0, alone - 1)
    }

    private func fail(_ fault: PostgresFault) {
      queue.forget(count)
      for job in jobs.prefix(count) { job.fail(fault.error()) }
      alone = max(0, alone - 1)
    }
  }
#endif
