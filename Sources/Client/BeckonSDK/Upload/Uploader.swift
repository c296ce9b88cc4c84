import BeckonBasics
import BeckonContract
import BeckonModel

/// The one owner of uploads. Timer, threshold, background and the app's own `flush` all come
/// through here, and never are there two uploads at once.
actor Uploader {
  private let queue: EventQueue
  private let exchange: BatchExchange
  private let problems: Problems
  private let faces: VendorFaces
  /// Told of the answer to a call of Beckon's own that nobody waits for any more.
  private let answeredLate: @Sendable (DurableRequest, JSON) -> Void
  private let options: BeckonOptions
  /// Whether this actor will look at what was appended.
  private let isNoted = Locked(false)

  private var state = UploadPolicy.State()
  private var running: Task<FlushReport, Never>?
  private var timer: Task<Void, Never>?
  /// Somebody asked for a flush while one was running.
  private var isAskedAgain = false
  /// Something was appended while an upload was running.
  private var isTimerWanted = false
  private var isClosed = false
  /// The server's clock minus the device's, in milliseconds, as last heard.
  private var clockOffsetMilliseconds: Int64?
  private var awaited: Set<String> = []
  private var answers: [String: Result<DurableOutcome, BeckonError>] = [:]
  private var waiters: [String: CheckedContinuation<Void, Never>] = [:]
  /// Why something waits since the last upload.
  private(set) var lastError: BeckonError?

  init(
    queue: EventQueue, exchange: BatchExchange, problems: Problems, faces: VendorFaces,
    options: BeckonOptions, answeredLate: @escaping @Sendable (DurableRequest, JSON) -> Void
  ) {
    self.queue = queue
    self.exchange = exchange
    self.problems = problems
    self.faces = faces
    self.answeredLate = answeredLate
    self.options = options
  }

  deinit { timer?.cancel() }

  /// Decides, soon and elsewhere, whether what was appended is uploaded now or with the timer.
  nonisolated func noteAppended() {
    guard isNoted.withLock({ isNoted in (!isNoted, isNoted = true).0 }) else { return }
    Task { await self.lookAtWhatWaits() }
  }

  private func lookAtWhatWaits() {
    isNoted.withLock { $0 = false }
    guard running == nil else {
      isTimerWanted = true
      return
    }
    guard let count = try? queue.statistics().events, count > 0 else { return }
    let delay = UploadPolicy.delayMilliseconds(state, now: options.ambient.now())
    if count >= options.flushEvents && delay == 0 {
      begin()
    } else {
      schedule(afterMilliseconds: max(delay, Int64(options.flushSeconds * 1_000)))
    }
  }

  /// Uploads what waits now, whatever the back-off says; only a wait that the server asked for is
  /// kept.
  func flush() async -> FlushReport {
    let delay = UploadPolicy.delayMilliseconds(
      state, now: options.ambient.now(), isExplicit: true)
    if let running {
      isAskedAgain = true
      return await running.value
    }
    guard delay == 0, !isClosed else {
      var report = FlushReport()
      report.error = isClosed ? .closed : lastError
      report.retryMilliseconds = delay
      return completed(report)
    }
    return await begin().value
  }

  /// Appends a request and tries to send it, after all that waits before it.
  /// - Parameter patienceMilliseconds: how long to wait for further tries when the first fails and
  ///   the server may be back by then.
  func send(
    _ request: DurableRequest, token: String?, patienceMilliseconds: Int64 = 0
  ) async throws(BeckonError) -> DurableOutcome {
    awaited.insert(request.key)
    defer {
      awaited.remove(request.key)
      answers[request.key] = nil
    }
    try queue.append(Envelope(token: token, content: .request(request)))
    let report = await flush()
    if answers[request.key] == nil, report.mayGetWell(withinMilliseconds: patienceMilliseconds) {
      await answer(to: request.key, withinMilliseconds: patienceMilliseconds)
    }
    guard let answer = answers[request.key] else {
      lookAtWhatWaits()
      return .queued
    }
    return try answer.get()
  }

  /// Ends uploads; waits for the one that is running.
  func close() async {
    isClosed = true
    timer?.cancel()
    timer = nil
    running?.cancel()
    for key in waiters.keys { wake(key) }
    _ = await running?.value
  }
}

// MARK: - One upload

extension Uploader {
  @discardableResult
  private func begin() -> Task<FlushReport, Never> {
    timer?.cancel()
    timer = nil
    let task = Task { await self.run() }
    running = task
    return task
  }

