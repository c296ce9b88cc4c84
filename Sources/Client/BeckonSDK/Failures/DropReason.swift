/// Why an event was given up before the server had it.
public enum DropReason: String, Sendable, CaseIterable {
  /// More events than the queue may hold.
  case count
  /// More bytes than the queue may hold.
  case bytes
  /// Older than the queue's bound.
  case age
  /// Its record was damaged on disk.
  case damaged
  /// The server called it malformed, alone in a batch.
  case refused
  /// The server called it too large, alone in a batch.
  case tooLarge = "too_large"
}
