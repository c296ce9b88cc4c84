extension Counter {
  /// Notifications that came, also those that were refused.
  static let storeNotifications = Counter(
    name: "beckon_store_notifications_total",
    help: "Notifications of app stores, by outcome.", labels: ["store", "outcome"])
}
