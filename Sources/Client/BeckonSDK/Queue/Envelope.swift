import BeckonContract
import BeckonModel

/// What stands in a record: an event or a request, and whose token goes with it. Identity is fixed
/// when the record is written, so that a later log-out or log-in does not change it.
struct Envelope: Sendable, Hashable {
  /// What is to be sent.
  enum Content: Sendable, Hashable {
    /// An event; several go in one batch.
    case event(Event)
    /// A call of its own.
    case request(DurableRequest)
  }

  /// The token of the person or install, if there was one.
  let token: String?
  /// What is to be sent.
  let content: Content

  init(token: String?, content: Content) {
    self.token = token
    self.content = content
  }

  /// The event, if it is one.
  var event: Event? {
    if case .event(let event) = content { event } else { nil }
  }
}

extension Envelope {
  /// Reads a record's payload; `nil` when it is none of ours.
  init?(payload: [UInt8]) {
    guard let json = try? JSONReader.read(payload) else { return nil }
    token = json["token"]?.string
    if let event = json["event"], let fields = try? Fields(event),
      let event = try? Event(fields)
    {
      content = .event(event)
    } else if let request = json["request"].flatMap(DurableRequest.init(json:)) {
      content = .request(request)
    } else {
      return nil
    }
  }

  /// The record's payload.
  var payload: [UInt8] {
    switch content {
    case .event(let event):
      return JSON.object(["token": token.map(JSON.string), "event": event.json]).bytes
    case .request(let request):
      return JSON.object(["token": token.map(JSON.string), "request": request.json]).bytes
    }
  }
}
