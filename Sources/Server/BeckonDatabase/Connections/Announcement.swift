import BeckonModel

/// What a write tells the other servers that it has changed of what they keep in memory.
public struct Announcement: Hashable, Sendable {
  /// What of an app.
  public enum Kind: String, CaseIterable, Sendable {
    /// How it is set up: its settings, campaigns, webhooks and links.
    case configuration
    /// Its keys.
    case keys
  }

  /// The app's number.
  public let app: Int64
  /// What of it.
  public let kind: Kind

  /// Says what has changed.
  public init(app: Int64, _ kind: Kind) {
    self.app = app
    self.kind = kind
  }

  /// As one server writes it to the other: `7 keys`.
  package var text: String { "\(app) \(kind.rawValue)" }

  /// Reads what another server wrote; `nil` when it may mean anything.
  package init?(_ text: String) {
    let words = text.split(on: " ")
    guard words.count == 2, let app = Int64(words[0]), let kind = Kind(word: String(words[1]))
    else { return nil }
    self.init(app: app, kind)
  }
}
