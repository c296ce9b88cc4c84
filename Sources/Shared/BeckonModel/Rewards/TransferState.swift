/// Where a transfer of the ledger stands.
public enum TransferState: String, CaseIterable, Sendable {
  /// Held until a time; counts as pending.
  case pending
  /// Held until somebody decides, with the reasons; counts as pending.
  case inReview = "in_review"
  /// Done. A posted transfer never changes; it is only taken back by another.
  case posted
  /// Given up before it was done: nothing moved.
  case voided
}
