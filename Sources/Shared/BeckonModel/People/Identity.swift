/// By what a person is known.
public enum IdentityKind: String, CaseIterable, Sendable {
  /// The app's own id of its user.
  case userID = "user_id"
  /// An e-mail address, lower case.
  case email
  /// A phone number in E.164 form.
  case phone
  /// A wallet address.
  case wallet
  /// Any other id that is unique in the app.
  case otherID = "other_id"
}

/// One identity of a person, in its normal form. Two people of one app never share one.
public struct Identity: Hashable, Sendable {
  /// Which kind it is.
  public let kind: IdentityKind
  /// The normal form; at most `Limits.identityBytes`.
  public let value: String

  /// Makes an identity of a value that is in its normal form already.
  public init(kind: IdentityKind, value: String) {
    self.kind = kind
    self.value = value
  }

  /// The value as others may see it: enough to be recognised by who knows it already.
  public var masked: String {
    switch kind {
    case .email:
      let parts = value.split(on: "@", maxSplits: 1)
      return parts.count == 2 ? "\(parts[0].prefix(1))***@\(parts[1])" : "***"
    case .phone: return value.count > 6 ? value.prefix(3) + "***" + value.suffix(2) : "***"
    case .userID, .wallet, .otherID: return value.count > 8 ? value.prefix(4) + "***" : "***"
    }
  }
}
