import BeckonModel
import Foundation
import Testing

@testable import BeckonEngine

/// Whether somebody is reminded, case by case.
@Suite struct ReminderDecisionTests {
  private typealias Standing = ReminderDecision.Standing
  private static let channels: [ReminderChannel] = [.mail, .sms]

  private static func standing(_ change: (inout Standing) -> Void = { _ in }) -> Standing {
    var standing = Standing(due: .hour(0), awake: .hour(1))
    change(&standing)
    return standing
  }

  private static func decide(
    _ standing: Standing, _ rules: ReminderRules = ReminderRules(), now: Instant = .hour(1)
  ) -> ReminderDecision {
    ReminderDecision(standing, channels, rules, now: now)
  }

  @Test("Nothing speaks against it: they are reminded by the channel that is liked best")
  func usual() {
    #expect(Self.decide(Self.standing()) == .send(.mail))
    let noMail = Self.standing { $0.faults = [.mail: .noConsent] }
    #expect(Self.decide(noMail) == .send(.sms))
    let none = Self.standing { $0.faults = [.mail: .noConsent, .sms: .noAddress] }
    #expect(Self.decide(none) == .withhold(.noConsent))
  }

  @Test("What speaks against the thing itself goes before all else")
  func objections() {
    for reason in [ReminderReason.bought, .basketEmpty, .basketChanged, .priceRose] {
      let standing = Self.standing {
        $0.objection = reason
        $0.isPaused = true
        $0.faults = [.mail: .noConsent, .sms: .noConsent]
      }
      #expect(Self.decide(standing) == .withhold(reason))
    }
    #expect(Self.decide(Self.standing { $0.isPaused = true }) == .withhold(.paused))
  }

  @Test(
    "A person has so many in a day, and in a week",
    arguments: [
      ([], true), ([-25.0], true), ([0.5], false), ([-30.0, -60, -90], false),
      ([-30.0, -60, -24 * 7], true), ([-22.9], false),
    ] as [([Double], Bool)])
  func tooSoon(hours: [Double], isSent: Bool) {
    let standing = Self.standing { $0.reminded = hours.map { .hour($0) } }
    #expect(Self.decide(standing) == (isSent ? .send(.mail) : .withhold(.tooSoon)))
  }

  @Test("Those who are told nothing are those who would have been reminded")
  func heldOut() {
    let out = Self.standing { $0.isHeldOut = true }
    #expect(Self.decide(out) == .withhold(.heldOut))
    let noConsent = Self.standing {
      $0.isHeldOut = true
      $0.faults = [.mail: .noConsent, .sms: .noConsent]
    }
    #expect(Self.decide(noConsent) == .withhold(.noConsent))
    let asleep = Self.standing {
      $0.isHeldOut = true
      $0.awake = .hour(8)
    }
    #expect(Self.decide(asleep) == .withhold(.heldOut))
    #expect(Self.decide(Self.standing { $0.isTest = true }) == .withhold(.testMode))
  }

  @Test("Nobody is woken, and an app that has sent enough waits; a day at most")
  func waits() {
    let asleep = Self.standing { $0.awake = .hour(8) }
    #expect(Self.decide(asleep) == .hold(until: .hour(8), .quietHours))
    let full = Self.standing { $0.room = .hour(1.5) }
    #expect(Self.decide(full) == .hold(until: .hour(1.5), .hourlyLimit))
    #expect(Self.decide(Self.standing { $0.awake = .hour(25) }) == .withhold(.tooLate))
    // A server that stood still for two days does not remind of what was then.
    let late = Self.standing { $0.awake = .hour(50) }
    #expect(Self.decide(late, now: .hour(50)) == .withhold(.tooLate))
  }

  @Test("A yes of one time and a no of the same are a no, whichever is asked first")
  func laterConsent() {
    func said(_ isGiven: Bool, at hour: Double) -> ContactConsent {
      ContactConsent(.mail, isGiven: isGiven, by: .client, at: .hour(hour))
    }
    for (one, other, isGiven) in [
      (said(true, at: 1), said(false, at: 2), false), (said(true, at: 3), said(false, at: 2), true),
      (said(true, at: 2), said(false, at: 2), false),
    ] {
      #expect(ContactConsent.later(one, other).isGiven == isGiven)
      #expect(ContactConsent.later(other, one).isGiven == isGiven)
    }
  }

  @Test("Every reason stands in the document", arguments: ReminderReason.allCases)
  func isExplained(_ reason: ReminderReason) throws {
    let document = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../docs/REMINDERS.md").standardized
    let text = try String(contentsOf: document, encoding: .utf8)
    #expect(text.contains("`\(reason.rawValue)`"), "explain it in docs/REMINDERS.md")
  }

  @Test("What a channel lacks is told in one order")
  func reach() {
    var reach = ReminderReach()
    var faults: [ReminderReason?] = []
    for step in [
      \ReminderReach.isSetUp, \.hasConsent, \.hasAddress, \.isProven,
    ] {
      faults.append(reach.fault)
      reach[keyPath: step] = true
    }
    #expect(faults == [.notSetUp, .noConsent, .noAddress, .unprovenAddress])
    #expect(reach.fault == nil)
    reach.isOverBudget = true
    #expect(reach.fault == .textBudget)
    reach.isSuppressed = true
    #expect(reach.fault == .suppressed)
  }
}
