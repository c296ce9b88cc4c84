import BeckonBasics
import BeckonContract
import BeckonModel

extension BeckonClient {
  /// Records that something happened. When it returns, the event is in the queue's file and
  /// outlives the process; it is uploaded with others, soon.
  ///
  /// The event belongs to whoever is identified now, whatever happens later.
  /// - Parameters:
  ///   - name: up to 100 bytes, not beginning with `beckon.`.
  ///   - properties: up to 32 KB as JSON, no NUL in strings, no name twice in an object.
  ///   - at: when it happened; now unless told.
  /// - Returns: the event's id, a UUID of version 7.
  /// - Throws: `BeckonError.invalidInput`, `.storageUnavailable`, `.closed`.
  @discardableResult
  public func track(
    _ name: String, _ properties: [String: JSON] = [:], at: Instant? = nil
  ) async throws(BeckonError) -> String {
    guard !name.hasPrefix("beckon.") else {
      throw .invalidInput(FieldError("name", "must not begin with beckon., which is the SDK's own"))
    }
    let state = try await identity.current()
    let event = Event(
      id: options.ambient.identifier().uuid, name: name, subject: state.subject,
      at: at ?? options.ambient.now(), properties: .object(sorted: properties),
      consent: state.consent)
    try checked(event.json) { fields throws(FieldError) in try Event(fields) }
    let waiting = try await queue.append(Envelope(token: state.token, content: .event(event)))
    await uploader.noteAppended(waiting)
    return event.id
  }

  /// Uploads what waits, now. Only a wait that the server asked for is kept.
  @discardableResult
  public func flush() async -> FlushReport {
    await uploader.flush()
  }

  /// What waits in the queue, and what was dropped.
  public func queueStatistics() async throws(BeckonError) -> QueueStatistics {
    try await queue.statistics()
  }

  /// Forgets everything that waits, for an app whose user withdraws consent.
  /// - Returns: how many events and requests that was.
  @discardableResult
  public func clearQueue() async throws(BeckonError) -> Int {
    try await queue.clear()
  }
}

extension JSON {
  /// An object whose members stand in the order of their names, so that the same dictionary is the
  /// same text in each run.
  static func object(sorted members: [String: JSON]) -> JSON {
    .object(members.sorted { $0.key < $1.key }.map { Member($0.key, $0.value) })
  }
}
