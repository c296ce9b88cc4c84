import BeckonModel

/// Why a store's notification is not believed.
public struct StoreRefusal: Error, Hashable, Sendable {
  /// What kind of fault it is.
  public enum Reason: String, CaseIterable, Sendable {
    /// It is no notification.
    case form = "refused_form"
    /// The store did not sign it.
    case signature = "refused_signature"
    /// It is about another app, or the app's settings do not say which it is.
    case app = "refused_app"
  }

  /// What kind of fault it is.
  public let reason: Reason
  /// Where it is, in words for the sender.
  public let error: FieldError

  /// Makes a refusal.
  public init(_ reason: Reason, _ error: FieldError) {
    self.reason = reason
    self.error = error
  }
}
