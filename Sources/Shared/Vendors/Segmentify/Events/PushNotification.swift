import BeckonModel

extension Segmentify {
  /// What clients tell of notifications, in a body of its own. A `firebaseServerKey`, with which
  /// anybody could write to all of the app's phones, has no place here: it is not read, stored or
  /// sent.
  public struct PushNotification: Hashable, Sendable {
    /// The words of `type`.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
      /// It was shown.
      case view = "VIEW"
      /// It was opened.
      case click = "CLICK"
      /// The device may be notified.
      case permission = "PERMISSION_INFO"
      /// The device wants notifications about something.
      case subscribe = "SUBSCRIBE_TOPIC"
      /// It wants no more of them.
      case unsubscribe = "UNSUBSCRIBE_TOPIC"

      /// Whether it is told where subscriptions are.
      public var isSubscription: Bool { self != .view && self != .click }
    }

    /// The words of `providerType`.
    public enum Provider: String, CaseIterable, Hashable, Sendable {
      /// Apple's.
      case apns = "APNS"
      /// Google's.
      case firebase = "FIREBASE"
    }

    /// Most bytes of a token.
    public static let tokenBytes = 2_048
    /// Most parameters, and most bytes of each.
    public static let paramsMax = 50

    /// What.
    public var kind: Kind
    /// Where notifications go.
    public var deviceToken: String?
    /// Whose service takes them.
    public var provider: Provider?
    /// The campaign.
    public var instanceID: String?
    /// The product or showing.
    public var interactionID: String?
    /// What it is about.
    public var topic: String?
    /// Texts of the app's own, as it has them.
    public var params: [JSON.Member] = []
    /// The visitor.
    public var userID: String?
    /// When it was done, as in `Visit.at`.
    public var at: Instant?
    /// A mail address that the app has told. It proves nothing.
    public var email: String?
    /// A user name that the app has told. It proves nothing.
    public var userName: String?
    /// `IOS` or `ANDROID`.
    public var system: String?
    /// `17.4`.
    public var systemVersion: String?

    /// Something became of notifications.
    public init(_ kind: Kind) {
      self.kind = kind
    }

    /// Reads a body.
    /// - Throws: `Failure`.
    public init(json: JSON) throws(Failure) {
      do {
        try self.init(Fields(json))
      } catch {
        throw Failure(error)
      }
      guard userID != nil || deviceToken != nil else {
        throw Failure(.noUserID, "Send 'userId', the visitor's id, or 'deviceToken'.")
      }
    }

    private init(_ fields: Fields) throws(FieldError) {
      self.init(try fields.require("type", fields.choice("type", Kind.self)))
      deviceToken = try fields.looseText("deviceToken", max: Self.tokenBytes)
      provider = try fields.choice("providerType", Provider.self)
      instanceID = try fields.looseText("instanceId", max: Interaction.idBytes)
      interactionID = try fields.looseText("interactionId", max: Interaction.idBytes)
      topic = try fields.looseText("topic", max: Limits.nameBytes)
      userID = try fields.looseText("userId", max: Visit.idBytes)
      at = try fields.looseInstant("timestamp")
      email = try fields.looseText("email", max: Limits.identityBytes)
      userName = try fields.looseText("userName", max: Limits.identityBytes)
      system = try fields.looseText("os", max: Limits.signalBytes)
      systemVersion = try fields.looseText("osVersion", max: Limits.signalBytes)
      if let given = try fields.fields("params") { params = try Self.params(given) }
    }

    private static func params(_ fields: Fields) throws(FieldError) -> [JSON.Member] {
      guard fields.all.count <= paramsMax else {
        throw FieldError(fields.path, "has more than \(paramsMax) members")
      }
      var params: [JSON.Member] = []
      for member in fields.all {
        guard let text = try fields.looseText(member.name, max: Limits.urlBytes) else { continue }
        params.append(JSON.Member(member.name, .string(text)))
      }
      return params
    }

    /// The body on the wire.
    public var json: JSON {
      .object([
        "type": .string(kind.rawValue), "deviceToken": .text(deviceToken),
        "providerType": .text(provider?.rawValue), "instanceId": .text(instanceID),
        "interactionId": .text(interactionID), "topic": .text(topic),
        "params": params.isEmpty ? nil : .object(params), "userId": .text(userID),
        "email": .text(email), "userName": .text(userName), "os": .text(system),
        "osVersion": .text(systemVersion), "timestamp": at.map { .integer($0.milliseconds) },
      ])
    }
  }
}
