import BeckonBasics
import BeckonEngine
import BeckonHTTP
import BeckonModel
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The one door to receivers: checks the address, sends, and tells what came back. Whatever goes
/// wrong becomes an attempt that failed.
///
/// The system's HTTP client looks the name up once more when it connects, so a name server that
/// answers differently the second time can lead it elsewhere; `docs/THREAT_MODEL.md` says what
/// stands against that.
final class WebhookClient: Sendable {
  private let allowsPrivateNetworks: Bool
  private let milliseconds: Int64
  private let now: @Sendable () -> Instant
  private let exchanges = WebhookExchanges()
  private let session: URLSession

  /// - Parameter milliseconds: time for the whole exchange.
  init(
    allowsPrivateNetworks: Bool, milliseconds: Int64 = 10_000,
    now: @escaping @Sendable () -> Instant
  ) {
    self.allowsPrivateNetworks = allowsPrivateNetworks
    self.milliseconds = milliseconds
    self.now = now
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpMaximumConnectionsPerHost = Limits.webhookInFlight
    session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
  }

  deinit { session.invalidateAndCancel() }

  /// Sends a request.
  /// - Throws: `CancellationError` when the task is cancelled; then it is not known whether the
  ///   receiver has got it.
  func send(_ request: WebhookRequest) async throws -> DeliveryAttempt {
    let (at, started) = (now(), MonotonicClock.nanoseconds())
    let outcome = await outcome(of: request)
    try Task.checkCancellation()
    let milliseconds = Int64((MonotonicClock.nanoseconds() &- started) / 1_000_000)
    switch outcome {
    case .answer(let status, let headers, let body):
      return DeliveryAttempt(
        at: at, milliseconds: milliseconds, status: status, answer: Self.text(body),
        retryAfterSeconds: RetryAfter.seconds(headers, now: at))
    case .failure(let reason):
      return DeliveryAttempt(at: at, milliseconds: milliseconds, failure: reason)
    }
  }

  private func outcome(of request: WebhookRequest) async -> WebhookOutcome {
    guard let target = try? WebhookURL(request.url), let url = URL(string: request.url) else {
      return .failure("url_refused")
    }
    let addresses = await AddressLookup.addresses(of: target.host)
    guard !addresses.isEmpty else { return .failure("host_unknown") }
    // One bad address is enough: nobody knows which of them is taken.
    guard
      addresses.allSatisfy({
        WebhookAddresses.allows($0, privateNetworks: allowsPrivateNetworks)
      })
    else { return .failure("address_refused") }
    var urlRequest = URLRequest(url: url)
    urlRequest.httpMethod = "POST"
    urlRequest.httpBody = Data(request.body)
    for (name, value) in request.headers {
      urlRequest.setValue(value, forHTTPHeaderField: name)
    }
    return await exchange(session.dataTask(with: urlRequest))
  }

  /// The session's own bound is on silence only, and in whole seconds; this one is on everything.
  private func exchange(_ task: URLSessionDataTask) async -> WebhookOutcome {
    let (exchanges, milliseconds) = (exchanges, milliseconds)
    let timer = Task {
      // Sleeps because: this is the bound on what a receiver may take.
      try await Task.sleep(nanoseconds: UInt64(milliseconds) * 1_000_000)
      exchanges.end(task, with: .failure("timeout"))
    }
    defer { timer.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        exchanges.start(task, continuation)
        // Cancelled before there was anything to end.
        if Task.isCancelled { exchanges.end(task, with: .failure("cancelled")) }
      }
    } onCancel: {
      exchanges.end(task, with: .failure("cancelled"))
    }
  }

  /// Text that a database takes; bytes that are none are replaced.
  private static func text(_ body: [UInt8]) -> String {
    String(decoding: body.map { $0 == 0 ? 0x20 : $0 }, as: UTF8.self)
  }
}
