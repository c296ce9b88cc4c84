import BeckonEngine
import BeckonModel
import BeckonTesting
import Testing

/// How many invitations may go out.
@Suite struct InviteBudgetTests {
  private static let start = Instant(milliseconds: 1_790_000_000_000)

  @Test("In no hour that one may look at is more spent than the budget", arguments: 1...10)
  func anyHour(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var window = SpendWindow(spanMilliseconds: Span.hourMilliseconds)
    var (now, times) = (Self.start, [Instant]())
    for _ in 0..<2_000 {
      now = now.adding(milliseconds: Int64.random(in: 0...200_000, using: &random))
      let room = window.nextRoom(of: 20, from: now)
      let isSpent = window.spend(of: 20, at: now)
      #expect(isSpent == (room == now))
      if isSpent { times.append(now) }
    }
    for (index, time) in times.enumerated() {
      let hour = times[index...].prefix { $0.milliseconds(since: time) < Span.hourMilliseconds }
      #expect(hour.count <= 20)
    }
    // It is also used: six sevenths of what would be 20 an hour.
    let hours = Double(now.milliseconds(since: Self.start)) / Double(Span.hourMilliseconds)
    #expect(Double(times.count) >= hours * 20 * 6 / 7 * 0.9)
  }

  @Test("When there is room again is told, and then there is")
  func room() throws {
    var window = SpendWindow(spanMilliseconds: Span.hourMilliseconds)
    for _ in 0..<3 {
      let isSpent = window.spend(of: 3, at: Self.start)
      #expect(isSpent)
    }
    let next = try #require(window.nextRoom(of: 3, from: Self.start))
    #expect((3_600_000...4_200_000).contains(next.milliseconds(since: Self.start)))
    let early = window.spend(of: 3, at: next.adding(milliseconds: -1))
    let onTime = window.spend(of: 3, at: next)
    #expect(!early && onTime)
    #expect(window.nextRoom(for: 4, of: 3, from: next) == nil)
    // A clock that is set back opens nothing.
    var back = SpendWindow(spanMilliseconds: Span.hourMilliseconds)
    let first = back.spend(of: 1, at: Self.start)
    let second = back.spend(of: 1, at: Self.start.adding(milliseconds: -86_400_000))
    #expect(first && !second)
  }

  @Test("An invitation is spent of all budgets or of none, and the refusal names the longest wait")
  func accounts() {
    var accounts = [
      InviteBudget.Account(InviteBudget(.inviter, 2, hours: 24)),
      InviteBudget.Account(InviteBudget(.narrowBlock, 1, hours: 1)),
    ]
    #expect(InviteBudget.spend(&accounts, at: Self.start) == nil)
    let block = InviteBudget.spend(&accounts, at: Self.start)
    #expect(block?.scope == .narrowBlock && block?.until != nil)
    #expect(accounts[0].window.nextRoom(of: 2, from: Self.start) == Self.start)
    let later = Self.start.adding(milliseconds: 2 * Span.hourMilliseconds)
    #expect(InviteBudget.spend(&accounts, at: later) == nil)
    let inviter = InviteBudget.spend(&accounts, at: later)
    #expect(inviter?.scope == .inviter)
    #expect((inviter?.until?.milliseconds(since: later) ?? 0) > 20 * Span.hourMilliseconds)
  }

  @Test("A block earns more by invitations that are followed, up to a bound")
  func earning() {
    let block = InviteBudget(.narrowBlock, 20, hours: 24)
    #expect(block.allowance(conversions: 0) == 20 && block.allowance(conversions: 4) == 40)
    #expect(block.allowance(conversions: .max) == 1_000)
    #expect(InviteBudget(.inviter, 20, hours: 1).allowance(conversions: 9) == 20)
    for scope in [InviteBudget.Scope.country, .app] {
      let budget = InviteBudget(scope, 500, hours: 1)
      #expect(budget.allowance(conversions: 9) == 375)
      #expect(budget.allowance(conversions: 0, isProven: true) == 500)
      #expect(InviteBudget(scope, 3, hours: 1).allowance(conversions: 0) == 3)
    }
    #expect(NumberBlock(of: "+4915112345678", .narrow).prefix == "+491511234")
    #expect(NumberBlock(of: "+4915112345678", .wide).prefix == "+4915112")
    #expect(NumberBlock(of: "+2901234", .wide).prefix == "+290")
  }
}

/// When invitations to a block of numbers are stopped.
@Suite struct PumpingBreakerTests {
  private typealias Tally = PumpingBreaker.Tally

  @Test("A block that nobody follows is stopped once chance cannot explain it")
  func stops() {
    // One in five is followed elsewhere, so one in twenty would be enough here.
    let app = Tally(sent: 10_000, followed: 2_000)
    #expect(!PumpingBreaker.stops(Tally(sent: 130, followed: 0), app: app))
    #expect(PumpingBreaker.stops(Tally(sent: 140, followed: 0), app: app))
    #expect(!PumpingBreaker.stops(Tally(sent: 140, followed: 1), app: app))
    #expect(PumpingBreaker.stops(Tally(sent: 1_000, followed: 20), app: app))
    #expect(!PumpingBreaker.stops(Tally(sent: 1_000, followed: 50), app: app))
    #expect(PumpingBreaker.stops(Tally(sent: 1_000_000, followed: 3), app: app))
    #expect(!PumpingBreaker.stops(Tally(sent: 1_000_000, followed: 200_000), app: app))
    #expect(!PumpingBreaker.stops(Tally(sent: 0, followed: 0), app: Tally(sent: 0, followed: 0)))
  }

  @Test("An honest block is stopped less than once in a thousand looks", arguments: 1...5)
  func honest(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let app = Tally(sent: 5_000, followed: 500)
    let stopped = (0..<400).filter { _ in
      // People here follow half as often as elsewhere.
      let sent = Int.random(in: 50...400, using: &random)
      let followed = (0..<sent).filter { _ in random.hits(oneIn: 20) }.count
      return PumpingBreaker.stops(Tally(sent: sent, followed: followed), app: app)
    }
    #expect(stopped.count <= 1)
  }

  @Test("It rests for a day, and twice as long each time, up to 32 days")
  func rests() {
    let days = [0, 1, 2, 5, 6, 99].map {
      PumpingBreaker.restMilliseconds(times: $0) / Span.dayMilliseconds
    }
    #expect(days == [1, 1, 2, 16, 32, 32])
  }
}
