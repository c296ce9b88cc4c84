import BeckonModel
import BeckonTesting

/// Somebody who is a member of the campaign for a day, and how they came to it.
struct MemberPlan: Sendable {
  /// By what their call names who referred them.
  enum Coming: CaseIterable, Sendable { case byThemselves, code, link, click, id, mail }

  /// Something that they do.
  enum Kind: Sendable {
    case visit, join, joinAgain, track, confirm, share, rename, leave
  }

  /// When they do it.
  struct Step: Sendable {
    let at: Instant
    let kind: Kind
  }

  let number: Int
  let referrer: Int?
  let coming: Coming
  /// Whether the app's server calls for them, and not a phone.
  let isByServer: Bool
  /// What their conversion is worth, in cents.
  let cents: Int64
  private(set) var steps: [Step] = []
  private(set) var joinedAt = Instant(milliseconds: .max)

  var mail: String { "member\(number)@mail.example" }
  var address: String { "83.\(number >> 16 & 255).\(number >> 8 & 255).\(number & 255)" }
  /// Whether they leave in the end: who joins once more would be a member again.
  var leaves: Bool { steps.last.map { if case .leave = $0.kind { true } else { false } } ?? false }

  /// Everybody of a day.
  static func all(_ count: Int, seed: UInt64) -> [MemberPlan] {
    var chance = SeededGenerator(seed: seed)
    var plans: [MemberPlan] = []
    for number in 0..<count { plans.append(MemberPlan(number, plans, count, &chance)) }
    return plans
  }

  private init(
    _ number: Int, _ earlier: [MemberPlan], _ count: Int, _ chance: inout SeededGenerator
  ) {
    var now = GamePlan.start.adding(milliseconds: Int64(number * 600 / count) * 60_000)
    let there = earlier.filter { $0.joinedAt < now && !$0.leaves }
    // A few refer many.
    let referrer =
      there.isEmpty || chance.hits(0.2) ? nil : chance.hits(0.5) ? there[0] : chance.pick(there)
    let coming = referrer == nil ? .byThemselves : chance.pick(Coming.allCases)
    self.number = number
    self.coming = coming
    self.referrer = coming == .byThemselves ? nil : referrer?.number
    // Of an id or an address a phone's word shows nothing.
    isByServer = coming == .id || coming == .mail || coming != .click && chance.hits(0.3)
    cents = Int64.random(in: 1...9_999, using: &chance)
    func add(_ kind: Kind, after minutes: ClosedRange<Int64>) {
      now = now.adding(milliseconds: Int64.random(in: minutes, using: &chance) * 60_000)
      steps.append(Step(at: now, kind: kind))
    }
    if coming == .click { add(.visit, after: 1...2) }
    add(.join, after: 1...3)
    joinedAt = now.adding(milliseconds: 10 * 60_000)
    if chance.hits(0.3) { add(.joinAgain, after: 1...30) }
    if chance.hits(0.3) { add(.rename, after: 1...9) }
    guard chance.hits(0.8) else { return }
    add(.track, after: 1...60)
    if chance.hits(0.3) { add(.share, after: 1...9) }
    if chance.hits(0.7) { add(.confirm, after: 1...60) }
    if chance.hits(0.1) { add(.leave, after: 300...500) }
  }
}
