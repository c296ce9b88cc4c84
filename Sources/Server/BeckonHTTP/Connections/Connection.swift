import BeckonBasics

/// One client's connection, and the one request that it has at a time. The event thread of the
/// connection calls what stands under "Events"; the other functions may come from any thread.
final class Connection: @unchecked Sendable {
  private let wire: Wire
  private let service: Service
  private let peerAddress: String
  private let state = Locked(ConnectionState())
  /// Touched by the event thread only.
  private var incoming: IncomingRequest?
  /// Touched by the timer thread only.
  private var watch = PhaseWatch()

  init(wire: Wire, service: Service) {
    self.wire = wire
    self.service = service
    peerAddress = wire.peerAddress
  }

  // MARK: Events

  /// A request line has come; `target` is `nil` if it had none.
  func requestLine(target: UnsafeBufferPointer<UInt8>?) {
    var request = IncomingRequest(target: target, configuration: service.configuration)
    if state.withLock({ $0.beginReceiving() }) { request.failure = .shuttingDown }
    incoming = request
  }

  /// The headers are complete.
  /// - Returns: whether to keep the connection.
  func headersComplete(
    method: UnsafeBufferPointer<UInt8>, headers: HTTPHeaders, needsHost: Bool
  ) -> Bool {
    guard incoming != nil else { return false }
    let framing = RequestFraming(headers)
    incoming?.receive(
      method: method, headers: headers, framing: framing, needsHost: needsHost,
      headerBytesMax: service.configuration.headerBytesMax)
    incoming?.stage = .body
    return refuseEarly(framing)
  }

  /// A piece of the body has come.
  /// - Returns: whether to keep the connection.
  func bodyPiece(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    incoming?.receive(
      body: bytes, discardBytesMax: IncomingRequest.discardBytesMax(service.configuration)) ?? false
  }

  /// The request is complete, or the connection was resumed for its answer.
  /// - Returns: whether to keep the connection.
  func requestComplete() -> Bool {
    // A daemon that stops drops the answer it was given and asks again; waiting would be for ever.
    guard let request = incoming, request.stage != .nothing else { return false }
    if request.stage == .answer { return answerOrSuspend(nil) }
    incoming?.stage = .answer
    guard request.failure == nil, let method = request.method else {
      return send(service.response(to: request.failure ?? .badRequest), closes: true)
    }
    return handle(
      HTTPRequest(
        method: method, target: request.target, headers: request.headers, body: request.body,
        peerAddress: peerAddress))
  }

  /// Whether the headers have been seen.
  var hasHeaders: Bool { incoming.map { $0.stage != .headers } ?? false }

  /// The answer is out, or the client gone.
  func requestEnded() {
    incoming = nil
    state.withLock {
      $0.beginWaiting()
      // The server may have begun to drain after the answer had said that the connection stays.
      if $0.isDraining, !$0.isClosed { wire.endReceiving() }
    }
  }

  /// The socket is about to be closed.
  func closed() { state.withLock { $0.close() } }

  // MARK: Any thread

  /// Acts if the present phase is past its limit. Called by the timer thread only.
  func sweep(nowNanoseconds now: UInt64) {
    let (phase, step) = state.withLock { ($0.phase, $0.step) }
    let limit = service.limitMilliseconds(phase)
    guard watch.isOverdue(step: step, limitMilliseconds: limit, nowNanoseconds: now) else { return }
    if phase == .handling {
      service.logger.log(.warning, "a request took longer than its deadline")
      settle(step, service.response(to: .deadlineExceeded), abandoning: true)
    } else {
      state.withLock { if $0.step == step, !$0.isClosed { wire.cut() } }
    }
  }

  /// Closes when the request in flight, if there is one, is answered.
  func drain() {
    state.withLock {
      $0.drain()
      if $0.phase == .waiting, !$0.isClosed { wire.endReceiving() }
    }
  }

  /// Answers the request in flight at once, and lets nothing wait any more.
  func stop() {
    let (phase, step) = state.withLock { state in
      state.stop()
      return (state.phase, state.step)
    }
    guard phase == .handling else { return }
    settle(step, service.response(to: .shuttingDown), abandoning: true)
  }

  /// Whether the handler has a request of this connection.
  var isHandling: Bool { state.withLock { $0.phase == .handling } }

  // MARK: Answering

  private func handle(_ request: HTTPRequest) -> Bool {
    guard let step = state.withLock({ $0.beginHandling() }) else {
      return send(service.response(to: .shuttingDown), closes: true)
    }
    let handler = service.handler
    return answerOrSuspend(
      Self.begin { [self] in settle(step, await handler(request), abandoning: false) })
  }

  /// Begins on this thread where the system can, so that an answer at hand needs neither suspension
  /// nor a change of threads: that halves the cost of a request.
  private static func begin(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    if #available(macOS 26, iOS 26, *) {
      Task.immediate { await work() }
    } else {
      Task { await work() }
    }
  }

  private func settle(_ step: UInt64, _ response: HTTPResponse, abandoning: Bool) {
    state.withLock {
      // Inside the lock, so that nobody stops the daemon between the two.
      if $0.settle(step: step, with: response, abandoning: abandoning) { wire.resume() }
    }
  }

  private func answerOrSuspend(_ task: Task<Void, Never>?) -> Bool {
    let response = state.withLock { state in
      let response = state.takeAnswer(orSuspend: task)
      if response == nil { wire.suspend() }
      return response
    }
    guard let response else { return true }
    return send(response, closes: false)
  }

  /// Answers before the body, and closes, if the body's end is in doubt or far off, or if the
  /// client asks first.
  private func refuseEarly(_ framing: RequestFraming) -> Bool {
    guard let failure = incoming?.failure, framing.hasBody else { return true }
    let isFarTooLong =
      framing.contentLength > service.configuration.bodyBytesMax
      + IncomingRequest.discardBytesMax(service.configuration)
    guard isFarTooLong || framing.expectsContinue || !framing.isClear(needsHost: false) else {
      return true
    }
    return send(service.response(to: failure), closes: true)
  }

  private func send(_ response: HTTPResponse, closes: Bool) -> Bool {
    incoming?.stage = .nothing
    let isDraining = state.withLock { $0.beginSending() }
    return wire.send(service.valid(response), closes: closes || isDraining)
  }
}
