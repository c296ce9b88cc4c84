import BeckonEngine
import BeckonModel
import Testing

/// How a message goes on after an attempt.
@Suite struct MessageVerdictTests {
  private static let begun = Instant(milliseconds: 1_790_000_000_000)

  private static func judge(
    _ outcome: MailOutcome, attempt: Int = 1, after milliseconds: Int64 = 0,
    life: Int64 = Span.hourMilliseconds
  ) -> MessageVerdict {
    MessageVerdict(
      of: outcome,
      MessageVerdict.Standing(
        attempt: attempt, begun: begun, expiresAt: begun.adding(milliseconds: life)),
      now: begun.adding(milliseconds: milliseconds), chance: 0)
  }

  private static func refused(
    _ stage: MailOutcome.Stage, _ code: Int, _ text: String = ""
  ) -> MailOutcome { .refused(stage, GatewayAnswer(code: code, text: text)) }

  @Test(
    "What a gateway says decides where the message stands, and whether the address is used again",
    arguments: [
      (MailOutcome.accepted(GatewayAnswer(code: 250, text: "OK")), MessageState.sent, false, false),
      (.unknown("timeout"), .uncertain, false, true),
      (.unreachable("host_unknown"), .queued, false, true),
      (refused(.recipient, 550), .failed, true, false),
      (refused(.recipient, 550, "5.1.1 no such user"), .failed, true, false),
      (refused(.recipient, 550, "5.2.1 disabled"), .failed, true, false),
      (refused(.recipient, 550, "5.7.1 relaying denied"), .failed, false, false),
      (refused(.recipient, 553, "5.1.3 bad address"), .failed, true, false),
      (refused(.recipient, 553, "sorry"), .failed, false, false),
      (refused(.recipient, 552, "5.2.2 full"), .failed, false, false),
      (refused(.recipient, 450), .queued, false, false),
      (refused(.recipient, 421, "closing"), .queued, false, true),
      (refused(.sender, 550), .failed, false, false),
      (refused(.sender, 530, "5.7.0 sign in first"), .queued, false, true),
      (refused(.recipient, 530), .failed, false, false),
      (refused(.content, 550, "5.1.1 spam"), .failed, false, false),
      (refused(.content, 554), .failed, false, false),
      (refused(.content, 451), .queued, false, false),
    ])
  func outcomes(_ story: (MailOutcome, MessageState, Bool, Bool)) {
    let verdict = Self.judge(story.0)
    #expect(verdict.state == story.1 && verdict.suppresses == story.2, "\(story.0)")
    #expect((story.0.gatewayFault != nil) == story.3, "\(story.0)")
    #expect((verdict.nextAttempt != nil) == (story.1 == .queued), "\(story.0)")
  }

  @Test("What may be otherwise later is tried after 24 s, 96 s, 4 min …, as long as it is of use")
  func retries() {
    let busy = Self.refused(.recipient, 450, "4.2.0 greylisted")
    let delays = (1...3).map {
      Self.judge(busy, attempt: $0).nextAttempt?.milliseconds(since: Self.begun)
    }
    #expect(delays == [24_000, 96_000, 240_000])
    let late = Self.judge(busy, attempt: 4, after: Span.hourMilliseconds - 1_000)
    #expect(late.state == .failed && late.reason == "expired" && late.answer?.code == 450)
  }

  @Test("A gateway that cannot be reached keeps a message waiting until nobody waits for it")
  func gateway() {
    let soon = Self.judge(.unreachable("timeout"), attempt: 50, after: 5_000)
    #expect(soon.nextAttempt == Self.begun.adding(milliseconds: 5_000))
    let late = Self.judge(.unreachable("timeout"), after: Span.hourMilliseconds)
    #expect(late.state == .failed && late.reason == "expired")
  }

  @Test("An answer is one line, cut where it is too long")
  func answer() {
    let answer = GatewayAnswer(code: 250, text: "a\r\nb\u{0}" + String(repeating: "é", count: 999))
    #expect(answer.text.hasPrefix("a  b é") && answer.text.utf8.count <= Limits.gatewayAnswerBytes)
    #expect(GatewayAnswer(code: 550, text: "5.1 x").enhancedCode == nil)
    #expect(GatewayAnswer(code: 550, text: "5.1.10 x").enhancedCode == "5.1.10")
  }
}

/// When it is a gateway's turn.
@Suite struct GatewayTurnTests {
  private static let start = Instant(milliseconds: 1_790_000_000_000)

  @Test("A gateway is given so many a second, and no more at once")
  func rate() {
    var turn = GatewayTurn(perSecond: 2)
    func take(_ milliseconds: Int64, inFlight: Int = 0) -> Bool {
      turn.take(at: Self.start.adding(milliseconds: milliseconds), inFlight: inFlight)
    }
    let first = [take(0), take(0), take(0)]
    #expect(first == [true, true, false])
    let then = [take(499), take(500), take(501)]
    #expect(then == [false, true, false])
    let atOnce = take(9_000, inFlight: Limits.mailsInFlight)
    #expect(!atOnce)
    let later = [take(9_000), take(9_000), take(9_000)]
    #expect(later == [true, true, false])
    turn.giveBack()
    let again = take(9_000)
    #expect(again)
    // A clock that is set back stops nothing.
    let back = [take(-60_000), take(-59_500)]
    #expect(back == [false, true])
  }

  @Test("One that fails rests longer and longer, and then gets one message at a time")
  func rest() {
    var turn = GatewayTurn(perSecond: 100)
    var now = Self.start
    for seconds: Int64 in [1, 5, 15, 60, 300, 300] {
      turn.noteFailure(at: now)
      // What was on its way with it says nothing new.
      turn.noteFailure(at: now)
      now = now.adding(milliseconds: seconds * 1_000 - 1)
      let early = turn.take(at: now, inFlight: 0)
      now = now.adding(milliseconds: 1)
      let second = turn.take(at: now, inFlight: 1)
      let only = turn.take(at: now, inFlight: 0)
      #expect(!early && !second && only, "\(seconds)")
    }
    turn.noteAnswer()
    let well = turn.take(at: now, inFlight: 7)
    #expect(turn.failures == 0 && well)
  }
}
