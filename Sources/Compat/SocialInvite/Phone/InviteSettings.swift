import BeckonBasics
import Foundation

/// What the app has set, in its user defaults under the keys of the vendor's library: an app that
/// changes its import keeps what it has set.
final class InviteSettings: Sendable {
  /// A setting, by its key.
  enum Key: String, CaseIterable {
    case applicationKey
    case secretKey
    case defaultMessageId
    case defaultMessageText
    case defaultMessageWithCustomText
    case customMessageId
    case customMessageText
    case endUserMsisdn
    case endUserUsername
    case clientPlaceholder
    case clientListForPlaceholders
    case senderId
    case resend
    case messageEdit
    case deliveryReportEnable
    case invitesEnabled
  }

  private let defaults: Locked<UserDefaults>

  init(_ defaults: sending UserDefaults) { self.defaults = Locked(defaults) }

  /// A text; `nil` when it is not set, or empty.
  subscript(text key: Key) -> String? {
    get {
      let text = defaults.withLock { $0.string(forKey: key.rawValue) }
      return text?.isEmpty == false ? text : nil
    }
    set {
      defaults.withLock { defaults in
        guard let newValue else { return defaults.removeObject(forKey: key.rawValue) }
        defaults.set(newValue, forKey: key.rawValue)
      }
    }
  }

  /// Words, in order.
  subscript(words key: Key) -> [String] {
    get { defaults.withLock { $0.stringArray(forKey: key.rawValue) } ?? [] }
    set { defaults.withLock { $0.set(newValue, forKey: key.rawValue) } }
  }

  /// A switch; `nil` when nobody has touched it.
  subscript(isOn key: Key) -> Bool? {
    get {
      defaults.withLock { defaults in
        defaults.object(forKey: key.rawValue) == nil ? nil : defaults.bool(forKey: key.rawValue)
      }
    }
    set {
      defaults.withLock { defaults in
        guard let newValue else { return defaults.removeObject(forKey: key.rawValue) }
        defaults.set(newValue, forKey: key.rawValue)
      }
    }
  }
}

extension InviteSettings {
  /// The key that the requests show: the secret key of the vendor's words, which every app holds
  /// and which therefore is no secret. Older apps hand the application key over in its place.
  var key: String? { self[text: .secretKey] ?? self[text: .applicationKey] }

  /// The key that stands in paths.
  var pathKey: String? { self[text: .applicationKey] ?? self[text: .secretKey] }

  /// Whether all is set without which nothing can be sent.
  var isComplete: Bool { key != nil && self[text: .defaultMessageId] != nil }

  /// Whether somebody who was invited may be invited again.
  var resends: Bool { self[isOn: .resend] ?? false }

  /// Whether it is asked what became of invitations.
  var reports: Bool { self[isOn: .deliveryReportEnable] ?? true }

  /// Whether anything is sent. The vendor's library sends nothing, and says nothing, until this is
  /// switched on; here it has to be switched off.
  var isEnabled: Bool { self[isOn: .invitesEnabled] ?? true }
}
