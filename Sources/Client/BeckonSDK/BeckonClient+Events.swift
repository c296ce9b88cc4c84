import BeckonBasics
import BeckonContract
import BeckonModel
import Foundation

extension BeckonClient {
  /// Records that something happened. When it returns, the event is in the queue's file: the end of
  /// the process loses nothing, and of two calls on one thread the first is the first on the
  /// server. It is uploaded with others, soon. A power cut, or a crash of the system, can lose what
  /// was tracked in the second before, and nothing older.
  ///
  /// It waits for no network and for no synchronization of the disk. The first call looks through
  /// what earlier runs left behind, and one that meets an upload may wait while a batch is read. It
  /// cannot fail for the caller: what cannot be stored is told by `problems`. The event belongs to
  /// whoever is identified now, whatever happens later.
  /// - Parameters:
  ///   - name: up to 100 bytes, not beginning with `beckon.`.
  ///   - properties: up to 32 KB as JSON, no NUL in strings.
  ///   - date: when it happened; now unless told.
  /// - Returns: the event's id, a UUID of version 7.
  @discardableResult
  public func track(
    _ name: String, _ properties: [String: BeckonValue] = [:], at date: Date? = nil
  ) -> String {
    let id = options.ambient.identifier().uuid
    do throws(BeckonError) {
      try store(id, name, properties.json, at: date?.instant ?? options.ambient.now())
      uploader.noteAppended()
    } catch {
      reported.tell(.eventNotStored(id: id, name: name, error))
    }
    return id
  }

  /// The same with Swift values in place of literals.
  @_disfavoredOverload
  @discardableResult
  public func track(
    _ name: String, _ properties: [String: any BeckonValueConvertible], at date: Date? = nil
  ) -> String {
    track(name, properties.values, at: date)
  }

  /// What went wrong in calls that do not throw, and what the server did not want. Problems wait
  /// until somebody listens, the last hundred of them; each is told once.
  public var problems: AsyncStream<BeckonProblem> { reported.stream }

  /// Uploads what waits, now. Only a wait that the server asked for is kept.
  @discardableResult
  public func flush() async -> FlushReport {
    await uploader.flush()
  }

  /// What waits in the queue, and what was dropped.
  public func queueStatistics() throws(BeckonError) -> QueueStatistics {
    try queue.statistics()
  }

  /// Forgets everything that waits, also what cannot be read now or was damaged, for an app whose
  /// user withdraws consent.
  /// - Returns: how many events and requests that was, of what could be read.
  @discardableResult
  public func clearQueue() throws(BeckonError) -> Int {
    try queue.clear()
  }

  private func store(
    _ id: String, _ name: String, _ properties: JSON, at instant: Instant
  ) throws(BeckonError) {
    guard !name.hasPrefix("beckon.") else {
      throw .invalidInput(
        field: "name", reason: "must not begin with beckon., which is the SDK's own")
    }
    let state = try identity.current()
    let event = Event(
      id: id, name: name, subject: state.subject, at: instant, properties: properties,
      consent: state.consent)
    try checked(event.json) { fields throws(FieldError) in try Event(fields) }
    try queue.append(Envelope(token: state.token, content: .event(event)))
  }
}
