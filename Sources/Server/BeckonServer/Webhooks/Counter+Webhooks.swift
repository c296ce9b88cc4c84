extension Counter {
  /// Attempts to deliver.
  static let webhookAttempts = Counter(
    name: "beckon_webhook_attempts_total", help: "Attempts to deliver to webhooks, by outcome.",
    labels: ["outcome"])
}
