import BeckonModel

/// Puts a batch together, record by record.
struct BatchCollector {
  /// Room that is left.
  private var events: Int
  private var bytes: Int
  private let oldest: Instant?
  private var envelopes: [Envelope] = []
  private var end: QueuePosition?

  /// Records at the head of the queue that cannot or need not be sent.
  private(set) var dropped: (reason: DropReason, number: Int)?
  /// The segment at the head that could not be read.
  var failure: (segment: Segment, error: FileError)?

  init(events: Int, bytes: Int, oldest: Instant?) {
    self.events = events
    self.bytes = bytes
    self.oldest = oldest
  }

  var isEmpty: Bool { envelopes.isEmpty && dropped == nil }

  /// The batch; `nil` when there is none.
  var batch: QueuedBatch? {
    guard let end, let first = envelopes.first else { return nil }
    if case .request(let request) = first.content {
      return QueuedBatch(
        content: .request(request, token: first.token), end: end, count: 1)
    }
    return QueuedBatch(content: .events(envelopes), end: end, count: envelopes.count)
  }

  /// The first of `spans` for which there is room; one at least in an empty batch.
  func fitting(_ spans: ArraySlice<Range<Int>>) -> [Range<Int>] {
    var fitting: [Range<Int>] = []
    var room = bytes
    for span in spans.prefix(max(events, envelopes.isEmpty ? 1 : 0)) {
      let isFirst = envelopes.isEmpty && fitting.isEmpty
      guard span.count <= room || isFirst else { break }
      room -= span.count
      fitting.append(span)
    }
    return fitting
  }

  /// Takes the next record.
  /// - Parameter envelope: what it holds; `nil` when it is damaged.
  /// - Returns: whether the one after it may come too.
  mutating func take(_ envelope: Envelope?, bytes size: Int, _ place: QueuePosition) -> Bool {
    guard let envelope else { return drop(.damaged) }
    if let oldest, let at = envelope.at, at < oldest { return drop(.age) }
    guard dropped == nil else { return false }
    if let first = envelopes.first {
      guard envelope.event != nil, first.event != nil, first.token == envelope.token else {
        return false
      }
    }
    envelopes.append(envelope)
    end = place
    events -= 1
    bytes -= size
    return events > 0 && envelope.event != nil
  }

  /// Only what is at the head can be dropped; else the batch ends before it.
  private mutating func drop(_ reason: DropReason) -> Bool {
    guard envelopes.isEmpty, dropped == nil || dropped?.reason == reason else { return false }
    dropped = (reason, (dropped?.number ?? 0) + 1)
    return true
  }
}

extension Envelope {
  /// When it was made by the device's clock.
  fileprivate var at: Instant? {
    switch content {
    case .event(let event): event.at
    case .request(let request): Identifier(uuid: request.key)?.instant
    }
  }
}
