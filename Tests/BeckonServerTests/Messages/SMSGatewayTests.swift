import BeckonBasics
import BeckonEngine
import BeckonModel
import BeckonSDK
import BeckonTesting
import TestSMS
import Testing

@testable import BeckonServer

/// What every gateway has to do.
@Suite struct SMSGatewayTests {
  private static func sms(_ text: String = "Hi https://b.co/x") throws -> OutgoingSMS {
    OutgoingSMS(
      id: MessageID(Identifier(high: 3, low: 4)), from: try #require(SMSSender("Ana's shop")),
      to: "+4915112345678", text: text, validityMinutes: 1_440,
      receiptURL: "http://127.0.0.1:1/receipts/m")
  }

  /// What comes of it when the other side does this; `nil` when it never does.
  private static func outcome(
    _ bench: GatewayBench, _ what: GatewayBench.Case, milliseconds: Int64 = 20_000
  ) async throws -> SMSOutcome? {
    guard let reply = bench.replies[what] else { return nil }
    let other = try Receiver { _ in reply }
    defer { other.stop() }
    return await (try bench.make(other.url, milliseconds)).send(try sms())
  }

  @Test(
    "A message that is taken is accepted, and it is taken word by word",
    arguments: GatewayBench.all)
  func accepted(_ bench: GatewayBench) async throws {
    let other = try Receiver { _ in bench.replies[.takes] ?? .hangUp }
    defer { other.stop() }
    let gateway = try bench.make(other.url, 20_000)
    for text in ["Hi", "a\r\nb\tc %41 +&=?", "😀 Şarkı {€}", String(repeating: "é", count: 900)] {
      let sms = try Self.sms(text)
      guard case .accepted = await gateway.send(sms) else {
        Issue.record("not accepted: \(text)")
        continue
      }
      guard let request = other.received.last else { continue }
      #expect(bench.read(request) == [sms.sender.text, sms.recipient, text, sms.receiptURL])
      #expect(bench.credentials.isSubset(of: Set(request.headers.values)), "\(request.headers)")
      // Paths and queries are written to access logs.
      #expect(!request.url.contains("secret") && !request.url.contains("4915112345678"))
    }
    #expect(!gateway.name.contains("secret"))
  }

  @Test(
    "What is wrong with the message is told from what is wrong with the gateway",
    arguments: GatewayBench.all)
  func refusals(_ bench: GatewayBench) async throws {
    let parts: [(GatewayBench.Case, SMSOutcome.RefusedPart)] = [
      (.refusesRecipient, .recipient), (.refusesSender, .sender), (.refusesContent, .content),
    ]
    for (what, part) in parts {
      guard let outcome = try await Self.outcome(bench, what) else { continue }
      guard case .refused(_, part) = outcome else {
        Issue.record("\(what): \(outcome)")
        continue
      }
    }
    if let busy = try await Self.outcome(bench, .isBusy) {
      guard case .busy(_, retryAfterSeconds: 7) = busy else { throw Unexpected(outcome: busy) }
    }
    if let barred = try await Self.outcome(bench, .bars) {
      guard case .barred = barred else { throw Unexpected(outcome: barred) }
    }
  }

  private struct Unexpected: Error {
    let outcome: SMSOutcome
  }

  @Test(
    "Where nobody knows whether it was taken, that is what is told", arguments: GatewayBench.all)
  func lost(_ bench: GatewayBench) async throws {
    for what in [GatewayBench.Case.hangsUp, .failsBehind] {
      guard let outcome = try await Self.outcome(bench, what) else { continue }
      guard case .unknown = outcome else { throw Unexpected(outcome: outcome) }
    }
    if let silent = try await Self.outcome(bench, .isSilent, milliseconds: 300) {
      #expect(silent == .unknown("timeout"))
    }
  }

  @Test("Where nobody listens, nobody has it", arguments: GatewayBench.all)
  func away(_ bench: GatewayBench) async throws {
    guard !bench.replies.isEmpty else { return }
    let outcome = await (try bench.make("http://127.0.0.1:1", 20_000)).send(try Self.sms())
    #expect(outcome == .unreachable("connection_failed"))
  }

