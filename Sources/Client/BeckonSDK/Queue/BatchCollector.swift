import BeckonModel

/// Puts a batch together, record by record.
struct BatchCollector {
  /// What becomes of a record.
  enum Choice {
    /// It is looked after; the next may come too.
    case taken
    /// It is a call that must not be sent now; the next may pass it.
    case heldBack(HeldBack.Call)
    /// The batch ends before it, or with it.
    case last
  }

  /// Room that is left.
  private var events: Int
  private var bytes: Int
  private let oldest: Instant?
  private let isHeld: (HeldBack.Call) -> Bool
  private var envelopes: [Envelope] = []
  private var places: [QueuePlace] = []

  /// Records at the head of the queue that cannot or need not be sent.
  private(set) var dropped: (reason: DropReason, places: [QueuePlace])?
  /// The segment at the head that could not be read.
  var failure: (segment: Segment, error: FileError)?

  init(
    events: Int, bytes: Int, oldest: Instant?, isHeld: @escaping (HeldBack.Call) -> Bool
  ) {
    self.events = events
    self.bytes = bytes
    self.oldest = oldest
    self.isHeld = isHeld
  }

  var isEmpty: Bool { envelopes.isEmpty && dropped == nil }

  /// The batch; `nil` when there is none.
  var batch: QueuedBatch? {
    guard let first = envelopes.first else { return nil }
    if case .request(let request) = first.content {
      return QueuedBatch(content: .request(request, token: first.token), places: places)
    }
    return QueuedBatch(content: .events(envelopes), places: places)
  }

  /// The records of a segment that are worth reading.
  func candidates(_ segment: Segment) -> [Int] {
    segment.waiting.filter { !isStillHeld(segment.held[$0]) }
  }

  /// The first of `records` for which there is room; one at least in an empty batch.
  func fitting(_ records: ArraySlice<Int>, of segment: Segment) -> ArraySlice<Int> {
    var room = bytes
    var count = 0
    for record in records.prefix(max(events, envelopes.isEmpty ? 1 : 0)) {
      let isFirst = envelopes.isEmpty && count == 0
      guard segment.spans[record].count <= room || isFirst else { break }
      room -= segment.spans[record].count
      count += 1
    }
    return records.prefix(count)
  }

  /// Takes the next record.
  /// - Parameter envelope: what it holds; `nil` when it is damaged.
  mutating func take(_ envelope: Envelope?, bytes size: Int, _ place: QueuePlace) -> Choice {
    guard let envelope else { return drop(.damaged, place) }
    if isTooOld(envelope.at) { return drop(.age, place) }
    if let call = envelope.call, isHeld(call) { return .heldBack(call) }
    guard dropped == nil else { return .last }
    if let first = envelopes.first {
      guard envelope.event != nil, first.event != nil, first.token == envelope.token else {
        return .last
      }
    }
    envelopes.append(envelope)
    places.append(place)
    events -= 1
    bytes -= size
    return events > 0 && envelope.event != nil ? .taken : .last
  }

  /// Only what is at the head can be dropped; else the batch ends before it.
  private mutating func drop(_ reason: DropReason, _ place: QueuePlace) -> Choice {
    guard envelopes.isEmpty, dropped == nil || dropped?.reason == reason else { return .last }
    dropped = (reason, (dropped?.places ?? []) + [place])
    return .taken
  }

  private func isStillHeld(_ call: HeldBack.Call?) -> Bool {
    call.map { isHeld($0) && !isTooOld($0.at) } ?? false
  }

  private func isTooOld(_ at: Instant?) -> Bool {
    if let oldest, let at { at < oldest } else { false }
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

  /// The call, if it is one.
  fileprivate var call: HeldBack.Call? {
    guard case .request(let request) = content else { return nil }
    return HeldBack.Call(path: request.path, isVendors: request.dialect == .vendor, at: at)
  }
}
