/// What the holder of a key may do.
public enum KeyKind: String, CaseIterable, Sendable {
  /// Goes into apps, where anyone can read it: no proof of who calls.
  case publishable
  /// For servers and administrators.
  case secret
}
