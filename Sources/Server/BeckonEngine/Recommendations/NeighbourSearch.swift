/// Proposes what comes next in a session, by other sessions that had items in common with it.
///
/// Neighbours are found by all items of the session, later ones counting more, and rare ones. What
/// they saw is weighed by how near to the common item they saw it, before or behind; from the best
/// items a walk of one more step goes on through further sessions. What the visitor has seen comes
/// back as often as the index has counted that it does. It keeps its working memory between calls,
/// so each thread has its own.
public struct NeighbourSearch: Sendable {
  /// How it weighs.
  public private(set) var settings: RecommenderSettings
  /// Clicks of a session that are looked at, the last ones.
  public static let seenMax = 50

  private var pool = NeighbourPool()
  private var scores = ItemScores()
  private var walked = ItemScores()
  private var exponents: [Float] = []
  /// Room to work in, an entry for each of `exponents`: the item's latest session, first by its
  /// place among the postings, then by its slot.
  private var latest: [UInt32] = []
  private var steps: [WalkStep] = []
  private var forward: [Float]
  private var backward: [Float]

  /// A search with these settings.
  public init(_ settings: RecommenderSettings = RecommenderSettings()) {
    self.settings = settings
    forward = Self.fades(from: 1, by: settings.forwardFade)
    backward = Self.fades(from: settings.backwardWeight, by: settings.backwardFade)
  }

  /// Weighs by these settings from now on.
  public mutating func use(_ settings: RecommenderSettings) {
    guard settings != self.settings else { return }
    self.settings = settings
    forward = Self.fades(from: 1, by: settings.forwardFade)
    backward = Self.fades(from: settings.backwardWeight, by: settings.backwardFade)
  }

  /// What may come next, the best first.
  /// - Parameters:
  ///   - seen: the items of the session, the last one last. Nothing is proposed for an empty one.
  ///   - limit: how many at most.
  ///   - session: the running session's number; what the index knows of it changes nothing.
  ///   - fallback: what fills the list where too little is found, such as what is popular. Its
  ///     items get the score 0.
  ///   - isAllowed: whether an item may be shown. It is asked of the best ones only.
  /// - Returns: items with their shares, about how probable each is; the sum is at most about 1.
  public mutating func next(
    after seen: [UInt32], limit: Int, of session: Int64? = nil, in index: SessionIndex,
    fallback: [Recommendation] = [], isAllowed: (UInt32) -> Bool = { _ in true }
  ) -> [Recommendation] {
    let view = IndexView(index, without: session)
    let (recent, habit) = RepeatRates.recent(of: seen.suffix(Self.seenMax))
    reserve(for: index)
    gather(recent, view)
    score(recent, view)
    balance(recent, view)
    let walkedShare = walk(recent, view)
    defer { clear() }
    var best = BestItems(limit: limit)
    var left: Float = 1
    for (distance, item) in recent.enumerated() {
      let rate = view.repeats.rate(distance, habit: habit)
      left -= rate
      offer(item, settings.returnGain * rate, .cameBack, to: &best, isAllowed)
    }
    offerOthers(recent, max(left, Self.leastLeft) / (1 + walkedShare), to: &best, isAllowed)
    return Self.filled(best.list, from: fallback, without: recent, limit, isAllowed)
  }

  private static func filled(
    _ list: [Recommendation], from fallback: [Recommendation], without seen: [UInt32], _ limit: Int,
    _ isAllowed: (UInt32) -> Bool
  ) -> [Recommendation] {
    guard list.count < limit else { return list }
    var list = list
    let known = Set(seen).union(list.map(\.item))
    for other in fallback where list.count < limit && !known.contains(other.item) {
      guard isAllowed(other.item) else { continue }
      list.append(Recommendation(item: other.item, score: 0, reason: other.reason))
    }
    return list
  }

  /// What is left to items that were not seen, however often visitors come back.
  private static let leastLeft: Float = 0.05

  private static func fades(from first: Float, by fade: Float) -> [Float] {
    var fades = [first]
    while fades.count < SessionIndex.sessionClicksMax {
      fades.append(fades[fades.count - 1] * fade)
    }
    return fades
  }

  private mutating func reserve(for index: SessionIndex) {
    pool.reserve(index.sessions.count)
    scores.reserve(index.postings.count)
    walked.reserve(index.postings.count)
  }

  private mutating func clear() {
    pool.clear()
    scores.clear()
    walked.clear()
  }

  // MARK: steps

  /// Finds the neighbours.
  private mutating func gather(_ recent: [UInt32], _ view: IndexView) {
    var weight: Float = 1
    for (place, item) in recent.prefix(settings.itemsUsed).enumerated() {
      let count = view.count(item, isSeen: true)
      if count > 0 {
        let share = Float(view.sessionCount + 1) / Float(count) + 1
        let rarity = BinaryLogarithm.of(BinaryLogarithm.of(share))
        pool.add(
          (place, weight * BinaryLogarithm.power(settings.rarityPower * rarity)),
          view.posting(item), limit: settings.sessionsPerItem, view)
      }
      weight *= settings.positionFade
    }
    pool.weigh(settings, view)
  }

