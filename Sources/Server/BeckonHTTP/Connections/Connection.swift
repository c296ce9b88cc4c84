import BeckonBasics

/// One client's connection, and the one request that it has at a time. Belongs to its event loop's
/// thread; other threads only carry it back there.
final class Connection: @unchecked Sendable {
  let loop: EventLoop
  /// The client's textual IP address.
  let peerAddress: String
  private let wire: Wire
  private var state = ConnectionState()
  private var incoming: IncomingRequest?
  private var watch = PhaseWatch()

  private var service: Service { loop.service }

  init(wire: Wire, loop: EventLoop) {
    self.wire = wire
    self.loop = loop
    peerAddress = wire.peerAddress
  }

  // MARK: Events

  /// A request line has come; `target` is `nil` if it had none.
  func requestLine(target: UnsafeBufferPointer<UInt8>?) {
    var request = IncomingRequest(target: target, configuration: service.configuration)
    if state.beginReceiving() { request.failure = .shuttingDown }
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
    if request.stage == .answer { return answerOrSuspend() }
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
    leaveHandling()
    state.beginWaiting()
    // The server may have begun to drain after the answer had said that the connection stays.
    if state.isDraining, !state.isClosed { wire.endReceiving() }
  }

  /// The socket is about to be closed.
  func closed() {
    leaveHandling()
    state.close()
  }

  // MARK: The loop's own

  /// Acts if the present phase is past its limit.
  func sweep(nowNanoseconds now: UInt64) {
    let limit = service.limitMilliseconds(state.phase)
    guard watch.isOverdue(step: state.step, limitMilliseconds: limit, nowNanoseconds: now) else {
      return
    }
    if state.phase == .handling {
      service.logger.log(.warning, "a request took longer than its deadline")
      settle(state.step, service.response(to: .deadlineExceeded), abandoning: true)
    } else if !state.isClosed {
      wire.cut()
    }
  }

  /// Closes when the request in flight, if there is one, is answered.
  func drain() {
    state.drain()
    if state.phase == .waiting, !state.isClosed { wire.endReceiving() }
  }

  /// Answers the request in flight at once, and lets nothing wait any more.
  func stop() {
    state.stop()
    guard state.phase == .handling else { return }
    settle(state.step, service.response(to: .shuttingDown), abandoning: true)
  }

  /// Answers the request of that step, unless it is answered already or gone.
  func settle(_ step: UInt64, _ response: HTTPResponse, abandoning: Bool) {
    if state.settle(step: step, with: response, abandoning: abandoning) { wire.resume() }
  }

  // MARK: Answering

  private func handle(_ request: HTTPRequest) -> Bool {
    guard let step = state.beginHandling() else {
      return send(service.response(to: .shuttingDown), closes: true)
    }
    service.occupancy.beginRequest()
    state.work(service.handler(request, Responder(self, step: step)))
    return answerOrSuspend()
  }

  private func answerOrSuspend() -> Bool {
    guard let response = state.takeAnswerOrSuspend() else {
      wire.suspend()
      return true
    }
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
    leaveHandling()
    let isDraining = state.beginSending()
    return wire.send(service.valid(response), closes: closes || isDraining)
  }

  private func leaveHandling() {
    if state.phase == .handling { service.occupancy.endRequest() }
  }
}
