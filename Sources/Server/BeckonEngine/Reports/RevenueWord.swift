import BeckonModel

/// Whose word a payment is, as the counts by day tell them apart.
public struct RevenueWord: Hashable, Sendable {
  /// Whether only clients have told it: anyone's word.
  public let isByClient: Bool
  /// Whether it was bought in a store's sandbox, where nobody pays.
  public let isSandbox: Bool

  /// The sources where nobody pays.
  public static let sandboxes: Set<TextKey> = ["app_store_sandbox", "google_play_test"]

  /// Says whose.
  public init(isByClient: Bool, isSandbox: Bool) {
    self.isByClient = isByClient
    self.isSandbox = isSandbox
  }

  /// Reads the written form.
  public init(_ text: String) {
    self.init(isByClient: text.hasPrefix("client"), isSandbox: text.hasSuffix("sandbox"))
  }

  /// The written form: `client`, `server`, `client sandbox`, `server sandbox`.
  public var text: String { (isByClient ? "client" : "server") + (isSandbox ? " sandbox" : "") }
}
