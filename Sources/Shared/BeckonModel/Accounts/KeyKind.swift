/// What the holder of a key may do.
public enum KeyKind: String, CaseIterable, Sendable {
  /// Goes into apps, where anyone can read it: no proof of who calls.
  case publishable
  /// For servers and administrators.
  case secret
}

/// A vendor whose protocol Beckon speaks, as it is written in commands.
public enum Vendor: String, CaseIterable, Sendable {
  /// Linkrunner: a key is its `token`.
  case linkrunner
  /// Segmentify: a key is its `apiKey`.
  case segmentify
  /// ReferralHero: a key is its `Authorization`.
  case referralhero
  /// Firebase Dynamic Links: a key is its `key`.
  case dynamiclinks
  /// Infobip Social Invites: a key is its secret key.
  case infobip
}
