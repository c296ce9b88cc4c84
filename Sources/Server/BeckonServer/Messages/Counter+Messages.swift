extension Counter {
  /// Messages to people.
  static let messages = Counter(
    name: "beckon_messages_total",
    help: "Messages to people that were handed over or given up, by outcome.",
    labels: ["outcome"])
}
