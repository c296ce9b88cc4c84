import BeckonBasics

/// One client's connection, and the one request that it has at a time. Belongs to its event loop's
/// thread; other threads only carry it back there.
final class HTTPConnection: @unchecked Sendable {
  let loop: EventLoop
  /// The client's textual IP address.
  let peerAddress: String
  private let wire: Wire
  private var state = ConnectionState()
  private var incoming: IncomingRequest?
  /// What came behind the request in flight, or begins what is not complete.
  private var unread: [UInt8] = []
  private var isReading = false
  private var hasInputEnded = false
  private var closesAfterAnswer = false
  /// What is still to come of an answer that is made while it is sent.
  private var pieces: HTTPResponse.Pieces?
  /// After a last answer: how much of what the client still sends is thrown away.
  private var lingeringBytesLeft: Int?
  private var watch = PhaseWatch()

  private var service: Service { loop.service }

  /// Begins to serve an accepted socket; `nil` if the system refuses, and then it is closed.
  init?(_ socket: AcceptedSocket, loop: EventLoop) {
    guard let wire = Wire(socket, loop.poller) else { return nil }
    self.wire = wire
    self.loop = loop
    peerAddress = socket.address
    wire.attach(self)
  }

  // MARK: The wire's events

  /// Bytes have come.
  func received(_ bytes: UnsafeBufferPointer<UInt8>) {
    if let left = lingeringBytesLeft {
      lingeringBytesLeft = left - bytes.count
      if left < bytes.count { close(drops: true) }
    } else if unread.isEmpty {
      let used = readRequests(bytes)
      if used < bytes.count, isServing { unread.append(contentsOf: bytes[used...]) }
      readingPaused()
    } else {
      unread.append(contentsOf: bytes)
      readUnread()
    }
  }

  /// The client sends nothing more. It may still wait for its answer.
  func receivedEnd() {
    hasInputEnded = true
    readingPaused()
  }

