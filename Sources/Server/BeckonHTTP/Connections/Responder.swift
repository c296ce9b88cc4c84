/// The right to answer one request, once, from any thread. An answer that comes second, or after
/// the deadline, or for a client that is gone, is dropped.
public struct Responder: Sendable {
  private let connection: HTTPConnection
  private let step: UInt64

  init(_ connection: HTTPConnection, step: UInt64) {
    self.connection = connection
    self.step = step
  }

  var loop: EventLoop { connection.loop }

  /// Answers. On the event thread, inside the handler, it costs no change of threads.
  public func answer(_ response: HTTPResponse) {
    let loop = connection.loop
    if loop.isCurrent {
      connection.settle(step, response, abandoning: false)
    } else {
      loop.mailbox.post(.answer(connection, step: step, response))
    }
  }
}

/// Answers what no handler can. With it comes the request without its body, when its first line has
/// been read. Called on any thread; must not block.
public typealias FailureHandler = @Sendable (HTTPFailure, HTTPRequest?) -> HTTPResponse

/// Answers a request through the responder, now or later. The task that it gives back, if it works
/// in one, is cancelled at the request's deadline.
public typealias RequestHandler = @Sendable (HTTPRequest, Responder) -> Task<Void, Never>?
