/// Requests to other servers, over libcurl. Connections are kept for the next request to the same
/// host; redirects are not followed, cookies not kept, and the answer's body is not unpacked. The
/// variables `https_proxy`, `http_proxy` and `no_proxy` of the environment are honoured.
///
/// (The system's HTTP client would end the process on Linux when a request is cancelled at the
/// moment at which its answer is complete.)
package final class WebClient: Sendable {
  private let loop: WebLoop<WebTransfer>

  /// - Parameter idleMilliseconds: after so long without a request connections are closed.
  package init(idleMilliseconds: Int32 = 60_000) {
    loop = WebLoop(idleMilliseconds: idleMilliseconds)
  }

  deinit { loop.stop() }

  /// Sends a request. When the task is cancelled, the outcome is of no use.
  package func send(_ request: WebRequest) async -> WebOutcome {
    await loop.send(request)
  }
}
