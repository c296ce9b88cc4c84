import BeckonBasics
import BeckonEngine
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import TestSMS
import Testing

@testable import BeckonServer

/// The whole way of a text message on one machine: our gateway, a real Kannel, the message center
/// of a phone network, and back by receipts.
final class SMSPath: Sendable {
  let folder: String
  let center: MessageCenter
  let kannel: Kannel
  private let inbox: ReceiptInbox
  private let ids = Locked(UInt64(0))

  /// Starts all of it.
  init(pendingMax: Int = 100) async throws {
    folder = FileManager.default.temporaryDirectory.path + "/sms-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    center = try MessageCenter(file: folder + "/texts.jsonl")
    kannel = try await Kannel(folder: folder, center: center.port, pendingMax: pendingMax)
    inbox = try ReceiptInbox()
  }

  deinit {
    kannel.kill()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Our side of the gateway, as a server has it.
  func gateway() throws -> KannelGateway {
    KannelGateway(
      address: try KannelAddress(kannel.url),
      line: GatewayLine(client: WebClient(), now: { Instant(milliseconds: 1_790_000_000_000) }))
  }

  /// A message that nobody has sent yet.
  func sms(to recipient: String, _ text: String) throws -> OutgoingSMS {
    let number = ids.withLock { number in
      number += 1
      return number
    }
    let id = MessageID(Identifier(high: number, low: 1))
    return OutgoingSMS(
      id: id, from: try #require(SMSSender("Shop")), to: recipient, text: text,
      receiptURL: inbox.url(id))
  }

  /// What receipts say of a message so far.
  func progress(_ message: MessageID) -> DeliveryProgress { inbox.progress(message) }
  /// How many receipts came.
  var receiptCount: Int { inbox.count }

  /// Waits until it is so; some minutes at most.
  func wait(_ what: Comment, until isSo: () throws -> Bool) async throws {
    for _ in 0..<6_000 {
      if try isSo() { return }
      // Sleeps because: other programs have to come so far.
      try await Task.sleep(nanoseconds: 20_000_000)
    }
    Issue.record(what)
  }

  /// What a recipient's phone shows: the parts put together.
  func shown(to recipient: String) throws -> (parts: Int, text: String) {
    let parts = try center.texts().filter { "+" + $0.to == recipient }
      .sorted { ($0.header.last ?? 0) < ($1.header.last ?? 0) }
    let content = parts.flatMap(\.content)
    guard parts.first?.coding == 8 else { return (parts.count, GSMText.read(content)) }
    let units = stride(from: 0, to: content.count - 1, by: 2).map {
      UInt16(content[$0]) << 8 | UInt16(content[$0 + 1])
    }
    return (parts.count, String(decoding: units, as: UTF16.self))
  }
}

/// Takes receipts as a server does: by a URL that only the message's gateway was told.
private final class ReceiptInbox: Sendable {
  private let server: LoopbackServer
  private let urls = ReceiptURL(key: HashKey([7]))
  private let state: Locked<(progress: [MessageID: DeliveryProgress], count: Int)>

  init() throws {
    let state = Locked((progress: [MessageID: DeliveryProgress](), count: 0))
    self.state = state
    let urls = urls
    server = try LoopbackServer { request in
      let parts = request.url.split(on: "?", maxSplits: 1, keepsEmpty: true)
      guard parts.count == 2, let name = parts[0].split(on: "/").last,
        let message = urls.message(named: name),
        let receipt = KannelGateway.receipts(
          query: QueryText(parts[1]), body: request.body, of: message
        ).first
      else { return Receiver.status(404) }
      state.withLock { state in
        state.progress[message, default: DeliveryProgress()].note(receipt)
        state.count += 1
      }
      return Receiver.status(200)
    }
  }

  deinit { server.stop() }

  func url(_ message: MessageID) -> String { server.url + "/receipts/" + urls.name(of: message) }

  func progress(_ message: MessageID) -> DeliveryProgress {
    state.withLock { $0.progress[message] ?? DeliveryProgress() }
  }

  var count: Int { state.withLock { $0.count } }
}
