/// A counter in `/metrics`. A feature declares its own beside the code that counts, and lists it in
/// `Counter.all`.
struct Counter: Sendable {
  /// As the series is called: `beckon_webhook_attempts_total`.
  let name: String
  /// One line that says what is counted.
  let help: String
  /// The names of the labels that tell its samples apart, in the order in which they are shown. The
  /// values of each come from a short list in the code, so that the number of series stays bounded.
  let labels: [String]
}