  @Test("Receipts are understood, and what is none is not", arguments: GatewayBench.all)
  func receipts(_ bench: GatewayBench) throws {
    let message = try Self.sms().id
    for receipt in bench.receipts {
      let body = receipt.body.replacing("MESSAGE", with: message.text)
      let stages = ReceiptReader.receipts(
        ofKind: bench.name, query: QueryText(receipt.query), body: Array(body.utf8), of: message
      )?.map(\.stage)
      #expect(stages == receipt.stages, "\(receipt.query) \(receipt.body)")
    }
  }

  @Test("What each says of a message means what its documents say", arguments: GatewayBench.all)
  func answers(_ bench: GatewayBench) async throws {
    for (reply, expected) in bench.more {
      let other = try Receiver { _ in reply }
      defer { other.stop() }
      let outcome = await (try bench.make(other.url, 20_000)).send(try Self.sms())
      let word = GatewayBench.word(outcome)
      #expect(word == expected, "\(outcome)")
    }
  }
}

/// Whether a gateway would take messages, asked without one.
@Suite struct GatewayStandingTests {
  /// What it means that the other side does this; `nil` when it never does.
  private static func standing(
    _ bench: GatewayBench, _ what: GatewayBench.Case
  ) async throws -> (standing: GatewayStanding, asked: [TransportRequest])? {
    guard let reply = bench.replies[what] else { return nil }
    let other = try Receiver { _ in reply }
    defer { other.stop() }
    return (await (try bench.make(other.url, 20_000)).check(), other.received)
  }

  @Test(
    "Whoever finds fault with the message alone knows us, and nobody gets one by being asked",
    arguments: GatewayBench.distant)
  func standings(_ bench: GatewayBench) async throws {
    let ready = try #require(try await Self.standing(bench, .refusesRecipient))
    #expect(ready.standing == .ready && ready.asked.count == 1)
    let request = try #require(ready.asked.first)
    #expect(bench.credentials.isSubset(of: Set(request.headers.values)), "\(request.headers)")
    let read = bench.read(request)
    #expect(read.dropFirst().joined() == "", "\(read)")
    let barring = try #require(try await Self.standing(bench, .bars)).standing
    guard case .barring = barring else { throw Unexpected(standing: barring) }
    let busy = try #require(try await Self.standing(bench, .isBusy)).standing
    guard case .busy = busy else { throw Unexpected(standing: busy) }
    for what in [GatewayBench.Case.takes, .failsBehind, .hangsUp] {
      let strange = try #require(try await Self.standing(bench, what)).standing
      guard case .strange = strange else { throw Unexpected(standing: strange) }
    }
    let away = await (try bench.make("http://127.0.0.1:1", 20_000)).check()
    #expect(away == .unreachable("connection_failed"))
  }

  private struct Unexpected: Error {
    let standing: GatewayStanding
  }

  @Test("A real Kannel knows us by the right password, and sends nothing")
  func kannel() async throws {
    let path = try await SMSPath()
    #expect(await (try path.gateway()).check() == .ready)
    let wrong = KannelGateway(
      address: try KannelAddress(path.kannel.url.replacing(":secret@", with: ":wrong@")),
      line: GatewayLine(client: WebClient(), now: { Instant(milliseconds: 0) }))
    let standing = await wrong.check()
    guard case .barring = standing else { throw Unexpected(standing: standing) }
    #expect(try path.center.texts().isEmpty)
  }
}

/// The URLs that gateways are told for receipts.
@Suite struct ReceiptURLTests {
  private static let urls = ReceiptURL(key: HashKey([1, 2, 3]))
  private static let message = MessageID(Identifier(high: 3, low: 4))

  @Test("A URL names its message, and only with the hash that we made of it")
  func hash() throws {
    let name = Self.urls.name(of: Self.message)
    #expect(Self.urls.message(named: name) == Self.message)
    let other = ReceiptURL(key: HashKey([1, 2, 4]))
    #expect(other.message(named: name) == nil)
    let stranger = MessageID(Identifier(high: 3, low: 5))
    let hash = try #require(name.split(separator: ".").last)
    let forged = [
      "", ".", Self.message.text, "\(Self.message).", "\(stranger).\(hash)", name + "0", name + ".",
      name.replacing(".", with: ".0"), String(name.dropLast()),
    ]
    for text in forged { #expect(Self.urls.message(named: text) == nil, "\(text)") }
  }
}
