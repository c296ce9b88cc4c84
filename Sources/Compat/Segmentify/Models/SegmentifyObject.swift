import BeckonModel

/// What every event can say.
public class SegmentifyObject {
  /// The session, as the app counts them; that of this client unless set.
  public var sessionID: String?
  /// URL of the page on which it was done.
  public var pageUrl: String?
  /// ISO 4217 code of the event's prices, `EUR`.
  public var currency: String?
  /// Language of the page, `EN` unless set.
  public var lang: String?
  /// What the app wants to add. The vendor's type is `[String: AnyObject]`, which is an
  /// `[String: Any]` too; on Linux only this one takes Swift's values.
  public var params: [String: Any]?
  /// URL of the page that is next.
  public var nextPage: String?
  /// Whether it is a trial: only campaigns in test mode answer it, and no report counts it.
  public var testMode: Bool?
  /// Part of the market, a word of the shop's.
  public var region: String?
  /// Products for which something shall be recommended.
  public var recommendIds: [String]?

  /// Says nothing yet.
  public init() {}
}

extension SegmentifyObject {
  static let usualLanguage = "EN"

  /// What stands in an event of which the app has said nothing of this kind.
  static var usualMembers: [JSON.Member] { SegmentifyObject().sharedMembers }

  var sharedMembers: [JSON.Member] {
    let members = JSON.object([
      "sessionId": .text(sessionID), "lang": .string(lang ?? Self.usualLanguage),
      "region": .string(region ?? ""), "currency": .text(currency), "pageUrl": .text(pageUrl),
      "nextPage": .text(nextPage), "testMode": .truth(testMode),
      "recommendIds": .texts(recommendIds), "params": .dictionary(params), "extra": [:],
    ])
    return members.members ?? []
  }
}
