import BeckonModel

/// A place in the order of a campaign's leaderboard: by confirmed, then unconfirmed, then pending
/// referrals, most first; of people with the same, by their id. Whoever has no referral stands on
/// no board.
public struct BoardPlace: Hashable, Sendable {
  /// Referrals all of whose steps are done.
  public let confirmed: Int64
  /// Referrals of which one step is missing.
  public let unconfirmed: Int64
  /// Referrals that have only joined.
  public let pending: Int64
  /// The person.
  public let person: PersonID

  /// Names a place.
  public init(confirmed: Int64, unconfirmed: Int64, pending: Int64, person: PersonID) {
    self.confirmed = confirmed
    self.unconfirmed = unconfirmed
    self.pending = pending
    self.person = person
  }

  /// Reads the written form; `nil` for anything else.
  public init?(_ text: String) {
    let parts = text.split(on: ".", maxSplits: 3)
    let counts = parts.prefix(3).compactMap { Int64($0) }.filter { $0 >= 0 }
    guard parts.count == 4, counts.count == 3, counts != [0, 0, 0],
      let person = PersonID(parts[3])
    else { return nil }
    self.init(
      confirmed: counts[0], unconfirmed: counts[1], pending: counts[2], person: person)
  }

  /// The written form.
  public var text: String { "\(confirmed).\(unconfirmed).\(pending).\(person.text)" }

  /// What it is ordered by before the person's id, in that order.
  public var counts: [Int64] { [confirmed, unconfirmed, pending] }
}

/// People who stand together on a leaderboard: one look along its index.
public struct BoardStretch: Hashable, Sendable {
  /// What all of them have of a place's `counts`, the first of these.
  public let same: [Int64]
  /// What the next of the counts is greater than, if it has such a bound.
  public let greaterThan: Int64?
  /// What the next of the counts is less than, if it has such a bound.
  public let lessThan: Int64?
  /// From whose id on, where all counts are the same.
  public let person: PersonID?

  init(
    same: [Int64], greaterThan: Int64? = nil, lessThan: Int64? = nil, person: PersonID? = nil
  ) {
    self.same = same
    self.greaterThan = greaterThan
    self.lessThan = lessThan
    self.person = person
  }

  /// Everybody behind a place, in stretches of which each follows the one before; everybody on the
  /// board without one.
  public static func behind(_ place: BoardPlace?) -> [BoardStretch] {
    guard let place else { return tail(behind: nil) }
    let counts = place.counts
    let near = counts.indices.reversed().compactMap { index -> BoardStretch? in
      let same = Array(counts[..<index])
      let least: Int64 = same.allSatisfy { $0 == 0 } ? 1 : 0
      guard least < counts[index] else { return nil }
      return BoardStretch(
        same: same, greaterThan: least == 1 ? 0 : nil, lessThan: counts[index])
    }
    return [BoardStretch(same: counts, person: place.person)] + near + tail(behind: counts)
  }

  /// Those who have none of what people further ahead have: so nobody without referrals is met.
  private static func tail(behind counts: [Int64]?) -> [BoardStretch] {
    (0..<3).compactMap { length in
      if let counts, counts.prefix(length).allSatisfy({ $0 == 0 }) { return nil }
      return BoardStretch(same: Array(repeating: 0, count: length), greaterThan: 0)
    }
  }

  /// Everybody ahead of a place, from there up, in stretches of which each follows the one before.
  public static func ahead(of place: BoardPlace) -> [BoardStretch] {
    let counts = place.counts
    return [BoardStretch(same: counts, person: place.person)]
      + counts.indices.reversed().map { index in
        BoardStretch(same: Array(counts[..<index]), greaterThan: counts[index])
      }
  }
}
