import BeckonBasics
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation

/// The outside of a server that sends text messages: a gateway that speaks Kannel's HTTP, and
/// phones behind it that get a message when a test says so. Then the server gets the receipt.
final class PhoneNetwork: Sendable {
  /// A text message that was handed over.
  struct Text: Sendable {
    let to: String
    let from: String
    let text: String
    fileprivate let receiptURL: String
  }

  private struct State {
    var texts: [Text] = []
    var reachable: Set<String> = []
    var received: Set<String> = []
  }

  private let state: Locked<State>
  private let gateway: LoopbackServer

  init() throws {
    let state = Locked(State())
    self.state = state
    gateway = try LoopbackServer { request in
      let text = Text(
        to: request.header("x-kannel-to") ?? "", from: request.header("x-kannel-from") ?? "",
        text: String(decoding: request.body, as: UTF8.self),
        receiptURL: request.header("x-kannel-dlr-url") ?? "")
      let isReachable = state.withLock { state in
        state.texts.append(text)
        return state.reachable.contains(text.to)
      }
      if isReachable { Task { try await Self.receive(text, state) } }
      return .answer(
        TransportResponse(
          status: 202, headers: ["Content-Type": "text/plain"],
          body: Array("0: Accepted for delivery".utf8)))
    }
  }

  deinit { gateway.stop() }

  /// The gateway as `--sms-gateway` names it.
  var url: String { "kannel+http://beckon:secret@127.0.0.1:\(gateway.port)" }

  /// What was handed over, in order.
  var texts: [Text] { state.withLock { $0.texts } }

  /// Lets a number's phone get what was sent to it, and what will be.
  func deliver(_ number: String) async throws {
    let waiting = state.withLock { state in
      state.reachable.insert(number)
      return state.texts.filter { $0.to == number }
    }
    for text in waiting { try await Self.receive(text, state) }
  }

  /// Waits until every phone that may get a message has one, and the server knows.
  func settle() async throws {
    try await eventually { state.withLock { $0.reachable.isSubset(of: $0.received) } }
  }

  private static func receive(_ text: Text, _ state: Locked<State>) async throws {
    let request = TransportRequest(
      method: "GET", url: text.receiptURL.replacing("%d", with: "1"), headers: [:])
    let answer = try await Transport.urlSession().send(request)
    guard answer.status == 200 else { throw URLError(.badServerResponse) }
    state.withLock { _ = $0.received.insert(text.to) }
  }
}
