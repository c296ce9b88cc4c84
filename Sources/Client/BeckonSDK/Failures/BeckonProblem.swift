import Foundation

/// What went wrong in a call that does not throw, or long after the call. `BeckonClient.problems`
/// tells it; its `localizedDescription` says what to do.
public enum BeckonProblem: Error, Sendable, Hashable {
  /// An event was not stored and will not arrive: it is too large or no JSON
  /// (`.invalidInput`), the disk is full or the phone was not yet unlocked (`.storageUnavailable`),
  /// or the client is closed.
  case eventNotStored(id: String, name: String, BeckonError)
  /// The server did not want an event, for this reason.
  case eventRejected(id: String, name: String, reason: String)
  /// The server has stored an event, and warns that it probably means something else than it says:
  /// a reward rule compares a property with a number that is text.
  case eventDoubtful(id: String, name: String, warning: String)
  /// Events and calls that waited were given up before the server had them: the oldest, because
  /// more waited than `QueueLimits` allows or for longer, or what was damaged on disk. The server
  /// is told the number too.
  case eventsDropped(count: Int, DropReason)
  /// The server refused for good what had waited in the queue: attributes, or the opening of a
  /// link. `call` is the method and path of the API.
  case callRefused(_ call: String, BeckonError)
  /// The server does not take what waits, because of a wrong key, token, signature or URL. Nothing
  /// is lost: it is tried again within the hour, with each `flush()`, and with the next launch.
  /// Calls of a vendor's names wait by themselves; then all else goes on. `call` is the method and
  /// path that was refused.
  case uploadPaused(_ call: String, BeckonError)
  /// A link with which the app was opened cannot be followed now, or not at all.
  case linkNotOpened(URL, BeckonError)
}

extension BeckonProblem: LocalizedError, CustomStringConvertible {
  /// The same as `description`, for `localizedDescription`.
  public var errorDescription: String? { description }

  /// What happened and what to do.
  public var description: String {
    switch self {
    case .eventNotStored(let id, let name, let error):
      "The event '\(name)' (\(id)) was not stored. \(error)"
    case .eventRejected(let id, let name, let reason):
      "The server did not want the event '\(name)' (\(id)): \(reason). Correct the call of track."
    case .eventDoubtful(let id, let name, let warning):
      "The server has stored the event '\(name)' (\(id)), but: \(warning)"
    case .eventsDropped(let count, let reason):
      "\(count) events were given up before the server had them. \(reason.remedy)"
    case .callRefused(let call, let error): "\(call), which had waited, was refused. \(error)"
    case .uploadPaused(let call, let error):
      "\(call) was refused and waits, with all of its kind. \(error)"
    case .linkNotOpened(let url, let error): "The link \(url) was not opened. \(error)"
    }
  }
}

extension DropReason {
  /// What happened, and what to do.
  fileprivate var remedy: String {
    switch self {
    case .count: "More waited than QueueLimits.events: raise it, or flush more often."
    case .bytes: "They took up more than QueueLimits.bytes: raise it, or flush more often."
    case .age: "They had waited for longer than QueueLimits.ageDays."
    case .damaged: "Their files were damaged; what could not be read is kept, named *.damaged."
    case .refused, .tooLarge: "The server refused them."
    }
  }
}
