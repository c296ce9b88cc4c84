import BeckonBasics
import BeckonEngine
import BeckonModel
import BeckonSDK
import BeckonTesting
import Testing

@testable import BeckonServer

/// Answers that come in pieces, are longer than what is read, come late or never end.
@Suite struct WebhookAnswerTests {
  private static func client(milliseconds: Int64 = 30_000) -> WebhookClient {
    WebhookClient(
      allowsPrivateNetworks: true, milliseconds: milliseconds,
      now: { Instant(milliseconds: 1_767_225_600_000) })
  }

  private static func request(_ url: String) -> WebhookRequest {
    WebhookRequest(
      url: url, headers: [("Content-Type", "application/json")],
      body: [UInt8](repeating: 0x20, count: 300))
  }

  /// Sends many requests from eight tasks at a time and gives the attempts.
  private static func attempts(
    _ count: Int, _ client: WebhookClient, _ url: String
  ) async throws -> [DeliveryAttempt] {
    try await withThrowingTaskGroup(of: [DeliveryAttempt].self) { group in
      for worker in 0..<8 {
        group.addTask {
          var attempts: [DeliveryAttempt] = []
          for number in stride(from: worker, to: count, by: 8) {
            attempts.append(try await client.send(request("\(url)/\(number)")))
          }
          return attempts
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }

  /// An answer whose body of so many bytes comes in two pieces.
  private static func answer(
    _ length: Int, cutAt cut: Int, closes: Bool
  ) -> LoopbackServer.Reply {
    let head = Array("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n".utf8)
    let body = [UInt8](repeating: UInt8(ascii: "x"), count: length)
    return .pieces([head + body[..<cut], Array(body[cut...])], closes: closes)
  }

  @Test("Long answers in pieces, many at once: each gives its first KiB")
  func long() async throws {
    let lengths = [900, 1_024, 1_025, 1_500, 3_000, 20_000]
    let receiver = try Receiver { request in
      let number = Int(request.url.dropFirst()) ?? 0
      let length = lengths[number % lengths.count]
      return Self.answer(length, cutAt: number * 997 % length, closes: number % 10 == 0)
    }
    let attempts = try await Self.attempts(4_000, Self.client(), receiver.url)
    #expect(attempts.count == 4_000 && attempts.allSatisfy { $0.status == 200 })
    let lengthsRead = Set(attempts.map { $0.answer.utf8.count })
    #expect(lengthsRead == [900, 1_024])
  }

  @Test("Answers around the end of the time, many at once: an answer or a timeout")
  func late() async throws {
    let receiver = try Receiver { request in
      let number = Int64(request.url.dropFirst()) ?? 0
      return .answer(
        TransportResponse(status: 200, body: [UInt8](repeating: 0x20, count: 3_000)),
        delayMilliseconds: 45 + number % 11)
    }
    let attempts = try await Self.attempts(400, Self.client(milliseconds: 50), receiver.url)
    #expect(attempts.count == 400)
    #expect(attempts.allSatisfy { $0.status == 200 || $0.failure == "timeout" })
  }
}
