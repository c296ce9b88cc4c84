import BeckonModel

/// Something that a visitor did with their account.
public struct ShopUser: Hashable, Sendable {
  /// What they did.
  public enum Step: String, CaseIterable, Sendable {
    /// Made an account.
    case register
    /// Logged in.
    case login
    /// Logged out.
    case logout
    /// Changed what the shop knows of them.
    case update
  }

  /// What they did.
  public let step: Step
  /// By what the shop knows them: its own id, else their user name; `nil` when neither was told.
  public let userID: String?
  /// Their mail address, as it was told.
  public let email: String?
  /// Their phone number, as it was told.
  public let phone: String?
  /// More about them, an object of the shop's own names.
  public let details: JSON

  /// Makes one.
  /// - Throws: `FieldError` when something is too long.
  public init(
    _ step: Step, userID: String? = nil, email: String? = nil, phone: String? = nil,
    details: JSON = .object([])
  ) throws(FieldError) {
    try ShopText.check(optional: userID, "user_id", max: Limits.identityBytes)
    try ShopText.check(optional: email, "email", max: Limits.identityBytes)
    try ShopText.check(optional: phone, "phone", max: Limits.identityBytes)
    guard details.members != nil, details.bytes.count <= ShopLimits.customBytes else {
      throw FieldError("details", "must be an object of \(ShopLimits.customBytes) bytes at most")
    }
    self.step = step
    self.userID = userID
    self.email = email
    self.phone = phone
    self.details = details
  }

  /// What they say of being written to, as far as `details` tells it: `{"consent": {"email": true,
  /// "sms": false}}`.
  public var contactConsent: [ContactChannel: Bool] {
    var said: [ContactChannel: Bool] = [:]
    for (name, channel) in [
      ("email", .mail), ("mail", .mail), ("sms", .sms), ("whatsapp", .whatsApp), ("push", .push),
    ] as [(String, ContactChannel)] {
      if let isGiven = details["consent"]?[name]?.bool { said[channel] = isGiven }
    }
    return said
  }
}
