import BeckonBasics
import BeckonContractSegmentify
import BeckonModel
import Foundation

/// Who the visitor is and which session runs, in the app's user defaults under the keys of the
/// vendor's client: an app that changes its import keeps its visitors.
final class VisitorMemory: Sendable {
  static let userKey = "SEGMENTIFY_USER_ID"
  static let sessionKey = "SEGMENTIFY_SESSION_ID"
  static let tokenKey = "SEGMENTIFY_TOKEN_KEY"
  static let campaignKey = "SEGMENTIFY_PUSH_CAMPAIGN_ID"
  static let productKey = "SEGMENTIFY_PUSH_CAMPAIGN_PRODUCT_ID"
  /// Ours: when the session was used last, in milliseconds since 1970. The vendor's own
  /// timestamp says when it would end, and never lets it.
  static let usedKey = "BeckonSegmentifySessionUsed"

  /// Longer than any fact is held for ids.
  private static let heldMilliseconds: Int64 = 3_600_000

  private let defaults: Locked<UserDefaults>

  init(_ defaults: sending UserDefaults) { self.defaults = Locked(defaults) }

  /// The visitor's id, if there is one that the server would take.
  var userID: String? {
    get { text(Self.userKey).flatMap { Self.isID($0) ? $0 : nil } }
    set { set(newValue, Self.userKey) }
  }

  /// The session that has been used within so many seconds; then it counts as used now.
  func session(at now: Instant, seconds: Int) -> String? {
    defaults.withLock { defaults in
      guard let id = defaults.string(forKey: Self.sessionKey), Self.isID(id),
        let used = defaults.object(forKey: Self.usedKey) as? NSNumber
      else { return nil }
      let silent = now.milliseconds(since: Instant(milliseconds: used.int64Value))
      // What was held is older than the session that was begun for it. A clock that was set back by
      // more says nothing of how long it was.
      guard silent > -Self.heldMilliseconds, silent < Int64(seconds) * 1_000 else { return nil }
      if silent > 0 { defaults.set(NSNumber(value: now.milliseconds), forKey: Self.usedKey) }
      return id
    }
  }

  /// Begins a session.
  func begin(session: String, at now: Instant) {
    defaults.withLock { defaults in
      defaults.set(session, forKey: Self.sessionKey)
      defaults.set(NSNumber(value: now.milliseconds), forKey: Self.usedKey)
    }
  }

  /// Ends the session: the next fact begins another.
  func endSession() {
    set(nil, Self.sessionKey)
    set(nil, Self.usedKey)
  }

  /// Where notifications go, as the app has told it.
  var token: String? {
    get { text(Self.tokenKey) }
    set { set(newValue, Self.tokenKey) }
  }

  /// The campaign of the notification that was opened last.
  var campaign: String? {
    get { text(Self.campaignKey) }
    set { set(newValue, Self.campaignKey) }
  }

  /// Its product.
  var product: String? {
    get { text(Self.productKey) }
    set { set(newValue, Self.productKey) }
  }

  /// Whether the server takes it as the id of a visitor or session.
  static func isID(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= Segmentify.Visit.idBytes && !text.utf8.contains(0)
  }

  private func text(_ key: String) -> String? {
    defaults.withLock { $0.string(forKey: key) }
  }

  private func set(_ value: String?, _ key: String) {
    defaults.withLock { $0.set(value, forKey: key) }
  }
}
