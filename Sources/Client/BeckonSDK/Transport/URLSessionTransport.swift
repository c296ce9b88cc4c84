import BeckonBasics
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Transport {
  /// The system's HTTP client: no cookies, no cache, no stored credentials, bounded in time and
  /// size, and no redirect to another host, which would get the key.
  package static func urlSession() -> Transport {
    let exchange = URLSessionExchange()
    return Transport { try await exchange.send($0) }
  }
}

/// Owns a session and collects the answers of its tasks.
private final class URLSessionExchange: Sendable {
  private let delegate = ExchangeDelegate()
  private let session: URLSession

  init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.timeoutIntervalForResource = 120
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
  }

  deinit { session.finishTasksAndInvalidate() }

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    guard let url = URL(string: request.url) else {
      throw TransportError.notSent("'\(request.url)' is no URL")
    }
    var urlRequest = URLRequest(url: url)
    urlRequest.httpMethod = request.method
    urlRequest.timeoutInterval = Double(request.timeoutMilliseconds) / 1_000
    for (name, value) in request.headers {
      urlRequest.setValue(value, forHTTPHeaderField: name)
    }
    if !request.body.isEmpty { urlRequest.httpBody = Data(request.body) }
    let task = session.dataTask(with: urlRequest)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { delegate.start(task, $0) }
    } onCancel: {
      delegate.cancel(task)
    }
  }
}

private final class ExchangeDelegate: NSObject, URLSessionDataDelegate {
  private struct Exchange {
    let continuation: CheckedContinuation<TransportResponse, any Error>
    var response: HTTPURLResponse?
    var body: [UInt8] = []
    var isTooLarge = false
  }

  private let exchanges = Locked<[Int: Exchange]>([:])

  func start(
    _ task: URLSessionDataTask, _ continuation: CheckedContinuation<TransportResponse, any Error>
  ) {
    let isStarted = exchanges.withLock { exchanges in
      // Cancelled after this look, it is found among the exchanges.
      guard !Task.isCancelled else { return false }
      exchanges[task.taskIdentifier] = Exchange(continuation: continuation)
      return true
    }
    if isStarted {
      task.resume()
    } else {
      task.cancel()
      continuation.resume(throwing: TransportError.notSent("cancelled"))
    }
  }

  /// Ends an exchange at once. The system does not always tell the end of a task that is cancelled
  /// while it starts, and whoever waits would wait for ever.
  func cancel(_ task: URLSessionDataTask) {
    let ended = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    ended?.continuation.resume(throwing: TransportError.noAnswer("cancelled"))
    task.cancel()
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let response = response as? HTTPURLResponse
    exchanges.withLock { $0[dataTask.taskIdentifier]?.response = response }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLarge = exchanges.withLock { exchanges in
      guard var exchange = exchanges.removeValue(forKey: dataTask.taskIdentifier) else {
        return false
      }
      exchange.isTooLarge = exchange.body.count + data.count > TransportResponse.bodyBytesMax
      if !exchange.isTooLarge { exchange.body.append(contentsOf: data) }
      exchanges[dataTask.taskIdentifier] = exchange
      return exchange.isTooLarge
    }
    if isTooLarge { dataTask.cancel() }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let (old, new) = (task.originalRequest?.url, request.url)
    let isSame = old?.host == new?.host && old?.scheme == new?.scheme && old?.port == new?.port
    completionHandler(isSame ? request : nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let finished = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    guard let exchange = finished else { return }
    if exchange.isTooLarge {
      let limit = TransportResponse.bodyBytesMax
      exchange.continuation.resume(
        throwing: TransportError.noAnswer("The answer is larger than \(limit) bytes"))
    } else if let error {
      exchange.continuation.resume(throwing: Self.transportError(error))
    } else if let response = exchange.response {
      exchange.continuation.resume(returning: Self.answer(response, exchange.body))
    } else {
      exchange.continuation.resume(throwing: TransportError.noAnswer("The answer is not HTTP"))
    }
  }

  private static func answer(_ response: HTTPURLResponse, _ body: [UInt8]) -> TransportResponse {
    var headers: [String: String] = [:]
    for (name, value) in response.allHeaderFields {
      headers["\(name)"] = "\(value)"
    }
    return TransportResponse(status: response.statusCode, headers: headers, body: body)
  }

  private static func transportError(_ error: any Error) -> TransportError {
    let certainlyNotSent: [URLError.Code] = [
      .notConnectedToInternet, .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed,
      .internationalRoamingOff, .dataNotAllowed, .callIsActive, .secureConnectionFailed,
      .serverCertificateUntrusted, .serverCertificateHasBadDate, .unsupportedURL, .badURL,
      .appTransportSecurityRequiresSecureConnection,
    ]
    let text = error.localizedDescription
    guard let code = (error as? URLError)?.code, certainlyNotSent.contains(code) else {
      return .noAnswer(text)
    }
    return .notSent(text)
  }
}
