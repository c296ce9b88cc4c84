import BeckonModel
import BeckonTesting

/// What a network does to what is said: it delays it, and loses answers, so that clients say it
/// again, byte by byte.
struct DayNetwork {
  /// Something that arrives.
  struct Delivery {
    let saying: DaySaying
    let at: Instant
    /// Whether it has arrived before.
    let isRepeated: Bool
  }

  private var chance: SeededGenerator
  private var late = 0
  private var repeated = 0

  private let repeatsAll: Bool

  init(seed: UInt64, repeatsAll: Bool) {
    self.repeatsAll = repeatsAll
    chance = SeededGenerator(seed: seed &+ 1)
  }

  /// What arrived late, and what arrived once more.
  var done: [(name: String, count: Int)] { [("late", late), ("repeated", repeated)] }

  /// All that arrives, in its order.
  mutating func deliver(_ sayings: [DaySaying]) -> [Delivery] {
    var all: [Delivery] = []
    for saying in sayings { all += arrivals(of: saying) }
    return all.enumerated().sorted { left, right in
      (left.element.at.milliseconds, left.offset) < (right.element.at.milliseconds, right.offset)
    }.map(\.element)
  }

  private mutating func arrivals(of saying: DaySaying) -> [Delivery] {
    var delay = Int64.random(in: 20...(saying.isPrompt ? 30_000 : 3_000), using: &chance)
    if !saying.isPrompt, !saying.isVisitOfLink, chance.hits(0.12) {
      delay = Int64.random(in: 60_000...5_400_000, using: &chance)
      late += 1
    }
    let first = saying.at.adding(milliseconds: delay)
    var all = [Delivery(saying: saying, at: first, isRepeated: false)]
    guard !saying.isVisitOfLink, chance.hits(0.3) else { return all }
    // As the vendor's SDK waits before it tries again.
    var pause: Int64 = 0
    for step in 1...Int.random(in: 1...3, using: &chance) {
      pause += 2_000 << Int64(step - 1)
      all.append(
        Delivery(saying: saying, at: first.adding(milliseconds: pause), isRepeated: true))
      repeated += 1
    }
    // A proxy that delivers once more, much later.
    if saying.hasID || repeatsAll, chance.hits(0.2) {
      let later = first.adding(milliseconds: 3 * Span.hourMilliseconds)
      all.append(Delivery(saying: saying, at: later, isRepeated: true))
      repeated += 1
    }
    return all
  }
}

extension DaySaying {
  /// A click that came twice would be two.
  fileprivate var isVisitOfLink: Bool {
    if case .click = what { true } else { false }
  }

  /// Whether its body tells it from others for ever. React Native's client sends events without an
  /// id and a time: the same body counts once for a minute.
  fileprivate var hasID: Bool {
    switch what {
    case .tap: phone.client != .reactNative
    case .pay, .page, .start, .signUp: true
    default: false
    }
  }
}
