import BeckonModel

/// Whether an invitation goes to a number. Who invites with an app's key is not told: else they
/// would learn who wants no messages, and whom others have invited.
public enum InviteDecision: Hashable, Sendable {
  /// It goes.
  case send
  /// It does not.
  case withhold(Reason)

  /// Why it does not go, as a stable word.
  public enum Reason: String, CaseIterable, Sendable {
    /// The number's owner wants no messages, or the app's server wants none to go there.
    case suppressed
    /// The app is being tried out, and the number is not the team's.
    case trial
    /// Somebody has invited the number.
    case invitedBefore = "invited_before"
    /// Nobody ever follows an invitation to numbers that begin so.
    case stopped
    /// Too many have been sent to numbers that begin so.
    case blockBudget = "block_budget"
    /// The app sends no text messages any more.
    case notSetUp = "not_set_up"
  }

  /// What is known of a number.
  public struct Standing: Hashable, Sendable {
    /// Whether it is on the list of those to whom nothing is sent.
    public var isSuppressed = false
    /// Whether only the team's numbers are sent to, and this is none of them.
    public var isOutsideTrial = false
    /// When it was invited last; a message that was not sent does not count.
    public var invitedAt: Instant?
    /// Whether its block is stopped.
    public var isStopped = false
    /// Whether its block has used up its budget.
    public var isOverBudget = false

    /// Nothing speaks against it.
    public init() {}
  }

  /// Decides.
  /// - Parameter allowsResending: whether a number is invited again, after
  ///   `Limits.inviteAgainHours`.
  public init(_ standing: Standing, allowsResending: Bool, now: Instant) {
    let wasInvited = standing.invitedAt.map { at in
      !allowsResending
        || now.milliseconds(since: at) < Limits.inviteAgainHours * Span.hourMilliseconds
    }
    if standing.isSuppressed {
      self = .withhold(.suppressed)
    } else if standing.isOutsideTrial {
      self = .withhold(.trial)
    } else if wasInvited ?? false {
      self = .withhold(.invitedBefore)
    } else if standing.isStopped {
      self = .withhold(.stopped)
    } else {
      self = standing.isOverBudget ? .withhold(.blockBudget) : .send
    }
  }
}

extension InviteBudget {
  /// The budgets of an app.
  /// - Parameters:
  ///   - perDay: invitations of the app in 24 hours.
  ///   - perPersonDay: the same of one person; in an hour it is two fifths of that.
  public static func all(perDay: Int, perPersonDay: Int) -> [InviteBudget] {
    standard.map { budget in
      switch budget.scope {
      case .app: InviteBudget(.app, perDay, hours: 24)
      case .country: InviteBudget(.country, max(budget.count, perDay / 2), hours: 1)
      case .inviter where budget.spanMilliseconds == Span.dayMilliseconds:
        InviteBudget(.inviter, perPersonDay, hours: 24)
      case .inviter: InviteBudget(.inviter, max(1, perPersonDay * 2 / 5), hours: 1)
      case .narrowBlock, .wideBlock, .address, .install, .unnamed: budget
      }
    }
  }

  /// Those of clients that do not say who invites, besides.
  public static func unnamed(_ settings: UnnamedInviteSettings) -> [InviteBudget] {
    [
      InviteBudget(.address, Int(settings.perAddressDay), hours: 24),
      InviteBudget(.install, Int(settings.perAddressDay), hours: 24),
      InviteBudget(.unnamed, Int(settings.perDay), hours: 24),
    ]
  }
}
