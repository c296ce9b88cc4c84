import BeckonContractSegmentify
import BeckonModel

/// The events of one request, each read by itself: one that cannot be read harms no neighbour.
package struct SegmentifyBatch: Sendable {
  /// What became of reading each event, in the request's order.
  package let events: [Result<Segmentify.Event, Segmentify.Failure>]

  /// Reads a body: an event or an array of them.
  /// - Throws: `Segmentify.Failure` when there is none, or the whole cannot be read.
  package init(body: [UInt8]) throws(Segmentify.Failure) {
    guard body.contains(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
      throw Self.nothing
    }
    let json: JSON
    do throws(JSONError) {
      json = try JSONReader.read(body)
    } catch {
      throw Segmentify.Failure(
        .badInput, "The body is not JSON at byte \(error.offset): \(error.reason).")
    }
    try self.init(json)
  }

  /// Reads a body that was read as JSON before.
  /// - Throws: `Segmentify.Failure`.
  package init(_ json: JSON) throws(Segmentify.Failure) {
    guard let elements = json.members == nil ? json.elements : [json] else {
      throw Segmentify.Failure(.badInput, "The body must be an event or an array of events.")
    }
    guard !elements.isEmpty, json.members?.isEmpty != true else { throw Self.nothing }
    guard elements.count <= Segmentify.eventsMax else {
      throw Segmentify.Failure(
        .badInput, "A request may have \(Segmentify.eventsMax) events. Send smaller ones.")
    }
    events = elements.map { element in
      Result { () throws(Segmentify.Failure) in try Segmentify.Event(json: element) }
    }
  }

  /// The same batch, in which events of other visitors than one are refused. An app's key is in
  /// every app: who makes up visitors with it gets one by a call, which is counted.
  /// - Parameter visitor: whose call it is; without one, the first event's that can be read.
  package func only(of visitor: String?) -> SegmentifyBatch {
    let first = events.lazy.compactMap { try? $0.get().visit.userID }.first
    guard let owner = visitor ?? first else { return self }
    return SegmentifyBatch(
      events: events.map { read in
        guard case .success(let event) = read, TextKey(event.visit.userID) != TextKey(owner) else {
          return read
        }
        return .failure(Self.anotherVisitor)
      })
  }

  private init(events: [Result<Segmentify.Event, Segmentify.Failure>]) {
    self.events = events
  }

  private static let anotherVisitor = Segmentify.Failure(
    .badInput,
    "'userId' is not that of the request's first event. With an app's key a request tells of one "
      + "visitor: send this event in a request of its own, or use a secret key.")
  private static let nothing = Segmentify.Failure(
    .noEvent, "The body has no event: send a JSON object with 'name', or an array of such.")
}
