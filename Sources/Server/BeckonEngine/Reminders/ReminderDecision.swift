import BeckonModel

/// What becomes of reminding one person of one thing, at one time.
public enum ReminderDecision: Hashable, Sendable {
  /// They are reminded, by this channel.
  case send(ReminderChannel)
  /// They are reminded later, if all is still so then.
  case hold(until: Instant, ReminderReason)
  /// They are not reminded of it.
  case withhold(ReminderReason)

  /// What is known of the person, the thing and the time.
  public struct Standing: Hashable, Sendable {
    /// What speaks against it in the thing itself: it was bought, or costs more again.
    public var objection: ReminderReason?
    /// Whether the reminder is paused.
    public var isPaused = false
    /// What speaks against each channel; nothing against those that are missing.
    public var faults: [ReminderChannel: ReminderReason] = [:]
    /// When the person was reminded in the last seven days, of anything.
    public var reminded: [Instant] = []
    /// Whether they are one of those who are told nothing.
    public var isHeldOut = false
    /// Whether all is only tried out.
    public var isTest = false
    /// When nobody is woken any more; now, if nobody is.
    public var awake: Instant
    /// When the app may remind people again; `nil` when it may now.
    public var room: Instant?
    /// When the reminder was due first.
    public let due: Instant

    /// Nothing speaks against it.
    public init(due: Instant, awake: Instant) {
      self.due = due
      self.awake = awake
    }
  }

  /// Decides.
  public init(
    _ standing: Standing, _ channels: [ReminderChannel], _ rules: ReminderRules, now: Instant
  ) {
    guard standing.objection == nil, !standing.isPaused else {
      self = .withhold(standing.objection ?? .paused)
      return
    }
    // Whoever stood still for days does not remind of what was then.
    guard now.milliseconds(since: standing.due) <= ReminderLimits.holdMilliseconds else {
      self = .withhold(.tooLate)
      return
    }
    guard let channel = channels.first(where: { standing.faults[$0] == nil }) else {
      // Of several the first is the one that the operator likes best.
      self = .withhold(channels.first.flatMap { standing.faults[$0] } ?? .notSetUp)
      return
    }
    guard !Self.isTooSoon(standing.reminded, rules, now: now) else {
      self = .withhold(.tooSoon)
      return
    }
    if standing.isHeldOut || standing.isTest {
      self = .withhold(standing.isHeldOut ? .heldOut : .testMode)
      return
    }
    self = Self.whenAwake(standing, channel, now: now)
  }

  private static func whenAwake(
    _ standing: Standing, _ channel: ReminderChannel, now: Instant
  ) -> ReminderDecision {
    let waits: [(until: Instant, reason: ReminderReason)] = [
      (standing.awake, .quietHours), (standing.room ?? now, .hourlyLimit),
    ]
    guard let wait = waits.first(where: { $0.until > now }) else { return .send(channel) }
    let held = wait.until.milliseconds(since: standing.due)
    return held > ReminderLimits.holdMilliseconds
      ? .withhold(.tooLate) : .hold(until: wait.until, wait.reason)
  }

  /// Whether somebody was reminded so often that they are left alone for now.
  public static func isTooSoon(
    _ reminded: [Instant], _ rules: ReminderRules, now: Instant
  ) -> Bool {
    func count(_ days: Int64) -> Int64 {
      let since = now.adding(milliseconds: -days * Span.dayMilliseconds)
      return Int64(reminded.count { $0 > since })
    }
    return count(1) >= rules.perPersonDay || count(7) >= rules.perPersonWeek
  }
}

/// Why somebody is not reminded, or not yet, as a stable word.
public enum ReminderReason: String, CaseIterable, Sendable {
  /// They have bought it.
  case bought
  /// Nothing is in their basket any more.
  case basketEmpty = "basket_empty"
  /// Something else was put into it, so that they are reminded of that, in its time.
  case basketChanged = "basket_changed"
  /// The price has risen again.
  case priceRose = "price_rose"
  /// It is out of stock again.
  case outOfStock = "out_of_stock"
  /// The product is not shown, or not in stock, or the app's server has not told what it is.
  case productUnknown = "product_unknown"
  /// The reminder is paused, or was deleted.
  case paused
  /// They have not said yes to the channel, or have taken it back.
  case noConsent = "no_consent"
  /// They have no address there.
  case noAddress = "no_address"
  /// Nobody has shown that the address is theirs.
  case unprovenAddress = "unproven_address"
  /// The address is on the list of those to whom nothing is sent.
  case suppressed
  /// The channel has no gateway, no sender, no link to lead to or no webhook.
  case notSetUp = "not_set_up"
  /// Text messages are being tried out, and the number is not the team's.
  case trial
  /// The day's text messages are used up.
  case textBudget = "text_budget"
  /// As many messages went to the address in this hour, or from the app today, as may.
  case messageLimit = "message_limit"
  /// They were reminded of something lately.
  case tooSoon = "too_soon"
  /// They are one of those who are told nothing, so that one can compare.
  case heldOut = "held_out"
  /// The reminder is being tried out.
  case testMode = "test_mode"
  /// People sleep.
  case quietHours = "quiet_hours"
  /// The app has sent as many in this hour as it may.
  case hourlyLimit = "hourly_limit"
  /// It was held back for a day.
  case tooLate = "too_late"
}

/// What is known of a person for one channel, before anything is sent there.
public struct ReminderReach: Hashable, Sendable {
  /// Whether the channel can be used at all.
  public var isSetUp = false
  /// Whether the person has said yes to it.
  public var hasConsent = false
  /// Whether they have an address there.
  public var hasAddress = false
  /// Whether it is shown to be theirs.
  public var isProven = false
  /// Whether nothing is to be sent there.
  public var isSuppressed = false
  /// Whether only the team's addresses are sent to, and this is none of them.
  public var isOutsideTrial = false
  /// Whether the day's messages are used up.
  public var isOverBudget = false

  /// Nothing is known.
  public init() {}

  /// What speaks against it; `nil` when nothing does.
  public var fault: ReminderReason? {
    if !isSetUp { return .notSetUp }
    if !hasConsent { return .noConsent }
    if !hasAddress { return .noAddress }
    if !isProven { return .unprovenAddress }
    if isSuppressed { return .suppressed }
    if isOutsideTrial { return .trial }
    return isOverBudget ? .textBudget : nil
  }
}
