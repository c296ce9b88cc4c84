import BeckonModel

extension RetrySchedule {
  /// When a mail is tried again that a gateway would not take for now: a mailbox is full, or the
  /// receiving server greets strangers only when they come again (greylisting).
  /// - Parameter lifeMilliseconds: for how long it is of use.
  public static func mail(lifeMilliseconds: Int64) -> RetrySchedule {
    RetrySchedule(
      seconds: [30, 120, 300, 900, 1_800, 3_600], patienceMilliseconds: lifeMilliseconds)
  }
}
