import BeckonBasics
import BeckonEngine
import BeckonModel
import BeckonSDK
import BeckonStore
import BeckonTesting
import Foundation
import Testing

@testable import BeckonServer

/// The door to receivers.
@Suite struct WebhookClientTests {
  private static let now = Instant(milliseconds: 1_767_225_600_000)

  private static func send(_ url: String, milliseconds: Int64 = 5_000) async throws
    -> DeliveryAttempt
  {
    let client = WebhookClient(
      allowsPrivateNetworks: true, milliseconds: milliseconds, now: { now })
    return try await client.send(WebhookRequest(url: url, headers: [], body: Array("{}".utf8)))
  }

  @Test("A receiver that is silent, or hangs up, or is not there, is told as such")
  func failures() async throws {
    let silent = try Receiver { _ in
      .answer(TransportResponse(status: 200, headers: [:], body: []), delayMilliseconds: 20_000)
    }
    let attempt = try await Self.send(silent.url, milliseconds: 150)
    #expect(attempt.failure == "timeout" && attempt.status == nil)
    #expect(attempt.milliseconds >= 100)
    let rude = try Receiver { _ in .hangUp }
    #expect(try await Self.send(rude.url).failure == "connection_failed")
    let gone = try Receiver()
    let url = gone.url
    gone.stop()
    #expect(try await Self.send(url).failure == "connection_failed")
    #expect(try await Self.send("https://localhost:1/").failure == "connection_failed")
    #expect(try await Self.send("http://shop.example/").failure == "url_refused")
    #expect(try await Self.send(gone.url + "/|").failure == "connection_failed")
  }

  @Test("What was looked up is what is connected to")
  func pinned() async throws {
    let receiver = try Receiver()
    let url = receiver.url.replacingOccurrences(of: "127.0.0.1", with: "localhost")
    func attempt(_ addresses: [String]) async throws -> DeliveryAttempt {
      let client = WebhookClient(
        allowsPrivateNetworks: true, lookUp: { _ in addresses.compactMap { NetworkAddress($0) } },
        now: { Self.now })
      return try await client.send(WebhookRequest(url: url, headers: [], body: []))
    }
    // By itself the system would find the receiver.
    #expect(try await attempt(["127.0.0.2"]).failure == "connection_failed")
    #expect(receiver.received.isEmpty)
    #expect(try await attempt(["::1", "127.0.0.1"]).status == 200)
    #expect(try await attempt([]).failure == "host_unknown")
    let literal = receiver.url.replacingOccurrences(of: "127.0.0.1", with: "[::ffff:127.0.0.1]")
    #expect(try await Self.send(literal + "/a").status == 200)
    #expect(receiver.received.map(\.url) == ["/", "/a"])
  }

  @Test("A receiver that is cancelled while it is waited for is not waited for")
  func cancellation() async throws {
    let arrived = Locked(false)
    let silent = try Receiver { _ in
      arrived.withLock { $0 = true }
      return .answer(
        TransportResponse(status: 200, headers: [:], body: []), delayMilliseconds: 2_000)
    }
    let url = silent.url
    let task = Task { try await Self.send(url) }
    try await eventually { arrived.withLock { $0 } }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test(
    "Retry-After is seconds or a date",
    arguments: [
      ("120", 120), (" 5 ", 5), ("-3", 0), ("Thu, 01 Jan 2026 00:02:00 GMT", 120),
      ("Thu, 01 Jan 2015 00:02:00 GMT", 0), ("soon", nil), ("", nil),
    ] as [(String, Int64?)])
  func retryAfter(text: String, seconds: Int64?) {
    #expect(RetryAfter.seconds(["retry-after": text], now: Self.now) == seconds)
  }

  @Test("The signature is HMAC-SHA256 of time, dot and body")
  func signature() {
    let header = WebhookSignature.header(
      Array(#"{"a":1}"#.utf8), secrets: ["whsec_test"], at: Self.now)
    // printf '1767225600.{"a":1}' | openssl dgst -sha256 -hmac whsec_test
    #expect(
      header == "t=1767225600,v1=6d204545ff126a339c00513d93603299c984074ce1331c3537c3f6c976b49019")
  }
}
