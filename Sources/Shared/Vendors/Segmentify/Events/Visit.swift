import BeckonModel

extension Segmentify {
  /// What every event says beside what was done.
  public struct Visit: Hashable, Sendable {
    /// Most bytes of an id of a visitor or session.
    public static let idBytes = Limits.clientIDBytes
    /// Most ids of products for which something shall be recommended.
    public static let recommendIDsMax = 50
    /// Most bytes of `params` and of `extra`, each, as compact JSON.
    public static let paramsBytes = 8_192

    /// The visitor. One id is used in all channels of a shop.
    public var userID: String
    /// The session, as the client counts them.
    public var sessionID: String
    /// Language of the page: `EN`.
    public var language: String?
    /// Part of the market; the shop's own word.
    public var region: String?
    /// ISO 4217 code of the event's prices.
    public var currency: String?
    /// The page on which it was done.
    public var pageURL: String?
    /// The page that is next, as the seed's clients say.
    public var nextPage: String?
    /// Whether it is a trial: it counts in no report.
    public var isTest = false
    /// Products for which something shall be recommended.
    public var recommendIDs: [String] = []
    /// An object of the app's own.
    public var params: JSON?
    /// When it was done, by the client's clock. Beckon's own: its client keeps what it could not
    /// send at once.
    public var at: Instant?
    /// An object that clients always send, as a rule empty.
    public var extra: JSON?
    /// The phone.
    public var device = Device()

    /// A visit of somebody.
    public init(userID: String, sessionID: String) {
      self.userID = userID
      self.sessionID = sessionID
    }

    /// Reads what an event says.
    /// - Throws: `Failure` when the visitor or session is missing, else `FieldError`.
    init(_ fields: Fields) throws {
      guard let userID = try fields.looseText("userId", max: Self.idBytes) else {
        throw Failure(
          .noUserID, "Send 'userId', an id as GET /get/key gives it, the same with each event.")
      }
      guard let sessionID = try fields.looseText("sessionId", max: Self.idBytes) else {
        throw Failure(
          .noSessionID, "Send 'sessionId', an id as GET /get/key gives it, one for a session.")
      }
      self.init(userID: userID, sessionID: sessionID)
      language = try fields.looseText("lang", max: Limits.signalBytes)
      region = try fields.looseText("region", max: Limits.signalBytes)
      currency = try fields.looseText("currency", max: Limits.signalBytes)
      pageURL = try fields.looseText("pageUrl", max: Limits.openedURLBytes)
      nextPage = try fields.looseText("nextPage", max: Limits.openedURLBytes)
      isTest = try fields.looseBool("testMode") ?? false
      recommendIDs = try fields.looseTexts(
        "recommendIds", max: Self.recommendIDsMax, each: ProductView.idBytes)
      params = try fields.looseObject("params", maxBytes: Self.paramsBytes)
      at = try fields.looseInstant("timestamp")
      extra = try fields.object("extra", maxBytes: Self.paramsBytes)
      device = try Device(fields)
    }

    /// The members on the wire.
    var members: [JSON.Member] {
      device.members
        + [JSON.Member](present: [
          "userId": .string(userID), "sessionId": .string(sessionID), "lang": .text(language),
          "region": .text(region), "currency": .text(currency), "pageUrl": .text(pageURL),
          "nextPage": .text(nextPage), "testMode": isTest ? true : nil,
          "recommendIds": .texts(recommendIDs), "params": params, "extra": extra,
          "timestamp": at.map { .integer($0.milliseconds) },
        ])
    }
  }

  /// What every event says of the phone.
  public struct Device: Hashable, Sendable {
    /// `ios` or `android`.
    public var system: String?
    /// `17.4`.
    public var systemVersion: String?
    /// `iPhone14,5`.
    public var model: String?
    /// What its owner calls it. Nothing of it is stored.
    public var name: String?
    /// Whose network it is in.
    public var carrier: String?
    /// `en_US`.
    public var locale: String?
    /// The app's.
    public var appVersion: String?
    /// The client's.
    public var clientVersion: String?
    /// Where notifications go.
    public var pushToken: String?
    /// The id by which advertisers know it, if its owner lets them.
    public var advertisingID: String?

    /// Nothing is known of it.
    public init() {}

    init(_ fields: Fields) throws(FieldError) {
      system = try fields.looseText("os", max: Limits.signalBytes)
      systemVersion = try fields.looseText("osversion", max: Limits.signalBytes)
      model = try fields.looseText("deviceType", max: Limits.signalBytes)
      name = try fields.looseText("deviceName", max: Limits.nameBytes)
      carrier = try fields.looseText("carrier", max: Limits.nameBytes)
      locale = try fields.looseText("local", max: Limits.signalBytes)
      appVersion = try fields.looseText("appVersion", max: Limits.signalBytes)
      clientVersion = try fields.looseText("sdkVersion", max: Limits.signalBytes)
      pushToken = try fields.looseText("token", max: Limits.urlBytes)
      advertisingID = try fields.looseText("advertisingIdentifier", max: Limits.signalBytes)
    }

    /// The members on the wire; `device` says the system again, and `firstTime` is always 1.
    var members: [JSON.Member] {
      [JSON.Member](present: [
        "os": .text(system), "device": .text(system), "osversion": .text(systemVersion),
        "deviceType": .text(model), "deviceName": .text(name), "carrier": .text(carrier),
        "local": .text(locale), "appVersion": .text(appVersion),
        "sdkVersion": .text(clientVersion), "token": .text(pushToken),
        "advertisingIdentifier": .text(advertisingID), "firstTime": 1,
      ])
    }
  }
}
