import BeckonBasics
import Foundation

/// One of the server's event threads, with the connections that are its own. Whatever touches one
/// of them runs here; from elsewhere comes only mail.
final class EventLoop: @unchecked Sendable {
  /// What other threads ask of a loop.
  enum Message: Sendable {
    /// Serve this connection.
    case accepted(AcceptedSocket)
    /// Answer the request that the connection had in that step.
    case answer(HTTPConnection, step: UInt64, HTTPResponse)
    /// Do this on the loop's thread.
    case work(@Sendable () -> Void)
    /// Send the next piece of the answer that the connection had in that step; `nil` is the end.
    case piece(HTTPConnection, step: UInt64, Result<[UInt8]?, any Error>)
    /// Close each connection as soon as its request is answered.
    case drain
    /// Answer every request in flight now, and begin nothing more.
    case giveUp
    /// Give up, close everything and end.
    case end
  }

  let service: Service
  let poller: Poller
  let mailbox: Mailbox<Message>
  private let ended = DispatchSemaphore(value: 0)
  private let thread = Locked<pthread_t?>(nil)
  // What follows belongs to the thread.
  var writer = ResponseWriter()
  private var connections: [ObjectIdentifier: HTTPConnection] = [:]
  private var isDraining = false
  private var isEnding = false
  private var nextSweepNanoseconds: UInt64 = 0
  /// What handlers keep on this thread, by whom it is of.
  var kept: [ObjectIdentifier: AnyObject] = [:]
  /// What is to be done when all that has come is read.
  private var turnEnds: [() -> Void] = []

  /// Starts the thread.
  /// - Throws: `.cannotStart`.
  init(_ service: Service) throws(HTTPServerError) {
    self.service = service
    let poller = try Poller(milliseconds: service.sweepMilliseconds)
    self.poller = poller
    mailbox = Mailbox(wake: poller.wake)
    Thread.detachNewThread { [self] in
      thread.withLock { $0 = pthread_self() }
      Self.ignoreBrokenPipes()
      run()
      ended.signal()
    }
  }

  /// Whether the caller runs on this loop's thread.
  var isCurrent: Bool {
    thread.withLock { $0.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
  }

  /// Ends the loop and waits for its thread.
  func stop() {
    mailbox.post(.end)
    ended.wait()
  }

  // MARK: On the thread

  /// A connection is closed.
  func remove(_ connection: HTTPConnection) {
    connections[ObjectIdentifier(connection)] = nil
    service.occupancy.leave(connection.peerAddress)
  }

  private func run() {
    var mail: [Message] = []
    while !isEnding {
      poller.run(waits: mailbox.isAboutToWait())
      mailbox.take(&mail)
      for message in mail { handle(message) }
      mail.removeAll(keepingCapacity: true)
      endTurn()
      sweepIfDue()
    }
    for connection in connections.values { connection.close() }
    poller.run(waits: false)
    // Somebody may wait for what is to be done here.
    for case .work(let work) in mailbox.close() { work() }
    endTurn()
    kept = [:]
  }

  /// Does something when all that has come in this turn is read.
  func atEndOfTurn(_ work: @escaping () -> Void) { turnEnds.append(work) }

  private func endTurn() {
    guard !turnEnds.isEmpty else { return }
    var works: [() -> Void] = []
    swap(&works, &turnEnds)
    for work in works { work() }
  }

  private func handle(_ message: Message) {
    switch message {
    case .work(let work): work()
    case .accepted(let socket): serve(socket)
    case .answer(let connection, let step, let response):
      connection.settle(step, response, abandoning: false)
    case .piece(let connection, let step, let piece): connection.send(piece, inStep: step)
    case .drain:
      isDraining = true
      for connection in connections.values { connection.drain() }
    case .giveUp:
      for connection in connections.values { connection.stop() }
    case .end:
      isDraining = true
      isEnding = true
      for connection in connections.values { connection.stop() }
    }
  }

  private func serve(_ socket: AcceptedSocket) {
    guard let connection = HTTPConnection(socket, loop: self) else {
      return service.occupancy.leave(socket.address)
    }
    connections[ObjectIdentifier(connection)] = connection
    if isDraining { connection.drain() }
  }

  /// libuv writes to sockets whose other end may be gone, which must not end the program.
  private static func ignoreBrokenPipes() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  private func sweepIfDue() {
    let now = MonotonicClock.nanoseconds()
    guard now >= nextSweepNanoseconds else { return }
    nextSweepNanoseconds = now + UInt64(service.sweepMilliseconds) * 1_000_000
    for connection in connections.values { connection.sweep(nowNanoseconds: now) }
  }
}
