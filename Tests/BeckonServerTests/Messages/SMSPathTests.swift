import BeckonBasics
import BeckonEngine
import BeckonModel
import BeckonTesting
import Foundation
import TestSMS
import Testing

@testable import BeckonServer

/// Text messages by a real Kannel to a phone network that speaks SMPP, and receipts back.
@Suite(.serialized) struct SMSPathTests {
  private static func number(_ count: Int, _ end: String = "000") -> String {
    "+49151" + String(String(100_000 + count).suffix(5)) + end
  }

  @Test("Every letter arrives, in as many messages as were counted")
  func letters() async throws {
    let path = try await SMSPath()
    let gateway = try path.gateway()
    let all = GSMText.letters.compactMap(\.self) + GSMText.escaped.values
    // Kannel reads away a line's end at either end of a text.
    var alphabet = "a"
    alphabet.unicodeScalars.append(contentsOf: all)
    let texts = [
      "Hi", alphabet + "z", "😀 Şarkı {€} 👩‍👩‍👧‍👦", String(repeating: "a", count: 160),
      String(repeating: "a", count: 161), String(repeating: "a", count: 152) + "€" + "b",
      String(repeating: "a", count: 152) + "€" + String(repeating: "b", count: 9),
      String(repeating: "я", count: 70), String(repeating: "я", count: 71),
      String(repeating: "я", count: 135), String(repeating: "€", count: 400),
    ]
    var sent: [(OutgoingSMS, String)] = []
    for (index, text) in texts.enumerated() {
      let sms = try path.sms(to: Self.number(index), text)
      guard case .accepted = await gateway.send(sms) else {
        Issue.record("not accepted: \(text)")
        continue
      }
      sent.append((sms, text))
    }
    try await path.wait("no receipts") {
      sent.allSatisfy { path.progress($0.0.id).stage(parts: $0.0.parts.count) == .delivered }
    }
    for (sms, text) in sent {
      let shown = try path.shown(to: sms.recipient)
      #expect(shown.text == text && shown.parts == sms.parts.count, "\(text)")
    }
    #expect(try path.center.texts().allSatisfy { $0.from == "Shop" })
  }

  @Test("Receipts come early, late, twice, mangled or never, and each message ends right")
  func receipts() async throws {
    let path = try await SMSPath()
    let gateway = try path.gateway()
    let fates: [(MessageCenter.Fate, DeliveryReceipt.Stage)] = [
      (.undeliverable, .impossible), (.twice, .delivered), (.mangled, .delivered),
      (.refused, .impossible), (.silent, .network), (.disordered, .delivered), (.late, .delivered),
      (.strange, .delivered), (.expired, .impossible), (.rejected, .impossible),
      // Kannel drops a receipt for what it does not know yet; the one behind it counts.
      (.early, .delivered),
    ]
    var messages: [(MessageCenter.Fate, MessageID, DeliveryReceipt.Stage)] = []
    for (index, (fate, stage)) in fates.enumerated() {
      let sms = try path.sms(to: Self.number(index, fate.rawValue), "Hi")
      guard case .accepted = await gateway.send(sms) else {
        Issue.record("not accepted: \(fate)")
        continue
      }
      messages.append((fate, sms.id, stage))
    }
    try await path.wait("the last receipt did not come") {
      messages.allSatisfy { path.progress($0.1).stage(parts: 1) == $0.2 }
    }
    for (fate, id, stage) in messages {
      #expect(path.progress(id).stage(parts: 1) == stage, "\(fate)")
    }
  }

  @Test("A network that is too busy is given what it put off later, once")
  func throttled() async throws {
    let path = try await SMSPath()
    let gateway = try path.gateway()
    let ends = [MessageCenter.Fate.throttled.rawValue, "000", "001"]
    var sent: [OutgoingSMS] = []
    for (index, end) in ends.enumerated() {
      let sms = try path.sms(to: Self.number(index, end), "Hi")
      guard case .accepted = await gateway.send(sms) else {
        Issue.record("not accepted")
        continue
      }
      sent.append(sms)
    }
    try await path.wait("no receipts") {
      sent.allSatisfy { path.progress($0.id).stage(parts: 1) == .delivered }
    }
    let texts = try path.center.texts()
    #expect(texts.count == ends.count && texts.map(\.timesPutOff).max() == 1)
  }
}

