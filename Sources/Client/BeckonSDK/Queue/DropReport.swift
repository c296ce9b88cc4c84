import BeckonContract
import BeckonModel

/// A number of dropped events that the server has not heard of. It is kept beside the delivered
/// position, outside the bounds of the queue, so that it cannot be dropped itself.
package struct DropReport: Sendable, Hashable {
  /// The event's name.
  package static let eventName = "beckon.dropped"

  /// Id of the event that reports it.
  package let id: String
  /// Why.
  package let reason: DropReason
  /// How many.
  package internal(set) var count: Int
  /// When the first was dropped.
  package let at: Instant
  /// Whether it may have been sent. Then the count stays, so that a repetition is the same event.
  var isSealed: Bool

  /// What is told: `count` and `reason`.
  package var properties: JSON {
    ["count": .integer(count), "reason": .string(reason.rawValue)]
  }

  /// The event that tells the server.
  func event(installID: String) -> Event {
    Event(
      id: id, name: Self.eventName, subject: .installID(installID), at: at,
      properties: properties)
  }
}

extension DropReport {
  init?(json: JSON) {
    guard let id = json["id"]?.string,
      let reason = json["reason"]?.string.flatMap(DropReason.init(rawValue:)),
      let count = json["count"]?.integer, let at = json["at"]?.string.flatMap({ Instant($0) })
    else { return nil }
    self.init(
      id: id, reason: reason, count: Int(count), at: at,
      isSealed: json["sealed"]?.bool ?? false)
  }

  var json: JSON {
    [
      "id": .string(id), "reason": .string(reason.rawValue), "count": .integer(count),
      "at": .instant(at), "sealed": .bool(isSealed),
    ]
  }
}
