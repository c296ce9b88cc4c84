import BeckonModel

/// What is sent in one request: events of one identity, one durable request, or the report of a
/// drop.
struct QueuedBatch: Sendable {
  /// What it holds.
  enum Content: Sendable {
    /// Events with one token.
    case events([Envelope])
    /// One request.
    case request(DurableRequest, token: String?)
    /// The report of a drop.
    case report(DropReport)
  }

  /// What it holds.
  let content: Content
  /// The place in the queue after it.
  let end: QueuePosition?
  /// Records up to there.
  let count: Int
}

/// A place in the queue.
struct QueuePosition: Sendable, Hashable {
  /// The segment.
  let segment: Int
  /// Records of it that lie before the place.
  let records: Int
}

/// What became of a batch.
enum Settlement: Sendable {
  /// The server has it.
  case delivered
  /// It was given up.
  case dropped(DropReason)
  /// It stays for another try.
  case kept
}
