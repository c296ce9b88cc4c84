extension Counter {
  /// Every counter of a feature: the one list, in the order in which `/metrics` shows them.
  static let all: [Counter] = [webhookAttempts, messages, postbacks, storeNotifications]
}