  /// A piece of the answer is out, or will never be.
  func wrote(_ succeeded: Bool) {
    guard !state.isClosed else { return }
    // Of a long answer, however slowly it is read, each part that is taken gives time for the next.
    if pieces != nil { state.beginPiece() }
    switch succeeded ? wire.sendRest() : .failed {
    case .done:
      partIsOut()
      readUnread()
    case .underway: break
    case .failed: close()
    }
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
      settle(state.step, response(to: .deadlineExceeded), abandoning: true)
    } else {
      close(drops: true)
    }
  }

  /// Closes when the request in flight, if there is one, is answered.
  func drain() {
    state.drain()
    if lingeringBytesLeft != nil { return close() }
    if state.phase == .waiting { wire.endReceiving() }
  }

  /// Answers the request in flight at once, and lets nothing wait any more.
  func stop() {
    state.stop()
    if lingeringBytesLeft != nil { return close() }
    guard state.phase == .handling else { return }
    settle(state.step, response(to: .shuttingDown), abandoning: true)
  }

  /// Answers the request of that step, unless it is answered already or gone.
  func settle(_ step: UInt64, _ response: HTTPResponse, abandoning: Bool) {
    guard state.settle(step: step, with: response, abandoning: abandoning) else { return }
    answerIfReady()
    readUnread()
  }

  /// Closes the socket, unless it is closed.
  /// - Parameter drops: whether what is not sent yet is dropped.
  func close(drops: Bool = false) {
    guard !state.isClosed else { return }
    leaveHandling()
    state.close()
    incoming = nil
    pieces = nil
    unread = []
    wire.close(drops: drops)
    loop.remove(self)
  }

  // MARK: Reading

  /// Reads one request after the other, as long as each is answered at once.
  /// - Returns: how many bytes it took.
  private func readRequests(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    isReading = true
    defer { isReading = false }
    var used = 0
    while canReadOn {
      let rest = UnsafeBufferPointer(rebasing: bytes[used...])
      let before = incoming?.stage ?? .line
      let count = readRequest(rest)
      used += count
      guard let stage = incoming?.stage, stage != before else {
        if count == 0 { break } else { continue }
      }
      proceed(to: stage, hasMore: used < bytes.count)
    }
    return used
  }

  /// Whether there may be another answer.
  private var isServing: Bool { !state.isClosed && lingeringBytesLeft == nil }

  private var canReadOn: Bool {
    isServing && (state.phase == .waiting || state.phase == .receiving)
  }

  private func readRequest(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    if incoming == nil, !bytes.isEmpty { incoming = IncomingRequest(service.limits) }
    return incoming?.read(bytes) ?? 0
  }

  private func proceed(to stage: IncomingRequest.Stage, hasMore: Bool) {
    switch stage {
    case .line: break
    case .fields:
      if state.beginReceiving() { incoming?.fail(.shuttingDown) }
    case .body:
      if !hasMore, incoming?.awaitsContinue == true { sendContinue() }
    case .complete, .refused: answer()
    }
  }

  private func readUnread() {
    guard !isReading, !state.isClosed else { return }
    let bytes = unread
    unread = []
    let used = bytes.withUnsafeBufferPointer(readRequests)
    if isServing { unread = used == 0 ? bytes : Array(bytes[used...]) }
    readingPaused()
  }

  /// Nothing more can be done with what has come.
  private func readingPaused() {
    guard !state.isClosed else { return }
    if hasInputEnded, canReadOn || lingeringBytesLeft != nil {
      close()
    } else if !hasInputEnded {
      wire.setReading(unread.count < Poller.readBytesMax || canReadOn)
    }
  }

  // MARK: Answering

  /// The request has come, or as much of it as will be read.
  private func answer() {
    guard let request = incoming else { return }
    guard request.failure == nil, let method = request.method, let target = request.target else {
      return send(response(to: request.failure ?? .badRequest), closes: true)
    }
    handle(
      HTTPRequest(
        method: method, target: target, headers: request.headers, body: request.body,
        peerAddress: peerAddress))
  }

  /// The request without its body, when its first line has been read.
  private var head: HTTPRequest? {
    guard let incoming, let method = incoming.method, let target = incoming.target else {
      return nil
    }
    return HTTPRequest(
      method: method, target: target, headers: incoming.headers, body: [],
      peerAddress: peerAddress)
  }

  private func response(to failure: HTTPFailure) -> HTTPResponse {
    service.response(to: failure, of: head)
  }

  private func handle(_ request: HTTPRequest) {
    guard let step = state.beginHandling() else {
      return send(response(to: .shuttingDown), closes: true)
    }
    service.occupancy.beginRequest()
    state.work(service.handler(request, Responder(self, step: step)))
    answerIfReady()
  }

  private func answerIfReady() {
    guard let response = state.takeAnswerOrAwait() else { return }
    send(response, closes: false)
  }

  /// A client that takes not even this has not read its last answer.
  private func sendContinue() {
    if wire.send(ResponseWriter.continueBytes, []) != .done { close(drops: true) }
  }

  private func send(_ response: HTTPResponse, closes: Bool) {
    leaveHandling()
    let isLast = state.beginSending()
    let framing = incoming?.framing ?? RequestFraming()
    let isValid = response.isValid
    let response = isValid ? response : service.responseInPlaceOfInvalid(of: head)
    pieces = incoming?.method == .head ? nil : response.pieces
    // In HTTP/1.0 only the end of the connection tells the end of such an answer.
    let endsWithConnection = pieces != nil && framing.isHTTP10
    closesAfterAnswer = closes || isLast || !framing.keepsConnection || endsWithConnection
    let body = loop.writer.write(
      response, to: incoming?.method, closes: closesAfterAnswer, isHTTP10: framing.isHTTP10)
    send(loop.writer.bytes, body)
  }

  private func send(_ head: [UInt8], _ body: [UInt8]) {
    switch wire.send(head, body) {
    case .done: partIsOut()
    case .underway: break
    case .failed: close()
    }
  }

  /// What was made of the answer so far is with the client.
  private func partIsOut() {
    guard let pieces else { return answerIsOut() }
    let step = state.beginPiece()
    Task { [self] in
      var piece: Result<[UInt8]?, any Error>
      do { piece = .success(try await pieces()) } catch { piece = .failure(error) }
      loop.mailbox.post(.piece(self, step: step, piece))
    }
  }

  /// Sends a piece of the answer, or its end; without it the client would take a part for all.
  func send(_ piece: Result<[UInt8]?, any Error>, inStep step: UInt64) {
    guard !state.isClosed, state.step == step, pieces != nil else { return }
    guard case .success(let bytes) = piece else { return close(drops: true) }
    if bytes == nil { pieces = nil }
    let isChunked = incoming?.framing.isHTTP10 != true
    // An empty chunk would be the end.
    let isSilent = isChunked ? bytes?.isEmpty == true : bytes?.isEmpty ?? true
    guard !isSilent else { return partIsOut() }
    send(isChunked ? ResponseWriter.chunk(bytes) : bytes ?? [], [])
    readUnread()
  }

  private func answerIsOut() {
    let maySendMore = incoming?.maySendMoreAfterFailure ?? false
    incoming = nil
    guard !closesAfterAnswer else { return maySendMore ? linger() : close() }
    state.beginWaiting()
    // The server may have begun to drain after the answer had said that the connection stays.
    if state.isDraining { wire.endReceiving() }
  }

  /// Waits until the client, which may still send, has had time to see its answer: the system takes
  /// an answer back when a socket is closed with bytes unread.
  private func linger() {
    unread = []
    lingeringBytesLeft = service.limits.discardBytesMax
    wire.endSending()
    if state.isDraining { close() }
  }

  private func leaveHandling() {
    if state.phase == .handling { service.occupancy.endRequest() }
  }
}
