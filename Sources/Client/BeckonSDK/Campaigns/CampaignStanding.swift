import BeckonModel

/// By what a leaderboard is sorted.
public enum LeaderboardOrder: String, Sendable, Hashable {
  /// By confirmed referrals.
  case confirmed
  /// By points that the campaign has given.
  case points
}

/// Somebody on a campaign's leaderboard.
public struct Leader: Sendable, Hashable {
  /// From 1; those with one score share a rank.
  public let rank: Int
  /// How many share the rank, this one among them.
  public let tied: Int
  /// The person's id.
  public let person: String
  /// What the person is known by, masked; `nil` where nothing is known.
  public let name: String?
  /// What the campaign has given the person in the unit `points`.
  public let points: Int
  /// Referrals all of whose steps are done.
  public let confirmed: Int
  /// Referrals that have only joined.
  public let pending: Int

  init(_ fields: Fields) throws(FieldError) {
    rank = try fields.whole("rank")
    tied = try fields.whole("tied")
    person = try fields.require("person", fields.string("person", max: Limits.identityBytes))
    name = try fields.string("name", max: Limits.identityBytes)
    points = try fields.whole("points")
    confirmed = try fields.whole("confirmed")
    pending = try fields.whole("pending")
  }
}

/// Where the identified person stands in a campaign.
public struct CampaignStanding: Sendable, Hashable {
  /// A place in a waiting list.
  public struct QueuePlace: Sendable, Hashable {
    /// One more than there are people ahead.
    public let position: Int
    /// How many are served before.
    public let peopleAhead: Int
    /// How many wait in all.
    public let people: Int
  }

  /// From 1; `nil` for who is on no board yet.
  public let rank: Int?
  /// How many share the rank, this one among them.
  public let tied: Int
  /// How many people are on the board.
  public let people: Int
  /// What the campaign has given the person in the unit `points`.
  public let points: Int
  /// Referrals all of whose steps are done.
  public let confirmed: Int
  /// Referrals that have only joined.
  public let pending: Int
  /// How many more points or confirmed referrals give the next rank; `nil` for the first.
  public let toNext: Int?
  /// The place in a waiting list; `nil` in other campaigns.
  public let queue: QueuePlace?

  init(_ fields: Fields) throws(FieldError) {
    rank = try fields.integer("rank", in: 1...Int64.max).map { Int($0) }
    tied = try fields.whole("tied")
    people = try fields.whole("people")
    points = try fields.whole("points")
    confirmed = try fields.whole("confirmed")
    pending = try fields.whole("pending")
    toNext = try fields.integer("to_next", in: 1...Int64.max).map { Int($0) }
    guard let place = try fields.fields("queue") else {
      queue = nil
      return
    }
    queue = QueuePlace(
      position: try place.whole("position"), peopleAhead: try place.whole("people_ahead"),
      people: try place.whole("people"))
  }
}

extension Fields {
  /// A number from 0 on that must be there.
  fileprivate func whole(_ name: String) throws(FieldError) -> Int {
    Int(try require(name, integer(name, in: 0...Int64.max)))
  }
}