  /// Gives the items of each neighbour their score.
  private mutating func score(_ recent: [UInt32], _ view: IndexView) {
    for neighbour in pool.neighbours where neighbour.similarity > 0 {
      let common = recent[Int(neighbour.match)]
      view.index.withClicks(of: neighbour.slot) { items in
        var match = items.count - 1
        while match > 0, items[match] != common { match -= 1 }
        for place in items.indices where place != match {
          let fade = place > match ? forward[place - match - 1] : backward[match - place - 1]
          let isNext = place == match + 1 && neighbour.match == 0
          scores.add(
            neighbour.similarity * fade, to: items[place], by: isNext ? .next : .neighbour)
        }
      }
    }
  }

  /// Lets popular items and those that nobody sees any more count less, takes away what was seen,
  /// and makes the sum of the others 1.
  private mutating func balance(_ recent: [UInt32], _ view: IndexView) {
    for item in recent where Int(item) < scores.count { scores.set(0, of: item) }
    let halvings = settings.freshnessHalvings / view.spreadHours
    reckonExponents(halvings, view)
    let most = exponents.max() ?? 0
    var sum: Float = 0
    var place = 0
    for item in scores.touched where scores[item] > 0 {
      let value = scores[item] * BinaryLogarithm.power(exponents[place] - most)
      place += 1
      scores.set(value, of: item)
      sum += value
    }
    guard sum > 0 else { return }
    for item in scores.touched { scores.set(scores[item] / sum, of: item) }
  }

  /// Finds for each item with a score the logarithm by which it counts more or less. In three
  /// turns, as each needs what the one before has found, and most of that stands in no cache: so
  /// the processor fetches many at a time.
  private mutating func reckonExponents(_ halvings: Float, _ view: IndexView) {
    exponents.removeAll(keepingCapacity: true)
    latest.removeAll(keepingCapacity: true)
    for item in scores.touched where scores[item] > 0 {
      let posting = view.posting(item)
      latest.append(posting.start + posting.count - 1)
      exponents.append(-settings.popularityPower * BinaryLogarithm.of(Float(posting.count)))
    }
    for place in latest.indices { latest[place] = view.index.postingSlots[Int(latest[place])] }
    for place in latest.indices { exponents[place] += halvings * view.hours(latest[place]) }
  }

  /// Goes on from the best items through their latest sessions.
  /// - Returns: what is added to the sum of scores.
  private mutating func walk(_ recent: [UInt32], _ view: IndexView) -> Float {
    var best = BestItems(limit: settings.walkItems)
    for item in scores.touched where scores[item] > 0 {
      let candidate = Recommendation(
        item: item, score: scores[item], reason: .similarSessions)
      if best.takes(candidate) { best.insert(candidate) }
    }
    let sum = best.list.reduce(0) { $0 + $1.score }
    steps.removeAll(keepingCapacity: true)
    for start in best.list {
      walk(from: start.item, settings.walkWeight * start.score / sum, view)
    }
    view.index.items.withUnsafeBufferPointer { walked.add(steps, in: $0, by: .walk) }
    for item in recent where Int(item) < walked.count { walked.set(0, of: item) }
    return walked.touched.reduce(0) { $0 + walked[$1] }
  }

  /// Notes the sessions to which an item leads. What they saw is looked at when all are known:
  /// most stand in no cache, and then the processor fetches many at a time.
  private mutating func walk(from item: UInt32, _ weight: Float, _ view: IndexView) {
    let posting = view.posting(item)
    let end = Int(posting.start) + Int(posting.count)
    let count = min(Int(posting.count), settings.walkSessions)
    for slot in view.index.postingSlots[(end - count)..<end] where slot != view.own {
      let session = view.index.sessions[Int(slot)]
      let share = weight / Float(count * max(1, Int(session.count) - 1))
      steps.append(
        WalkStep(from: item, start: session.start, count: UInt32(session.count), share: share))
    }
  }

  // MARK: the list

  private func offerOthers(
    _ recent: [UInt32], _ factor: Float, to best: inout BestItems, _ isAllowed: (UInt32) -> Bool
  ) {
    for item in scores.touched {
      let score = scores[item] + walked[item]
      let reason: RecommendationReason =
        scores.ways(to: item).contains(.next) ? .followed : .similarSessions
      offer(item, factor * score, reason, to: &best, isAllowed)
    }
    for item in walked.touched where scores.ways(to: item).isEmpty {
      offer(item, factor * walked[item], .oneStepFurther, to: &best, isAllowed)
    }
  }

  private func offer(
    _ item: UInt32, _ score: Float, _ reason: RecommendationReason, to best: inout BestItems,
    _ isAllowed: (UInt32) -> Bool
  ) {
    let candidate = Recommendation(item: item, score: score, reason: reason)
    guard score > 0, best.takes(candidate), isAllowed(item) else { return }
    best.insert(candidate)
  }
}
