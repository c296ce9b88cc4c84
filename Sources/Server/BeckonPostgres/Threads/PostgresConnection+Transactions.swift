#if Postgres
  import BeckonBasics
  import CBeckonPostgres

  extension PostgresConnection {
    /// Begins a write; nothing is sent before its first statement.
    func begin(_ turn: Turn) {
      begin { [weak self, link] in
        self?.renewPlans()
        self?.isTurnTaken = true
        link.send(turn.taking)
        link.mark()
        link.send("BEGIN ISOLATION LEVEL SERIALIZABLE")
      }
    }

    /// Begins a read; nothing is sent before its first statement.
    func beginReading() {
      begin { [weak self, link] in
        self?.renewPlans()
        link.send("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
      }
    }

    /// Has statements planned anew from time to time. A plan that was made for an empty table is
    /// kept until the table is analyzed, and while a young database fills it may walk all of it.
    private func renewPlans() {
      let now = MonotonicClock.nanoseconds()
      guard now >= plansOldAtNanoseconds else { return }
      plansOldAtNanoseconds = now + Self.plansMaxNanoseconds
      link.send("DISCARD PLANS")
      // By itself: in one stretch with it, a transaction's isolation could no longer be chosen.
      link.mark()
    }

    private func begin(_ opening: @escaping () -> Void) {
      self.opening = opening
      isOpen = true
      fault = nil
    }

    /// Waits for the turn, if no answer has shown yet that it was given: a stretch behind a failed
    /// one is still run, so a commit may be sent only then.
    func awaitTurn() throws(PostgresFault) { try link.collect() }

    /// Commits, after `awaitTurn`. The turn is left at the same time; whether that worked is seen
    /// later.
    /// - Throws: why nothing is stored; `.lost` when that is not known.
    func commit(_ turn: Turn) throws(PostgresFault) {
      isOpen = false
      guard opening == nil else { return }
      link.send("COMMIT")
      link.mark()
      link.send(turn.leaving)
      link.mark()
      let result: PostgresResult?
      do throws(PostgresFault) { result = try link.collectStretch() } catch {
        // Inside a transaction that is still open the turn cannot be left.
        if (try? link.collectStretch()) != nil { isTurnTaken = false }
        throw error
      }
      isTurnTaken = false
      // A failed transaction answers COMMIT with ROLLBACK.
      guard let result, String(cString: PQcmdStatus(result.pointer)) == "COMMIT" else {
        throw PostgresFault(state: "25P02", message: "the transaction had failed")
      }
    }

    /// Takes back what the transaction did, and leaves the turn.
    func rollback(_ turn: Turn) {
      isOpen = false
      guard opening == nil, link.loss == nil else { return }
      if link.hasOpenStretch { link.mark() }
      _ = try? link.collect()
      if link.isInTransaction {
        link.send("ROLLBACK")
        link.mark()
        _ = try? link.collect()
      }
      guard isTurnTaken else { return }
      isTurnTaken = false
      link.send(turn.leaving)
      link.mark()
      _ = try? link.collect()
    }

    /// Ends a read. The answer is left for the next one to collect, so that the caller does not
    /// wait.
    func endReading() {
      isOpen = false
      guard opening == nil, link.loss == nil else { return }
      link.send("ROLLBACK")
      link.mark()
    }

    /// Reads what the end of the last read answered.
    func collectEnd() { _ = try? link.collect() }

    /// Divides the transaction, so that one write can be taken back.
    func save() {
      open()
      link.send("SAVEPOINT work")
    }

    /// Takes back what was done since `save`.
    func takeBack() {
      fault = nil
      link.send("ROLLBACK TO work")
    }

    /// Forgets `save`.
    func release() { link.send("RELEASE work") }
  }
#endif
