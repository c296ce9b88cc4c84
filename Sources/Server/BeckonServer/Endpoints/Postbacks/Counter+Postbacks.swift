extension Counter {
  /// Postbacks that came, also those that were refused.
  static let postbacks = Counter(
    name: "beckon_postbacks_total", help: "Apple's postbacks, by system and verification.",
    labels: ["system", "verification"])
}