  private func run() async -> FlushReport {
    queue.synchronize()
    var report = FlushReport()
    while !isClosed {
      do throws(BeckonError) {
        if let batch = try nextBatch() {
          guard await upload(batch, &report) else { break }
        } else if isAskedAgain {
          isAskedAgain = false
        } else {
          break
        }
      } catch {
        report.error = error
        report.retryMilliseconds = BackOff.longestMilliseconds
        break
      }
    }
    // From here on a flush begins anew: nothing may be awaited between the last look and this line.
    running = nil
    isAskedAgain = false
    lastError = report.error
    scheduleNext(report)
    return completed(report)
  }

  private func nextBatch() throws(BeckonError) -> QueuedBatch? {
    try queue.nextBatch(
      events: state.batchEvents, bytes: UploadPolicy.batchBytesMax, oldest: oldest())
  }

  /// - Returns: whether to go on at once.
  private func upload(_ batch: QueuedBatch, _ report: inout FlushReport) async -> Bool {
    let (answer, offset) = await exchange.send(batch)
    if let offset { clockOffsetMilliseconds = offset }
    let (next, action) = UploadPolicy.step(
      state, answer.outcome, now: options.ambient.now(), random: options.ambient.random())
    state = next
    report.error = nil
    switch action {
    case .finish:
      report.delivered += batch.count
      report.rejected += answer.rejected.count
      tell(answer, batch)
      queue.settle(batch, .delivered)
    case .drop(let reason):
      report.dropped += batch.count
      tell(answer, batch)
      queue.settle(batch, .dropped(reason))
    case .split:
      queue.settle(batch, .kept)
    case .wait(let milliseconds):
      report.error = answer.error
      report.retryMilliseconds = milliseconds
      queue.settle(batch, .kept)
      return false
    }
    return true
  }
}

// MARK: - Around an upload

extension Uploader {
  /// Waits until a request is answered, the time is over, or whoever waits gives up.
  private func answer(to key: String, withinMilliseconds milliseconds: Int64) async {
    let sleep = options.sleep
    let alarm = Task { [weak self] in
      try? await sleep(milliseconds)
      await self?.wake(key)
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiters[key] = $0 }
    } onCancel: {
      alarm.cancel()
    }
    alarm.cancel()
  }

  private func wake(_ key: String) {
    waiters.removeValue(forKey: key)?.resume()
  }

  private func schedule(afterMilliseconds milliseconds: Int64) {
    guard timer == nil, !isClosed else { return }
    let sleep = options.sleep
    timer = Task { [weak self] in
      guard (try? await sleep(milliseconds)) != nil else { return }
      await self?.timerFired()
    }
  }

  /// The wait is over by a clock that nobody can set; what the wall clock says does not matter.
  private func timerFired() {
    timer = nil
    guard running == nil, !isClosed else { return }
    begin()
  }

  private func scheduleNext(_ report: FlushReport) {
    if let milliseconds = report.retryMilliseconds {
      schedule(afterMilliseconds: milliseconds)
    } else if isTimerWanted {
      schedule(afterMilliseconds: Int64(options.flushSeconds * 1_000))
    }
    isTimerWanted = false
  }

  private func completed(_ report: FlushReport) -> FlushReport {
    var report = report
    report.remaining = (try? queue.statistics().events) ?? 0
    return report
  }

  /// What is older than this by both clocks is too old; `nil` until the server's clock was heard.
  private func oldest() -> Instant? {
    guard let offset = clockOffsetMilliseconds else { return nil }
    let now = options.ambient.now()
    let earlier = min(now, now.adding(milliseconds: offset))
    return earlier.adding(milliseconds: -Int64(options.queue.ageDays) * Span.dayMilliseconds)
  }

  private func tellLate(
    _ request: DurableRequest, _ outcome: Result<DurableOutcome, BeckonError>
  ) {
    switch outcome {
    case .success(.delivered(let json)): answeredLate(request, json)
    case .success: break
    case .failure(let error):
      problems.tell(.callRefused("\(request.method) \(request.path)", error))
    }
  }

  /// Tells the app what the server did not want, and whoever waits for a request its answer.
  private func tell(_ answer: UploadAnswer, _ batch: QueuedBatch) {
    switch batch.content {
    case .request(let request, _):
      let outcome = answer.outcome(of: request)
      faces.settled(request, outcome)
      guard awaited.contains(request.key) else {
        tellLate(request, outcome)
        return
      }
      answers[request.key] = outcome
      wake(request.key)
    case .events(let envelopes):
      let events = envelopes.compactMap(\.event)
      var reasons: [String: String] = [:]
      for receipt in answer.rejected { reasons[receipt.id] = receipt.reason ?? "" }
      if let error = answer.error { reasons[events[0].id] = "\(error)" }
      for event in events {
        guard let reason = reasons[event.id] else { continue }
        problems.tell(.eventRejected(id: event.id, name: event.name, reason: reason))
      }
    case .report: break
    }
  }
}
