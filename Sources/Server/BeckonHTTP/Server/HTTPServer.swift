import BeckonBasics
import Foundation

/// An HTTP/1.0 and 1.1 server. Slow clients, slow handlers and oversized requests meet the
/// configuration's limits.
///
/// A handler is called on an event thread and must not block. An answer that is at hand, it gives
/// at once; for any other it returns, and the answer is given later, from any thread.
public final class HTTPServer: Sendable {
  private enum Phase { case serving, closing, closed }

  /// The port that it listens on.
  public let port: Int
  private let service: Service
  private let loops: [EventLoop]
  private let acceptor: BackgroundThread
  private let phase = Locked(Phase.serving)

  /// Starts to serve.
  /// - Parameters:
  ///   - configuration: where to listen, and the limits.
  ///   - logger: gets no line per request.
  ///   - failure: answers what no handler can.
  ///   - handler: answers a request.
  /// - Throws: why it cannot listen.
  public init(
    _ configuration: HTTPServerConfiguration, logger: Logger,
    failure: @escaping FailureHandler = { failure, _ in .init(status: failure.status) },
    handler: @escaping RequestHandler
  ) throws(HTTPServerError) {
    let service = Service(
      configuration: configuration, logger: logger, failure: failure, handler: handler)
    let socket = try ListeningSocket(host: configuration.host, port: configuration.port)
    do {
      (loops, acceptor) = try Self.start(service, on: socket)
    } catch {
      close(socket.descriptor)
      throw error
    }
    self.service = service
    port = socket.port
  }

  /// Runs an async function as a request's handler. It begins on the event thread where the system
  /// can, so that an answer at hand needs no change of threads.
  public static func begin(
    _ work: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    if #available(macOS 26, iOS 26, *) {
      Task.immediate { await work() }
    } else {
      Task { await work() }
    }
  }

  deinit {
    guard phase.withLock({ $0 == .serving }) else { return }
    acceptor.stop()
    stop()
  }

  /// What it is doing now.
  public var statistics: HTTPServerStatistics {
    phase.withLock { _ in service.occupancy.statistics }
  }

  /// Stops for good: accepts nothing more, closes idle connections, answers the requests in flight
  /// and closes theirs. What is not answered a second before the end of the time (a quarter of it,
  /// if that is less) gets `HTTPFailure.shuttingDown`. Returns when all is closed, at the latest
  /// after the given time. A second call waits for the first.
  public func drain(milliseconds: Int) async {
    let deadline = MonotonicClock.nanoseconds() + UInt64(max(milliseconds, 0)) * 1_000_000
    let isFirst = phase.withLock { phase in
      defer { if phase == .serving { phase = .closing } }
      return phase == .serving
    }
    guard isFirst else {
      await wait(untilNanoseconds: deadline) { self.phase.withLock { $0 == .closed } }
      return
    }
    acceptor.stop()
    tell(.drain)
    let grace = UInt64(min(max(milliseconds, 0) / 4, 1_000)) * 1_000_000
    await wait(untilNanoseconds: deadline - grace) { self.statistics.connections == 0 }
    tell(.giveUp)
    await wait(untilNanoseconds: deadline) { self.statistics.connections == 0 }
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        self.stop()
        continuation.resume()
      }
    }
  }

  private static func start(
    _ service: Service, on socket: ListeningSocket
  ) throws(HTTPServerError) -> (loops: [EventLoop], acceptor: BackgroundThread) {
    var loops: [EventLoop] = []
    do throws(HTTPServerError) {
      for _ in 0..<min(max(service.configuration.eventThreads, 1), 1_024) {
        loops.append(try EventLoop(service))
      }
      let acceptor = Acceptor(socket: socket, loops: loops, service: service)
      guard let thread = BackgroundThread(acceptor.run) else {
        throw .cannotStart(reason: "no pipe for the acceptor")
      }
      return (loops, thread)
    } catch {
      for loop in loops { loop.stop() }
      throw error
    }
  }

  /// Inside the lock, so that whoever reads the statistics afterwards knows that all have heard.
  private func tell(_ message: EventLoop.Message) {
    phase.withLock { _ in
      for loop in loops { loop.mailbox.post(message) }
    }
  }

  /// Answers what is left and waits for all threads to end.
  private func stop() {
    for loop in loops { loop.stop() }
    phase.withLock { $0 = .closed }
  }

  /// Looks every few milliseconds whether it is so, until it is late or the task is cancelled.
  private func wait(untilNanoseconds deadline: UInt64, until isSo: () -> Bool) async {
    while !isSo(), MonotonicClock.nanoseconds() < deadline, !Task.isCancelled {
      try? await Task.sleep(nanoseconds: 2_000_000)
    }
  }
}
