#if Postgres
  import BeckonBasics
  import BeckonDatabase
  import CBeckonPostgres

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// A connection of libpq in pipeline mode: statements go out as they are written and are answered
  /// in order. A mark (`Sync`) ends a stretch; behind a failure the rest of its stretch is passed
  /// over.
  final class PostgresLink {
    private let handle: OpaquePointer
    /// Answers still to be read, by stretch; the last stretch has no mark yet.
    private var answersDue: [Int] = []
    private var answersOpen = 0
    private(set) var loss: PostgresFault?
    /// How long an answer may take; the server gives up earlier.
    private let patienceMilliseconds: Int
    /// Whether an answer may take any time.
    var isPatient = false
    /// When it comes, the statement that runs is cancelled and the connection given up.
    var interruption: Interruption?

    /// How long it may go unnoticed.
    private static let lookMilliseconds = 100

    /// Takes over an open handle.
    init(_ handle: OpaquePointer, patienceMilliseconds: Int) {
      self.handle = handle
      self.patienceMilliseconds = patienceMilliseconds
      if PQenterPipelineMode(handle) != 1 { loss = .lost("no pipeline mode") }
    }

    deinit { PQfinish(handle) }

    /// Whether a transaction is open or has failed on the server, as of the last answer.
    var isInTransaction: Bool {
      loss == nil && PQtransactionStatus(handle) != PQTRANS_IDLE
    }

    /// Whether there are statements without a mark behind them.
    var hasOpenStretch: Bool { answersOpen > 0 }

    /// Writes a statement without parameters.
    func send(_ sql: String) {
      wrote(PQsendQueryParams(handle, sql, 0, nil, nil, nil, nil, 1))
    }

    /// Writes the order to prepare a statement, and to describe it.
    func prepare(_ name: String, _ sql: String) {
      wrote(PQsendPrepare(handle, name, sql, 0, nil))
      wrote(PQsendDescribePrepared(handle, name))
    }

    /// Writes the order to run a prepared statement.
    func execute(_ name: String, _ parameters: PostgresParameters) {
      let code = parameters.withPointers { count, addresses, lengths, formats in
        PQsendQueryPrepared(handle, name, count, addresses, lengths, formats, 1)
      }
      wrote(code)
    }

    private func wrote(_ code: Int32) {
      guard loss == nil else { return }
      if code == 1 { answersOpen += 1 } else { lose() }
    }

    /// Ends the stretch and sends everything.
    func mark() {
      guard loss == nil else { return }
      if PQpipelineSync(handle) == 1 {
        answersDue.append(answersOpen)
        answersOpen = 0
      } else {
        lose()
      }
    }

    /// Reads the answers of all stretches that have their mark.
    /// - Returns: the last answer.
    /// - Throws: the first failure.
    @discardableResult
    func collect() throws(PostgresFault) -> PostgresResult? {
      var last: PostgresResult?
      var failure: PostgresFault?
      while !answersDue.isEmpty {
        do throws(PostgresFault) { last = try collectStretch() } catch {
          failure = failure ?? error
        }
      }
      if let fault = failure ?? loss { throw fault }
      return last
    }

    /// Reads the answers of the oldest stretch.
    /// - Returns: its last answer.
    /// - Throws: its first failure.
    @discardableResult
    func collectStretch() throws(PostgresFault) -> PostgresResult? {
      var last: PostgresResult?
      var failure: PostgresFault?
      guard !answersDue.isEmpty else { throw loss ?? .lost("nothing was sent") }
      for _ in 0..<answersDue.removeFirst() {
        while let result = next() {
          switch PQresultStatus(result.pointer) {
          case PGRES_COMMAND_OK, PGRES_TUPLES_OK: last = result
          case PGRES_PIPELINE_ABORTED: break
          default: failure = failure ?? PostgresFault(result.pointer)
          }
        }
      }
      if loss == nil, PQresultStatus(next()?.pointer) != PGRES_PIPELINE_SYNC { lose() }
      if let failure {
        if failure.kind == .lost { loss = loss ?? failure }
        throw failure
      }
      if let loss { throw loss }
      return last
    }

    /// The next result; `nil` behind the last one of a statement, or when the connection is lost.
    private func next() -> PostgresResult? {
      guard loss == nil, wait() else { return nil }
      return PQgetResult(handle).map(PostgresResult.init)
    }

    private func wait() -> Bool {
      guard PQisBusy(handle) == 1 else { return true }
      let start = MonotonicClock.nanoseconds()
      repeat {
        var descriptor = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        let passed = Int((MonotonicClock.nanoseconds() - start) / 1_000_000)
        let left = isPatient ? -1 : max(0, patienceMilliseconds - passed)
        let isLooking = interruption != nil && (left < 0 || left > Self.lookMilliseconds)
        let code = poll(
          &descriptor, 1, Int32(clamping: isLooking ? Self.lookMilliseconds : left))
        if interruption?.isThere == true {
          cancel()
          return false
        }
        if code == 0, isLooking { continue }
        if code == 0 {
          loss = .lost("the server did not answer in time")
          return false
        }
        // What it could still read, such as the reason, `PQgetResult` gives.
        if code > 0, PQconsumeInput(handle) != 1 { return true }
      } while PQisBusy(handle) == 1
      return true
    }

    /// Has the server leave off. What it still answers is not waited for.
    private func cancel() {
      if let order = PQgetCancel(handle) {
        var reason = [CChar](repeating: 0, count: 256)
        _ = PQcancel(order, &reason, Int32(reason.count))
        PQfreeCancel(order)
      }
      loss = .lost("\(Interruption.error)")
    }

    private func lose() {
      loss = loss ?? .lost(PostgresFault.line(PQerrorMessage(handle)))
    }
  }
#endif