/// A Kannel that dies while messages are on their way.
@Suite(.serialized) struct SMSCrashTests {
  private static let senders = 8
  private static let messagesOfSender = 40

  /// Hands a message over as a server does: again where nobody can have taken it, and never else.
  private static func handOver(_ sms: OutgoingSMS, _ gateway: KannelGateway) async throws
    -> MessageState
  {
    for _ in 0..<3_000 {
      let outcome = await gateway.send(sms)
      let begun = Instant(milliseconds: 0)
      let verdict = MessageVerdict(
        of: outcome,
        MessageVerdict.Standing(
          attempt: 1, begun: begun, expiresAt: begun.adding(milliseconds: Span.hourMilliseconds)),
        now: begun, chance: 0)
      if verdict.state != .queued { return verdict.state }
      // Sleeps because: Kannel has to come up again.
      try await Task.sleep(nanoseconds: 20_000_000)
    }
    return .failed
  }

  /// Hands over messages from eight sides, and ends Kannel now and then.
  private static func send(
    _ path: SMSPath, killing kills: Int
  ) async throws -> [MessageID: Handed] {
    let gateway = try path.gateway()
    let states = Locked<[MessageID: Handed]>([:])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for sender in 0..<Self.senders {
        group.addTask {
          for number in 0..<Self.messagesOfSender {
            let recipient = "+49151" + String(10_000 + sender * 100 + number) + "000"
            let sms = try path.sms(to: recipient, "Hi")
            let state = try await Self.handOver(sms, gateway)
            states.withLock { $0[sms.id] = Handed(recipient: recipient, state: state) }
          }
        }
      }
      for round in 1...kills {
        try await path.wait("nothing is taken") {
          states.withLock { $0.count } >= round * Self.senders * Self.messagesOfSender / (kills + 2)
        }
        path.kannel.kill()
        try await path.kannel.start()
      }
      try await group.waitForAll()
    }
    return states.withLock { $0 }
  }

  private struct Handed {
    let recipient: String
    let state: MessageState
  }

  @Test("What Kannel took arrives, what nobody knows is uncertain, and we hand nothing over twice")
  func killed() async throws {
    let (kills, pendingMax) = (3, 1)
    let path = try await SMSPath(pendingMax: pendingMax)
    let handed = try await Self.send(path, killing: kills)
    #expect(handed.count == Self.senders * Self.messagesOfSender)
    #expect(handed.values.allSatisfy { $0.state == .sent || $0.state == .uncertain })
    let sent = handed.filter { $0.value.state == .sent }
    try await path.wait("a message that Kannel took did not arrive") {
      let arrived = Set(try path.center.texts().map { "+" + $0.to })
      return sent.values.allSatisfy { arrived.contains($0.recipient) }
    }
    // Kannel cannot know whether what it had not yet heard of was taken.
    let counts = Dictionary(grouping: try path.center.texts(), by: \.to).mapValues(\.count)
    #expect(counts.values.reduce(0) { $0 + $1 - 1 } <= kills * pendingMax)
    // A receipt may die with it, but none says what is not so; and those after it all come.
    #expect(sent.keys.allSatisfy { path.progress($0).stage(parts: 1) != .impossible })
    let gateway = try path.gateway()
    let later = try (0..<20).map { try path.sms(to: "+4915120\(100 + $0)000", "Hi") }
    for sms in later { #expect(try await Self.handOver(sms, gateway) == .sent) }
    try await path.wait("no receipts after Kannel has come up again") {
      later.allSatisfy { path.progress($0.id).stage(parts: 1) == .delivered }
    }
  }
}
