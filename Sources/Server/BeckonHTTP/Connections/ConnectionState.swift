/// Where a connection stands, and which answer its request gets: the first one. Pure; its owner
/// acts on what the functions return.
struct ConnectionState: Sendable {
  /// Each phase has its time limit.
  enum Phase: Sendable, CaseIterable {
    /// For the end of a request line.
    case waiting
    /// Headers and body are coming.
    case receiving
    /// The handler has the request.
    case handling
    /// The answer is going out.
    case sending
  }

  private(set) var phase = Phase.waiting
  /// Counts the phases, so that a late answer and a watch know whether theirs has passed.
  private(set) var step: UInt64 = 0
  private(set) var isClosed = false
  /// No further request is begun, the socket closes after the answer.
  private(set) var isDraining = false
  /// Nothing is begun any more.
  private(set) var isStopping = false
  private(set) var awaitsAnswer = false
  private var answer: HTTPResponse?
  /// The request has its answer, sent or not.
  private var isSettled = false
  private var isAbandoned = false
  private var task: Task<Void, Never>?

  /// A request line came.
  /// - Returns: whether the request is refused, because the server drains.
  mutating func beginReceiving() -> Bool {
    enter(.receiving)
    return isDraining
  }

  /// The request is complete.
  /// - Returns: the step that an answer must name; `nil` if it is too late to begin.
  mutating func beginHandling() -> UInt64? {
    guard !isStopping else { return nil }
    enter(.handling)
    return step
  }

  /// The handler works in this task.
  mutating func work(_ task: Task<Void, Never>?) {
    if isAbandoned { task?.cancel() } else { self.task = task }
  }

  /// Takes the answer for sending; `nil` when there is none yet, and then the connection
  /// awaits it.
  mutating func takeAnswerOrAwait() -> HTTPResponse? {
    awaitsAnswer = answer == nil
    defer { answer = nil }
    return answer
  }

  /// Settles the request, unless it is settled already or another one.
  /// - Returns: whether the connection has awaited it and must take it, exactly now.
  mutating func settle(step: UInt64, with response: HTTPResponse, abandoning: Bool) -> Bool {
    guard step == self.step, phase == .handling, !isSettled else { return false }
    isSettled = true
    answer = response
    isAbandoned = abandoning
    if abandoning { task?.cancel() }
    defer { awaitsAnswer = false }
    return awaitsAnswer
  }

  /// The answer goes out.
  /// - Returns: whether the connection closes after it.
  mutating func beginSending() -> Bool {
    enter(.sending)
    return isDraining
  }

  /// The next piece of the answer is made and goes out: the client has all the time again.
  /// - Returns: the step that the piece must name.
  @discardableResult
  mutating func beginPiece() -> UInt64 {
    enter(.sending)
    return step
  }

  /// The answer is out, or the client gone.
  mutating func beginWaiting() { enter(.waiting) }

  /// The server closes: finish what has begun.
  mutating func drain() { isDraining = true }

  /// The server stops: answer at once.
  mutating func stop() {
    isDraining = true
    isStopping = true
  }

  /// The socket is about to be closed; its number may not be used any more.
  mutating func close() {
    enter(.waiting)
    isClosed = true
  }

  private mutating func enter(_ phase: Phase) {
    self.phase = phase
    step &+= 1
    answer = nil
    task = nil
    isSettled = false
    isAbandoned = false
  }
}
