import BeckonBasics
import BeckonEngine
import BeckonHTTP
import BeckonModel

/// The one door to receivers: checks the address, sends, and tells what came back. Whatever goes
/// wrong becomes an attempt that failed.
///
/// A name is looked up once: what was looked up and found harmless is what is connected to, so a
/// name server that answers differently the second time is not asked. (With a proxy in the
/// environment, it is the proxy that looks up.)
final class WebhookClient: Sendable {
  private let allowsPrivateNetworks: Bool
  private let milliseconds: Int64
  private let lookUp: @Sendable (_ host: String) async -> [NetworkAddress]
  private let now: @Sendable () -> Instant
  private let web = WebClient()

  /// - Parameter milliseconds: time for the whole exchange.
  /// - Parameter lookUp: the addresses of a host; none when it is not known.
  init(
    allowsPrivateNetworks: Bool, milliseconds: Int64 = 10_000,
    lookUp: @escaping @Sendable (_ host: String) async -> [NetworkAddress] = AddressLookup
      .addresses,
    now: @escaping @Sendable () -> Instant
  ) {
    self.allowsPrivateNetworks = allowsPrivateNetworks
    self.milliseconds = milliseconds
    self.lookUp = lookUp
    self.now = now
  }

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
    case .failure(let reason, _):
      return DeliveryAttempt(at: at, milliseconds: milliseconds, failure: reason)
    }
  }

  private func outcome(of request: WebhookRequest) async -> WebOutcome {
    guard let target = try? WebhookURL(request.url) else { return .failure("url_refused") }
    let addresses = await lookUp(target.host)
    guard !addresses.isEmpty else { return .failure("host_unknown") }
    // One bad address is enough: nobody knows which of them is taken.
    guard
      addresses.allSatisfy({
        WebhookAddresses.allows($0, privateNetworks: allowsPrivateNetworks)
      })
    else { return .failure("address_refused") }
    let place = WebRequest.Place(host: target.host, port: target.port, addresses: addresses)
    return await web.send(
      WebRequest(
        url: request.url, headers: request.headers, body: request.body,
        place: target.address == nil ? place : nil, milliseconds: milliseconds,
        answerBytesMax: Limits.webhookAnswerBytes))
  }

  /// Text that a database takes; bytes that are none are replaced.
  private static func text(_ body: [UInt8]) -> String {
    String(decoding: body.map { $0 == 0 ? 0x20 : $0 }, as: UTF8.self)
  }
}
