import BeckonModel

extension QueueContents {
  /// The oldest records that fit into one request: events of one token, or one durable request, or
  /// a report of drops before all else.
  /// - Parameters:
  ///   - events: the most events.
  ///   - bytes: the most bytes of their records; a single one may be larger.
  ///   - oldest: what is older is dropped; `nil` when the time is not known for sure.
  /// - Returns: `nil` when nothing waits.
  func nextBatch(
    events: Int, bytes: Int, oldest: Instant?
  ) throws(BeckonError) -> QueuedBatch? {
    try openIfNeeded()
    retryUnreadable()
    while true {
      if let report = sealedReport() {
        return QueuedBatch(content: .report(report), end: nil, count: 0)
      }
      var collector = BatchCollector(events: events, bytes: bytes, oldest: oldest)
      collect(&collector)
      if let (reason, number) = collector.dropped {
        drop(number, reason)
        continue
      }
      if let (segment, error) = collector.failure {
        giveUp(segment, because: error)
        continue
      }
      guard let batch = collector.batch else { return nil }
      inFlight = InFlight(records: batch.count)
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
    } else if let end = batch.end {
      advance(to: end)
    }
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
    for segment in segments where !segment.waiting.isEmpty {
      let spans = collector.fitting(segment.waiting)
      guard let first = spans.first, let last = spans.last else { return }
      let content: [UInt8]
      do {
        content = try files.read(
          path(segment.name), from: first.lowerBound, count: last.upperBound - first.lowerBound)
      } catch {
        // What was collected before goes first; the file is looked at again after it.
        if collector.isEmpty { collector.failure = (segment, error) }
        return
      }
      for (index, span) in spans.enumerated() {
        let slice = content[span.offset(by: -first.lowerBound).clamped(to: 0..<content.count)]
        let envelope = Record.payload(slice).flatMap(Envelope.init(payload:))
        let place = QueuePosition(segment: segment.number, records: segment.done + index + 1)
        guard collector.take(envelope, bytes: span.count, place) else { return }
      }
    }
  }
}

extension Range<Int> {
  fileprivate func offset(by distance: Int) -> Range<Int> {
    lowerBound + distance..<upperBound + distance
  }
}
