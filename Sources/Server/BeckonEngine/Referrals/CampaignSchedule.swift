import BeckonModel

/// When a campaign runs, and what it still does afterwards, as its operator has set it.
public struct CampaignSchedule: Hashable, Sendable {
  /// What the operator has said of it.
  public private(set) var state: CampaignState
  /// Since when it is not active, whatever it has been since; `nil` while it is.
  public private(set) var closedAt: Instant?
  /// When it begins; `nil` for at once.
  public var startsAt: Instant?
  /// When it ends by itself; `nil` for never.
  public var endsAt: Instant?
  /// Whether what happens after its end still pays for referrals that were made before.
  public var paysAfterEnd: Bool

  /// Makes a schedule; of a campaign that runs from now on, unless told.
  public init(
    state: CampaignState = .active, closedAt: Instant? = nil, startsAt: Instant? = nil,
    endsAt: Instant? = nil, paysAfterEnd: Bool = true
  ) {
    self.state = state
    self.closedAt = closedAt
    self.startsAt = startsAt
    self.endsAt = endsAt
    self.paysAfterEnd = paysAfterEnd
  }

  /// Notes what the operator says of it now.
  public mutating func change(to state: CampaignState, at now: Instant) {
    closedAt = state == .active ? nil : closedAt ?? now
    self.state = state
  }

  /// What the campaign is at an instant; also at one that is past, for a sign-up that is told late.
  /// An end that the operator has set by hand goes before the dates, and the end before a pause.
  public func standing(at now: Instant) -> CampaignStanding {
    let wasActive = closedAt.map { now < $0 } ?? true
    let state = wasActive ? .active : state
    if state == .archived { return .archived }
    if state == .ended || endsAt.map({ $0 <= now }) ?? false { return .ended }
    if state == .paused { return .paused }
    return startsAt.map { now < $0 } ?? false ? .scheduled : .active
  }

  /// Whether rules pay for what is received now.
  public func pays(at now: Instant) -> Bool { paysAfterEnd || !standing(at: now).isOver }
}

/// What a campaign is at some instant.
///
/// | | new members, referrers | links and clicks | steps and rewards of members | lists |
/// |---|---|---|---|---|
/// | `scheduled` | refused, `campaign_not_started` | work | go on | shown |
/// | `active` | taken | work | go on | shown |
/// | `paused` | refused, `campaign_paused` | work | go on | shown |
/// | `ended` | refused, `campaign_ended` | work | go on; pay unless told otherwise | shown |
/// | `archived` | refused, `campaign_ended` | work | the same | left out |
public enum CampaignStanding: String, CaseIterable, Sendable {
  /// It begins later.
  case scheduled
  /// It takes new members.
  case active
  /// It takes none for now.
  case paused
  /// It takes none any more.
  case ended
  /// The same, and lists leave it out.
  case archived

  /// Whether it has ended.
  public var isOver: Bool { self == .ended || self == .archived }

  /// Why it takes no new members and sets no new referrers; `nil` when it does.
  public var refusal: ReferrerOutcome? {
    switch self {
    case .scheduled: .campaignNotStarted
    case .active: nil
    case .paused: .campaignPaused
    case .ended, .archived: .campaignEnded
    }
  }
}

/// The campaign of a sign-up that leads to none.
public enum DefaultCampaign {
  /// The one that the app has chosen, whatever has become of it; else the oldest that is not over,
  /// else the oldest.
  /// - Parameter all: the app's, oldest first.
  public static func find(
    _ chosen: CampaignID?, in all: [Campaign], at now: Instant
  ) -> Campaign? {
    if let chosen, let campaign = all.first(where: { $0.id == chosen }) { return campaign }
    return all.first { !$0.schedule.standing(at: now).isOver } ?? all.first
  }

  /// The same for somebody who is a member of campaigns: whoever is in one that is not over is not
  /// enrolled in another because a later call names none.
  /// - Parameter joined: theirs, in the order in which they joined.
  public static func find(
    _ chosen: CampaignID?, in all: [Campaign], of joined: [CampaignID], at now: Instant
  ) -> Campaign? {
    let usual = find(chosen, in: all, at: now)
    let running = joined.compactMap { id in all.first { $0.id == id } }
      .filter { !$0.schedule.standing(at: now).isOver }
    guard let latest = running.last, let usual, !running.contains(usual) else { return usual }
    return latest
  }
}
