import BeckonModel

/// What somebody wants of notifications on a device. This server sends none: whoever does reads the
/// devices of a visitor, or is told by a webhook.
public struct PushSubscription: Hashable, Sendable {
  /// What they want.
  public enum Step: String, CaseIterable, Sendable {
    /// The device may be notified.
    case permission = "push_permission"
    /// It wants notifications about a topic.
    case subscribed = "push_topic_subscribed"
    /// It wants no more of them.
    case unsubscribed = "push_topic_unsubscribed"
  }

  /// Most bytes of a token.
  public static let tokenBytes = 2_048
  /// Devices of a visitor that are kept, those told last.
  public static let devicesMax = 20
  /// Topics of a device that are kept, those told last.
  public static let topicsMax = 100

  /// What they want.
  public let step: Step
  /// Where notifications go; `nil` where a client tells only what its visitor wants.
  public var token: String?
  /// Whose service takes them, in the client's word: `APNS`.
  public var provider: String?
  /// What they are about.
  public var topic: String?
  /// The system of the device: `IOS`.
  public var system: String?
  /// Its version: `17.4`.
  public var systemVersion: String?
  /// Texts of the app's own, by name.
  public var params: JSON?

  /// Something that is wanted of which only this is told.
  public init(_ step: Step) { self.step = step }

  init(_ step: Step, _ fields: Fields) throws(FieldError) {
    self.init(step)
    token = try fields.require("token", fields.string("token", max: Self.tokenBytes))
    provider = try fields.shopWord("provider")
    topic = try fields.shopWord("topic")
    guard (topic != nil) == (step != .permission) else {
      throw fields.error(
        "topic", step == .permission ? "goes only with topics" : "is missing: about what?")
    }
    system = try fields.shopWord("os")
    systemVersion = try fields.shopWord("os_version")
    params = try fields.object("params", maxBytes: ShopLimits.customBytes)
  }

  var json: JSON {
    .object([
      "token": token.map(JSON.string), "provider": provider.map(JSON.string),
      "topic": topic.map(JSON.string), "os": system.map(JSON.string),
      "os_version": systemVersion.map(JSON.string), "params": params,
    ])
  }
}
