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
  /// Where its records are; nowhere for a report.
  let places: [QueuePlace]
  /// How many records.
  var count: Int { places.count }
}

/// A record's place in the queue.
struct QueuePlace: Sendable, Hashable {
  /// The segment.
  let segment: Int
  /// Records of it that lie before.
  let record: Int
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
