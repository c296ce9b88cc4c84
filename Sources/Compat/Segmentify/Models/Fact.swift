import BeckonContractSegmentify
import BeckonModel
import BeckonSDK
import Foundation

/// What the app has told, as it was when it told it: a model may change as soon as the call is
/// over.
struct Fact: Sendable, Hashable {
  /// Where it goes.
  enum Place: Hashable, Sendable {
    /// With the events; which.
    case event(Segmentify.Event.Name)
    /// With what a device may be notified about.
    case subscription
    /// With what became of notifications.
    case notification
  }

  let place: Place
  /// What it says, under the names on the wire, without who and on which phone.
  let members: [JSON.Member]
  /// For a change of the visitor's id, the new one.
  var newUserID: String?

  init(_ place: Place, _ members: [JSON.Member]) {
    self.place = place
    self.members = members
  }

  /// An event with what only such an event says, and what every model can say.
  init(
    _ name: Segmentify.Event.Name, _ object: SegmentifyObject?,
    _ members: KeyValuePairs<String, JSON?>
  ) {
    let own = JSON.object(members).members ?? []
    let shared = (object?.sharedMembers ?? SegmentifyObject.usualMembers).filter { member in
      !own.contains { $0.name == member.name }
    }
    self.init(.event(name), own + shared)
  }
}

extension JSON {
  /// A text, if there is one.
  static func text(_ text: String?) -> JSON? { text.map(JSON.string) }

  /// Texts, if there are any.
  static func texts(_ texts: [String]?) -> JSON? {
    guard let texts, !texts.isEmpty else { return nil }
    return .array(texts.map(JSON.string))
  }

  /// A truth value, if there is one.
  static func truth(_ value: Bool?) -> JSON? { value.map(JSON.bool) }

  /// A number, if there is one.
  static func amount(_ number: NSNumber?) -> JSON? { number.map { JSON(foundation: $0) } }

  /// A number that is written as text; whatever else stands there goes as text, and the server says
  /// what is wrong with it.
  static func amount(text: String?) -> JSON? {
    guard let text else { return nil }
    guard case .number? = try? JSONReader.read(text) else { return .string(text) }
    return .number(text)
  }

  /// Anything that Foundation's JSON knows, if there is something.
  static func anything(_ value: Any?) -> JSON? {
    guard let value else { return nil }
    let json = JSON(foundation: value)
    return json == .null ? nil : json
  }

  /// An app's own dictionary, if there is one.
  static func dictionary(_ values: [String: Any]?) -> JSON? {
    values.map { JSON(foundation: $0) }
  }
}
