import BeckonBasics
import BeckonModel
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What came of a request.
enum WebhookOutcome: Sendable {
  /// An answer, with the beginning of its body.
  case answer(status: Int, headers: [String: String], body: [UInt8])
  /// None, and why, as a stable word.
  case failure(String)
}

/// Collects the answers of a session's tasks. Each is ended once: by its answer, its failure, or
/// whoever has waited long enough.
final class WebhookExchanges: NSObject, URLSessionDataDelegate {
  private struct Exchange {
    let continuation: CheckedContinuation<WebhookOutcome, Never>
    var response: HTTPURLResponse?
    var body: [UInt8] = []
  }

  private let exchanges = Locked<[Int: Exchange]>([:])

  func start(
    _ task: URLSessionDataTask, _ continuation: CheckedContinuation<WebhookOutcome, Never>
  ) {
    exchanges.withLock { $0[task.taskIdentifier] = Exchange(continuation: continuation) }
    task.resume()
  }

  /// Ends a task that is still on its way.
  func end(_ task: URLSessionTask, with outcome: WebhookOutcome) {
    let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    task.cancel()
    exchange?.continuation.resume(returning: outcome)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let response = response as? HTTPURLResponse
    exchanges.withLock { $0[dataTask.taskIdentifier]?.response = response }
    completionHandler(.allow)
  }

  /// Nothing beyond the beginning is read: the answer is known by its status.
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let complete = exchanges.withLock { exchanges -> WebhookOutcome? in
      guard var exchange = exchanges[dataTask.taskIdentifier] else { return nil }
      exchange.body += data.prefix(Limits.webhookAnswerBytes - exchange.body.count)
      exchanges[dataTask.taskIdentifier] = exchange
      guard exchange.body.count >= Limits.webhookAnswerBytes else { return nil }
      return exchange.response.map { Self.answer($0, exchange.body) }
    }
    if let complete { end(dataTask, with: complete) }
  }

  /// A redirect leads where nobody has looked, so it is not followed: it is the answer.
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    exchanges.withLock { $0[task.taskIdentifier]?.response = response }
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    guard let exchange else { return }
    if let error {
      exchange.continuation.resume(returning: .failure(Self.word(for: error)))
    } else if let response = exchange.response {
      exchange.continuation.resume(returning: Self.answer(response, exchange.body))
    } else {
      exchange.continuation.resume(returning: .failure("no_http"))
    }
  }

  private static func answer(_ response: HTTPURLResponse, _ body: [UInt8]) -> WebhookOutcome {
    var headers: [String: String] = [:]
    for (name, value) in response.allHeaderFields { headers["\(name)".lowercased()] = "\(value)" }
    return .answer(status: response.statusCode, headers: headers, body: body)
  }

  private static func word(for error: any Error) -> String {
    switch (error as? URLError)?.code {
    case .timedOut: "timeout"
    case .cannotFindHost, .dnsLookupFailed: "host_unknown"
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
      "tls_failed"
    default: "connection_failed"
    }
  }
}
