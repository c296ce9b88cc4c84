import BeckonBasics
import Foundation

/// An HTTP/1.0 and 1.1 server. Each request runs in a task of its own; slow clients, slow handlers
/// and oversized requests meet the configuration's limits.
///
/// A handler begins on an event thread and leaves it at its first suspension, so that an answer
/// that is at hand costs no change of threads. It must not block.
public final class HTTPServer: Sendable {
  private enum Phase { case serving, closing, closed }

  /// The port that it listens on.
  public let port: Int
  private let service: Service
  private let daemon: Daemon
  private let timer: BackgroundThread
  private let acceptor: BackgroundThread
  private let phase = Locked(Phase.serving)

  /// Starts to serve.
  /// - Parameters:
  ///   - configuration: where to listen, and the limits.
  ///   - logger: gets no line per request.
  ///   - failure: answers what no handler can. Called on any thread; must not block.
  ///   - handler: answers a request. Cancelled at its deadline.
  /// - Throws: why it cannot listen.
  public init(
    _ configuration: HTTPServerConfiguration, logger: Logger,
    failure: @escaping @Sendable (HTTPFailure) -> HTTPResponse = { .init(status: $0.status) },
    handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
  ) throws(HTTPServerError) {
    let service = Service(
      configuration: configuration, logger: logger, failure: failure, handler: handler)
    let socket = try ListeningSocket(host: configuration.host, port: configuration.port)
    do {
      (daemon, timer, acceptor) = try Self.start(service, on: socket)
    } catch {
      close(socket.descriptor)
      throw error
    }
    self.service = service
    port = socket.port
  }

  deinit {
    guard phase.withLock({ $0 == .serving }) else { return }
    acceptor.stop()
    service.connections.drain()
    stop()
  }

  /// What it is doing now.
  public var statistics: HTTPServerStatistics {
    let connections = service.connections.all
    return HTTPServerStatistics(
      connections: connections.count, requestsInFlight: connections.filter(\.isHandling).count)
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
    service.connections.drain()
    let grace = UInt64(min(max(milliseconds, 0) / 4, 1_000)) * 1_000_000
    await wait(untilNanoseconds: deadline - grace) { self.service.connections.count == 0 }
    for connection in service.connections.all { connection.stop() }
    await wait(untilNanoseconds: deadline) { self.service.connections.count == 0 }
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        self.stop()
        continuation.resume()
      }
    }
  }

  private static func start(
    _ service: Service, on socket: ListeningSocket
  ) throws(HTTPServerError) -> (Daemon, timer: BackgroundThread, acceptor: BackgroundThread) {
    let daemon = try Daemon(service: service)
    let timer = BackgroundThread { signal in
      while signal.wait(milliseconds: service.sweepMilliseconds) { service.sweep() }
    }
    guard let timer else {
      daemon.stop()
      throw .cannotStart(reason: "no pipe for the timer")
    }
    let acceptor = BackgroundThread(Acceptor(socket: socket, daemon: daemon, service: service).run)
    guard let acceptor else {
      timer.stop()
      daemon.stop()
      throw .cannotStart(reason: "no pipe for the acceptor")
    }
    return (daemon, timer, acceptor)
  }

  /// Answers what is left and waits for all threads to end.
  private func stop() {
    for connection in service.connections.all { connection.stop() }
    timer.stop()
    daemon.stop()
    phase.withLock { $0 = .closed }
  }

  /// Looks every few milliseconds whether it is so, until it is late or the task is cancelled.
  private func wait(untilNanoseconds deadline: UInt64, until isSo: () -> Bool) async {
    while !isSo(), MonotonicClock.nanoseconds() < deadline, !Task.isCancelled {
      try? await Task.sleep(nanoseconds: 2_000_000)
    }
  }
}
