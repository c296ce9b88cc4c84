import BeckonEngine
import BeckonModel
import BeckonTesting
import Foundation
import Testing

/// What receipts say together.
@Suite struct DeliveryProgressTests {
  /// A million of receipts are for the nights.
  private static let receipts =
    ProcessInfo.processInfo.environment["BECKON_TEST_ALL"] == nil ? 20_000 : 1_000_000
  private static let sentAt = Instant(milliseconds: 1_790_000_000_000)

  private static func stage(
    _ receipts: [DeliveryReceipt], parts: Int = 1
  ) -> DeliveryReceipt.Stage? {
    var progress = DeliveryProgress()
    for receipt in receipts { progress.note(receipt) }
    return progress.stage(parts: parts)
  }

  @Test("One receipt says how far it is; a phone that has it is never taken back")
  func single() {
    #expect(Self.stage([]) == nil)
    #expect(Self.stage([.init(.network)]) == .network)
    #expect(Self.stage([.init(.delivered), .init(.network)]) == .delivered)
    #expect(Self.stage([.init(.impossible), .init(.network)]) == .impossible)
    #expect(Self.stage([.init(.impossible), .init(.delivered)]) == .delivered)
    #expect(Self.stage([.init(.delivered), .init(.impossible)]) == .delivered)
  }

  @Test("A message of several parts is delivered when all are, and impossible when one is")
  func parts() {
    let first = DeliveryReceipt(.delivered, part: 0)
    let second = DeliveryReceipt(.delivered, part: 1)
    #expect(Self.stage([first], parts: 2) == .network)
    #expect(Self.stage([second, first], parts: 2) == .delivered)
    #expect(Self.stage([first, .init(.impossible, part: 1)], parts: 2) == .impossible)
    #expect(Self.stage([.init(.delivered)], parts: 7) == .delivered)
    let all = (0..<32).map { DeliveryReceipt(.delivered, part: $0) }
    #expect(Self.stage(all, parts: 32) == .delivered)
    #expect(Self.stage(Array(all.dropLast()), parts: 32) == .network)
    #expect(DeliveryReceipt(.delivered, part: 32).part == nil)
  }

  @Test("Receipts in any order and as often as they like end as in order, and go only forward")
  func anyOrder() {
    var random = SeededGenerator(seed: 17)
    let ranks: [DeliveryReceipt.Stage?: Int] = [
      nil: 0, .network: 1, .impossible: 2, .delivered: 3,
    ]
    let count = Self.receipts / 10
    let parts = (0..<count).map { _ in Int.random(in: 1...4, using: &random) }
    var ordered: [(message: Int, receipt: DeliveryReceipt)] = []
    for message in 0..<count {
      for _ in 0..<10 where !random.hits(oneIn: 4) {
        let part = random.hits(oneIn: 5) ? nil : Int.random(in: 0..<parts[message], using: &random)
        let stage = random.pick(DeliveryReceipt.Stage.allCases)
        ordered.append((message, DeliveryReceipt(stage, part: part)))
      }
    }
    var before = [DeliveryProgress](repeating: DeliveryProgress(), count: count)
    for entry in ordered { before[entry.message].note(entry.receipt) }

    let twice = ordered + ordered.filter { _ in random.hits(oneIn: 3) }
    var after = [DeliveryProgress](repeating: DeliveryProgress(), count: count)
    var steps = 0
    for entry in twice.shuffled(using: &random) {
      let old = after[entry.message].stage(parts: parts[entry.message])
      after[entry.message].note(entry.receipt)
      let new = after[entry.message].stage(parts: parts[entry.message])
      if ranks[new, default: -1] < ranks[old, default: -1] { steps += 1 }
    }
    #expect(after == before)
    #expect(steps == 0, "a message went backwards")
  }

  @Test(
    "What whoever sent it is told",
    arguments: [
      (MessageState.queued, nil, 0, DeliveryStatus.waiting),
      (.sending, nil, 0, .waiting),
      (.sent, nil, 0, .waiting),
      (.sent, .network, 0, .network),
      (.sent, .delivered, 0, .delivered),
      (.sent, .impossible, 0, .impossible),
      (.failed, nil, 0, .impossible),
      // The gateway's answer was lost, and its receipt was not.
      (.uncertain, nil, 47, .waiting),
      (.uncertain, nil, 48, .unconfirmed),
      (.uncertain, .delivered, 60, .delivered),
      (.failed, .delivered, 0, .delivered),
      (.sent, nil, 48, .unconfirmed),
      (.sent, .network, 48, .unconfirmed),
      (.sent, .impossible, 100, .impossible),
      // Nothing is sent to this number, and it looks as for any other.
      (.suppressed, nil, 1, .waiting),
      (.suppressed, nil, 48, .unconfirmed),
    ] as [(MessageState, DeliveryReceipt.Stage?, Int64, DeliveryStatus)])
  func status(_ row: (MessageState, DeliveryReceipt.Stage?, Int64, DeliveryStatus)) {
    let now = Self.sentAt.adding(milliseconds: row.2 * Span.hourMilliseconds)
    #expect(DeliveryStatus(row.0, row.1, handedOverAt: Self.sentAt, now: now) == row.3)
  }
}

/// How a text message goes on after an attempt.
@Suite struct SMSVerdictTests {
  private static let begun = Instant(milliseconds: 1_790_000_000_000)

  private static func judge(
    _ outcome: SMSOutcome, attempt: Int = 1, after milliseconds: Int64 = 0
  ) -> MessageVerdict {
    MessageVerdict(
      of: outcome,
      MessageVerdict.Standing(
        attempt: attempt, begun: begun,
        expiresAt: begun.adding(milliseconds: Span.hourMilliseconds)),
      now: begun.adding(milliseconds: milliseconds), chance: 0)
  }

  private static let answer = GatewayAnswer(code: 503, text: "no")

  @Test(
    "Only what nobody can have taken is tried again",
    arguments: [
      (SMSOutcome.accepted(answer, reference: nil), MessageState.sent, false),
      (.refused(answer, .recipient), .failed, false),
      (.busy(answer, retryAfterSeconds: nil), .queued, true),
      (.barred(answer), .queued, true),
      (.unreachable("timeout"), .queued, true),
      (.unknown("connection_lost"), .uncertain, true),
    ])
  func outcomes(_ row: (SMSOutcome, MessageState, Bool)) {
    let verdict = Self.judge(row.0)
    #expect(verdict.state == row.1 && (row.0.gatewayFault != nil) == row.2)
    #expect((verdict.nextAttempt != nil) == (row.1 == .queued))
    // What has expired is not tried again, and what is uncertain stays so.
    let late = Self.judge(row.0, attempt: 9, after: Span.hourMilliseconds)
    #expect(late.state == (row.1 == .queued ? .failed : row.1))
  }

  @Test("A busy gateway is given the time for which it asks")
  func retryAfter() {
    let busy = Self.judge(.busy(Self.answer, retryAfterSeconds: 90))
    #expect(busy.nextAttempt == Self.begun.adding(milliseconds: 90_000))
    let soon = Self.judge(.busy(Self.answer, retryAfterSeconds: nil))
    #expect(soon.nextAttempt == Self.begun.adding(milliseconds: 4_000))
  }
}
