import BeckonModel

extension QueueContents {
  /// The oldest records that fit into one request: events of one token, or one durable request, or
  /// a report of drops before all else.
  /// - Parameters:
  ///   - events: the most events.
  ///   - bytes: the most bytes of their records; a single one may be larger.
  ///   - oldest: what is older is dropped; `nil` when the time is not known for sure.
  ///   - holding: what must not be sent now; all else passes it.
  /// - Returns: `nil` when nothing waits that may be sent.
  func nextBatch(
    events: Int, bytes: Int, oldest: Instant?, holding: HeldBack
  ) throws(BeckonError) -> QueuedBatch? {
    try openIfNeeded()
    retryUnreadable()
    while true {
      if !holding.reports, let report = sealedReport() {
        return QueuedBatch(content: .report(report), places: [])
      }
      var collector = BatchCollector(
        events: events, bytes: bytes, oldest: oldest, isHeld: holding.calls)
      collect(&collector)
      if let (reason, places) = collector.dropped {
        drop(places, reason)
        continue
      }
      if let (segment, error) = collector.failure {
        giveUp(segment, because: error)
        continue
      }
      guard let batch = collector.batch else { return nil }
      inFlight = InFlight(places: Set(batch.places))
      return batch
    }
  }

  /// Says what became of a batch.
  func settle(_ batch: QueuedBatch, _ settlement: Settlement) {
    let held = inFlight.held
    inFlight = InFlight()
    switch settlement {
    case .kept:
      for (reason, number) in held { countDrop(number, reason) }
      if !held.isEmpty { saveLedger() }
      return
    case .dropped(let reason): countDrop(batch.count, reason)
    case .delivered: break
    }
    if case .report(let report) = batch.content {
      ledger.drops.removeAll { $0.id == report.id }
      saveLedger()
    } else {
      finish(batch.places)
    }
  }

  /// How many records wait that may be sent, as far as they were read.
  func sendable(holding: HeldBack) throws(BeckonError) -> Int {
    try openIfNeeded()
    let held = segments.reduce(0) { sum, segment in
      sum + segment.held.values.count(where: holding.calls)
    }
    return count - held
  }

  private func sealedReport() -> DropReport? {
    guard !ledger.drops.isEmpty else { return nil }
    if !ledger.drops[0].isSealed {
      ledger.drops[0].isSealed = true
      saveLedger()
    }
    return ledger.drops[0]
  }

  private func collect(_ collector: inout BatchCollector) {
    for index in segments.indices {
      var records = collector.candidates(segments[index])[...]
      while !records.isEmpty {
        let fitting = collector.fitting(records, of: segments[index])
        guard read(fitting, of: index, &collector) else { return }
        records = records.dropFirst(fitting.count)
      }
    }
  }

  /// - Returns: whether more may come.
  private func read(
    _ records: ArraySlice<Int>, of index: Int, _ collector: inout BatchCollector
  ) -> Bool {
    let segment = segments[index]
    guard let first = records.first, let last = records.last else { return false }
    let start = segment.spans[first].lowerBound
    let content: [UInt8]
    do {
      content = try files.read(
        path(segment.name), from: start, count: segment.spans[last].upperBound - start)
    } catch {
      // What was collected before goes first; the file is looked at again after it.
      if collector.isEmpty { collector.failure = (segment, error) }
      return false
    }
    for record in records {
      let span = segment.spans[record]
      let slice = content[span.offset(by: -start).clamped(to: 0..<content.count)]
      let envelope = Record.payload(slice).flatMap(Envelope.init(payload:))
      let place = QueuePlace(segment: segment.number, record: record)
      switch collector.take(envelope, bytes: span.count, place) {
      case .taken: break
      case .heldBack(let held): segments[index].held[record] = held
      case .last: return false
      }
    }
    return true
  }
}

extension Range<Int> {
  fileprivate func offset(by distance: Int) -> Range<Int> {
    lowerBound + distance..<upperBound + distance
  }
}
