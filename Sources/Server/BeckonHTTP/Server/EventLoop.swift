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
    case answer(Connection, step: UInt64, HTTPResponse)
    /// Close each connection as soon as its request is answered.
    case drain
    /// Answer every request in flight now, and let nothing wait any more.
    case giveUp
    /// Give up, close everything and end.
    case end
  }

  let service: Service
  let mailbox: Mailbox<Message>
  private let ended = DispatchSemaphore(value: 0)
  private let thread = Locked<pthread_t?>(nil)
  // What follows belongs to the thread.
  private var connections: [ObjectIdentifier: Connection] = [:]
  private var isDraining = false
  private var isEnding = false
  private var nextSweepNanoseconds: UInt64 = 0

  /// Starts the thread.
  /// - Throws: `.cannotStart`.
  init(_ service: Service) throws(HTTPServerError) {
    self.service = service
    guard let mailbox = Mailbox<Message>() else {
      throw .cannotStart(reason: "no pipe for an event thread")
    }
    self.mailbox = mailbox
    let daemon = Handed(try Daemon(loop: self))
    Thread.detachNewThread { [self] in
      thread.withLock { $0 = pthread_self() }
      run(daemon.value)
      ended.signal()
    }
  }

  /// Moves what one thread makes and another uses.
  private struct Handed<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
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

  /// A connection has begun.
  func add(_ connection: Connection) {
    connections[ObjectIdentifier(connection)] = connection
    if isDraining { connection.drain() }
  }

  /// A connection is about to be closed.
  func remove(_ connection: Connection) {
    connections[ObjectIdentifier(connection)] = nil
    service.occupancy.leave(connection.peerAddress)
  }

  private func run(_ daemon: Daemon) {
    var mail: [Message] = []
    while !isEnding {
      if mailbox.isAboutToWait() {
        daemon.wait(
          milliseconds: service.sweepMilliseconds, orReadable: mailbox.readableDescriptor)
      }
      mailbox.take(&mail)
      for message in mail { handle(message, daemon) }
      mail.removeAll(keepingCapacity: true)
      daemon.run()
      sweepIfDue()
    }
    // Answers that were just given are taken up, so that nothing is suspended.
    daemon.run()
    daemon.stop()
    mailbox.close()
  }

  private func handle(_ message: Message, _ daemon: Daemon) {
    switch message {
    case .accepted(let socket):
      if isEnding {
        close(socket.descriptor)
        service.occupancy.leave(socket.address)
      } else if !daemon.add(socket) {
        service.occupancy.leave(socket.address)
      }
    case .answer(let connection, let step, let response):
      connection.settle(step, response, abandoning: false)
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

  private func sweepIfDue() {
    let now = MonotonicClock.nanoseconds()
    guard now >= nextSweepNanoseconds else { return }
    nextSweepNanoseconds = now + UInt64(service.sweepMilliseconds) * 1_000_000
    for connection in connections.values { connection.sweep(nowNanoseconds: now) }
  }
}
