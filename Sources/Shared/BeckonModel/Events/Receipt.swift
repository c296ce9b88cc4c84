/// What became of one event of a batch.
public enum ReceiptStatus: String, CaseIterable, Sendable {
  /// Stored, and on disk.
  case accepted
  /// An event of this id is stored already; this one changed nothing.
  case duplicate
  /// Not stored, for the reason given; sending it again gives the same answer.
  case rejected
}

/// With what kind of key a fact came, which is how far it can be trusted.
public enum Trust: String, CaseIterable, Sendable {
  /// With a secret key.
  case server
  /// With a publishable key: anyone's word.
  case client
}
