import BeckonEngine
import BeckonModel
import Testing

@testable import BeckonStore

/// What a round of reminders, and what follows it, reads and changes, as SQLite plans it.
struct ReminderPlanTests {
  private static let tables: Set = [
    "basket_watches", "product_interests", "reminder_drops", "reminder_decisions",
    "reminder_orders", "w", "d", "f", "o",
  ]

  @Test("Who is due is found by an index, however many baskets and decisions there are")
  func plans() async throws {
    let plans = try await QueryPlans.of { scope in
      _ = try ReminderRound.waiting(at: scope.now, scope.connection)
      let (watches, interests, drops) = (
        BasketWatches(scope), ProductInterests(scope), ReminderDrops(scope)
      )
      _ = try watches.take(max: 5)
      try watches.move(1, to: 2)
      _ = try interests.visitors(of: 1, behind: 0, max: 5)
      _ = try interests.isBought(1, by: [1])
      _ = try interests.basketActions(of: 1)
      try interests.move(1, to: nil)
      _ = try drops.claim()
      let (decisions, person) = (
        ReminderDecisions(scope), PersonID(Identifier(high: 1, low: 1))
      )
      _ = try decisions.claimHeld(max: 5)
      _ = try decisions.isKnown(
        ReminderID(person.identifier), of: person, Identifier(high: 1, low: 2))
      _ = try decisions.reminded(person, since: scope.now)
      _ = try decisions.room(perHour: 5)
      _ = try decisions.isOutOfTexts(perDay: 5)
      _ = try decisions.find(of: MessageID(person.identifier))
      _ = try ReminderDecisions.noteFollowed(
        MessageID(person.identifier), of: scope.app.number, at: scope.now, scope.connection)
      try decisions.forget(person)
    }
    let looks = plans.filter { plan in
      Self.tables.contains { plan.split(separator: " ").dropFirst().first == $0[...] }
    }
    #expect(looks.count > 15, "\(plans)")
    #expect(looks.filter { $0.hasPrefix("SCAN") || $0.hasSuffix("(app=?)") } == [])
    #expect(plans.filter { $0.contains("TEMP B-TREE") } == [])
  }
}
