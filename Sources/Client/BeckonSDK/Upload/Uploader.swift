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
  /// Who lets calls go again that wait, by the beginning of their paths.
  private var alarms: [String: Task<Void, Never>] = [:]
  /// What the app was told of refused calls that wait.
  private var pausesTold: [String: BeckonError] = [:]
  /// Who asked for a flush while one was running: the paths of their calls, `nil` for all.
  private var askedAgain: [String?] = []
  /// Something was appended while an upload was running.
  private var isTimerWanted = false
  private var isClosed = false
  /// The time by the server's clock, as last heard: it is no earlier now.
  private var serverTime: Instant?
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

  deinit {
    timer?.cancel()
    for alarm in alarms.values { alarm.cancel() }
  }

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
    guard let count = try? queue.sendable(holding: faces.heldBack), count > 0 else { return }
    let delay = UploadPolicy.delayMilliseconds(state, now: options.ambient.now())
    if count >= options.flushEvents && delay == 0 {
      begin()
    } else {
      schedule(afterMilliseconds: max(delay, Int64(options.flushSeconds * 1_000)))
    }
  }

  /// Uploads what waits now, whatever the back-off says; only a wait that the server asked for is
  /// kept.
  /// - Parameter path: where the call goes for which this is; then others that wait because they
  ///   were refused go on waiting.
  func flush(for path: String? = nil) async -> FlushReport {
    let delay = UploadPolicy.delayMilliseconds(
      state, now: options.ambient.now(), isExplicit: true)
    if let running {
      askedAgain.append(path)
      return await running.value
    }
    guard delay == 0, !isClosed else {
      var report = FlushReport()
      report.error = isClosed ? .closed : lastError
      report.retryMilliseconds = delay
      return completed(report)
    }
    resume(path)
    return await begin().value
  }

  /// Appends a request and tries to send it, after all that waits before it.
  /// - Parameter patienceMilliseconds: how long to wait for further tries when the first fails and
  ///   the server may be back by then.
  /// - Parameter registration: what the request waits for, and is then tried once more.
  func send(
    _ request: DurableRequest, token: String?, patienceMilliseconds: Int64 = 0,
    after registration: Task<Void, Never>? = nil
  ) async throws(BeckonError) -> DurableOutcome {
    awaited.insert(request.key)
    defer {
      awaited.remove(request.key)
      answers[request.key] = nil
    }
    try queue.append(Envelope(token: token, content: .request(request)))
    let report = await flush(for: request.path)
    let isRegistering = registration != nil && patienceMilliseconds > 0
    let mayGetWell = report.mayGetWell(withinMilliseconds: patienceMilliseconds)
    if answers[request.key] == nil, !isClosed, isRegistering || mayGetWell {
      await answer(
        to: request, withinMilliseconds: patienceMilliseconds, after: registration)
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
    resume(nil)
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
        } else if !askedAgain.isEmpty {
          for path in askedAgain { resume(path) }
          askedAgain = []
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
    askedAgain = []
    lastError = report.error
    scheduleNext(report)
    return completed(report)
  }

  private func nextBatch() throws(BeckonError) -> QueuedBatch? {
    try queue.nextBatch(
      events: state.batchEvents, bytes: UploadPolicy.batchBytesMax, oldest: oldest(),
      holding: faces.heldBack)
  }

  /// - Returns: whether to go on at once.
  private func upload(_ batch: QueuedBatch, _ report: inout FlushReport) async -> Bool {
    let (answer, heard) = await exchange.send(batch)
    if let heard { serverTime = heard }
    if answer.outcome == .paused, let error = answer.error {
      let call = call(of: batch)
      if pausesTold.updateValue(error, forKey: call) != error {
        problems.tell(.uploadPaused(call, error))
      }
      if pause(batch, error) {
        queue.settle(batch, .kept)
        return true
      }
    }
    let (next, action) = UploadPolicy.step(
      state, answer.outcome, now: options.ambient.now(), random: options.ambient.random())
    state = next
    report.error = nil
    switch action {
    case .finish:
      pausesTold[call(of: batch)] = nil
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

// MARK: - Calls that wait

extension Uploader {
  /// Holds back the calls of a face, or about a person, after one was refused, so that all else
  /// goes on.
  /// - Returns: whether it was such a call; after any other all waits.
  private func pause(_ batch: QueuedBatch, _ error: BeckonError) -> Bool {
    let milliseconds = UploadPolicy.pauseMilliseconds(random: options.ambient.random())
    let until = options.ambient.now().adding(milliseconds: milliseconds)
    guard let request = request(of: batch),
      let paths = faces.pause(after: request, VendorFaces.Pause(error: error, until: until))
    else { return false }
    guard !isClosed else { return true }
    let sleep = options.sleep
    alarms[paths]?.cancel()
    alarms[paths] = Task { [weak self] in
      guard (try? await sleep(milliseconds)) != nil else { return }
      await self?.pauseEnded(paths)
    }
    return true
  }

  private func pauseEnded(_ paths: String) {
    resume(paths)
    lookAtWhatWaits()
  }

  /// Lets calls be tried again: those that wait with the call to a path, or all.
  private func resume(_ path: String?) {
    for paths in faces.resume(path) { alarms.removeValue(forKey: paths)?.cancel() }
  }

  /// The call in a batch; `nil` for events.
  private func request(of batch: QueuedBatch) -> DurableRequest? {
    switch batch.content {
    case .request(let request, _): request
    case .report(let report): faces.dropRequest(report)
    case .events: nil
    }
  }

  /// Method and path of what is in a batch.
  private func call(of batch: QueuedBatch) -> String {
    let events = EventRoute.ingest.route
    return request(of: batch)?.call ?? "\(events.method) \(events.path)"
  }
}

// MARK: - Around an upload

extension Uploader {
  /// Waits until a request is answered, the time is over, or whoever waits gives up.
  private func answer(
    to request: DurableRequest, withinMilliseconds milliseconds: Int64,
    after registration: Task<Void, Never>?
  ) async {
    let (key, path) = (request.key, request.path)
    let sleep = options.sleep
    let alarm = Task { [weak self] in
      try? await sleep(milliseconds)
      await self?.wake(key)
    }
    let registered = registration.map { registration in
      Task { [weak self] in
        await registration.value
        _ = await self?.flush(for: path)
        await self?.wake(key)
      }
    }
    defer { registered?.cancel() }
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
    if report.error == nil, report.remaining > 0, let pause = faces.nextPause {
      report.error = pause.error
      let left = pause.until.milliseconds(since: options.ambient.now())
      report.retryMilliseconds = min(max(0, left), UploadPolicy.pauseMilliseconds)
    }
    return report
  }

  /// What is older than this by both clocks is too old; `nil` until the server's clock was heard.
  private func oldest() -> Instant? {
    guard let serverTime else { return nil }
    let earlier = min(options.ambient.now(), serverTime)
    return earlier.adding(milliseconds: -Int64(options.queue.ageDays) * Span.dayMilliseconds)
  }

  private func tellLate(
    _ request: DurableRequest, _ outcome: Result<DurableOutcome, BeckonError>
  ) {
    switch outcome {
    case .success(.delivered(let json)): answeredLate(request, json)
    case .success: break
    case .failure(let error):
      problems.tell(.callRefused(request.call, error))
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
      tell(answer.doubtful, events)
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

  /// Tells the app what the server has stored with a warning.
  private func tell(_ doubtful: [IngestEvents.Receipt], _ events: [Event]) {
    for receipt in doubtful {
      guard let event = events.first(where: { TextKey($0.id) == TextKey(receipt.id) }) else {
        continue
      }
      for warning in receipt.warnings {
        problems.tell(.eventDoubtful(id: event.id, name: event.name, warning: warning.detail))
      }
    }
  }
}
