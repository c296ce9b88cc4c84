/// How recommendations are weighed.
///
/// Everything is relative to what the index holds: ages to how far its sessions lie apart, numbers
/// of sessions to all of them, and how often visitors come back is counted. So one default serves
/// small shops and large ones; `beckon tune` finds what is better for one of them.
public struct RecommenderSettings: Sendable, Hashable {
  /// Distinct items of the running session by which neighbours are found, from the last one.
  public var itemsUsed = 16
  /// What an item's weight is multiplied by for each item that was seen after it.
  public var positionFade: Float = 0.7
  /// To which power the rarity of an item of the running session counts.
  public var rarityPower: Float = 1
  /// Sessions that are looked at for each item, the latest.
  public var sessionsPerItem = 1_000
  /// Sessions that are listened to, the nearest.
  public var neighbours = 400
  /// To which power a session's similarity counts.
  public var similarityPower: Float = 1.5
  /// To which power a session's length divides its weight.
  public var lengthPower: Float = 0.25
  /// How often a session's weight halves in the time by which sessions lie apart (the standard
  /// deviation of their times).
  public var ageHalvings: Float = 0.3
  /// What is taken off an item for each step by which it follows the item that both sessions saw.
  public var forwardFade: Float = 0.75
  /// The weight of items before that one; of those behind it is 1.
  public var backwardWeight: Float = 1
  /// What is taken off an item for each step by which it comes before.
  public var backwardFade: Float = 0.75
  /// To which power the number of an item's sessions divides its score.
  public var popularityPower: Float = 0.3
  /// How often an item's score halves in the time by which sessions lie apart since anybody saw it.
  public var freshnessHalvings: Float = 0.3
  /// Items from which the walk goes on, the best.
  public var walkItems = 20
  /// Sessions through which it goes on from each item, the latest.
  public var walkSessions = 20
  /// The walk's weight; that of the neighbours is 1.
  public var walkWeight: Float = 1
  /// What the counted rate of coming back to an item is multiplied by.
  public var returnGain: Float = 1.4

  /// The default settings: good for a shop of which nothing is known.
  public init() {}
}
