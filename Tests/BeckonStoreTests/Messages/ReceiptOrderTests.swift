import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonTesting
import Foundation
import Testing

@testable import BeckonStore

/// Receipts as networks send them, at the store that takes them.
@Suite(.serialized) struct ReceiptOrderTests {
  /// A million of receipts are for the nights.
  private static let receipts =
    ProcessInfo.processInfo.environment["BECKON_TEST_ALL"] == nil ? 6_000 : 1_000_000
  private static let receiptsOfMessage = 10
  private static let ofTransaction = 500

  /// What happens to a message.
  private enum Event: Sendable {
    /// The gateway's answer is noted.
    case answered
    case receipt(DeliveryReceipt)
  }

  /// A message that is on its way, and what is to happen to it.
  private struct Sent: Sendable {
    let claimed: ClaimedMessage
    let parts: Int
  }

  /// Writes messages and claims them, in the order of their ids.
  private static func send(_ count: Int, parts: [Int], _ work: DatabaseDriver.AppWork) async throws
    -> [Sent]
  {
    let sent = Locked<[Sent]>([])
    for first in stride(from: 0, to: count, by: ofTransaction) {
      try await work(0) { scope in
        for place in first..<min(first + ofTransaction, count) {
          try Messages(scope).write(message(place, parts: parts[place], scope))
        }
        while let claimed = try Messages(scope).claim(.sms) {
          let text = try #require(try Messages(scope).find(claimed.id)?.text)
          sent.withLock { $0.append(Sent(claimed: claimed, parts: text.parts)) }
        }
      }
    }
    return sent.withLock { $0 }.sorted { $0.claimed.recipient < $1.claimed.recipient }
  }

  private static func message(_ place: Int, parts: Int, _ scope: Scope) -> NewTextMessage {
    NewTextMessage(
      id: scope.newID(), invite: InviteID(Identifier(high: 1, low: 1)), place: place,
      person: PersonID(Identifier(high: 2, low: 2)), campaign: nil,
      recipient: Identity(kind: .phone, value: "+49" + String(10_000_000_000 + place)),
      country: "DE", sender: "Shop", body: "Hi", parts: parts, link: nil, withheld: nil,
      due: scope.now)
  }

  private static func play(
    _ events: [(message: Int, event: Event)], _ sent: [Sent], _ work: DatabaseDriver.AppWork
  ) async throws {
    for first in stride(from: 0, to: events.count, by: ofTransaction) {
      let batch = Array(events[first..<min(first + ofTransaction, events.count)])
      try await work(1) { scope in
        let messages = Messages(scope)
        for (place, event) in batch {
          let claimed = sent[place].claimed
          switch event {
          case .receipt(let receipt):
            let isKnown = try messages.note(receipt, of: claimed.id)
            #expect(isKnown)
          case .answered:
            let taken = SMSOutcome.accepted(GatewayAnswer(code: 202, text: "ok"), reference: nil)
            let verdict = try messages.record(taken, of: claimed, through: "test")
            #expect(verdict?.state == .sent)
          }
        }
      }
    }
  }

  /// All that is known of the messages in the end, two days later.
  private static func ends(_ sent: [Sent], _ work: DatabaseDriver.AppWork) async throws -> [String]
  {
    let ends = Locked<[String]>([])
    try await work(3 * Span.dayMilliseconds / 1_000) { scope in
      for message in sent {
        let found = try #require(try Messages(scope).find(message.claimed.id))
        let progress = try #require(found.text).progress
        let line =
          "\(found.state) \(found.status(at: scope.now)) \(progress.deliveredParts) "
          + "\(progress.hasFailedPart) \(progress.isKnown)"
        ends.withLock { $0.append(line) }
      }
    }
    return ends.withLock { $0 }
  }

  @Test("Receipts in any order, twice, and before the gateway's answer end as in order")
  func anyOrder() async throws {
    let seed = UInt64.random(in: 0..<1_000_000)
    var random = SeededGenerator(seed: seed)
    let count = Self.receipts / Self.receiptsOfMessage
    let parts = (0..<count).map { _ in Int.random(in: 1...4, using: &random) }
    var ordered: [(message: Int, event: Event)] = []
    for message in 0..<count {
      ordered.append((message, .answered))
      for _ in 0..<Self.receiptsOfMessage where Int.random(in: 0..<4, using: &random) > 0 {
        let part =
          Bool.random(using: &random) ? nil : Int.random(in: 0..<parts[message], using: &random)
        let stage = DeliveryReceipt.Stage.allCases.randomElement(using: &random) ?? .network
        ordered.append((message, .receipt(DeliveryReceipt(stage, part: part))))
      }
    }
    let again = ordered.filter {
      if case .receipt = $0.event { Bool.random(using: &random) } else { false }
    }
    let mixed = (ordered + again).shuffled(using: &random)
    try await DatabaseDriver.sqlite.withApp { work in
      let first = try await Self.send(count, parts: parts, work)
      try await Self.play(ordered, first, work)
      let expected = try await Self.ends(first, work)
      let second = try await Self.send(count, parts: parts, work)
      try await Self.play(mixed, second, work)
      let found = try await Self.ends(second, work)
      #expect(found == expected, "seed \(seed)")
      #expect(first.count == count && Set(expected).count > 5, "seed \(seed)")
    }
  }
}
