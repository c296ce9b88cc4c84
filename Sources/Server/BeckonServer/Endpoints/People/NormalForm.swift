import BeckonEngine
import BeckonModel

/// Brings identities into the form in which they are stored and compared.
enum NormalForm {
  /// The normal form of an identity as a client sent it.
  /// - Throws: `FieldError` when it cannot be one of its kind.
  static func of(_ identity: Identity, region: String?) throws(FieldError) -> Identity {
    switch identity.kind {
    case .email:
      guard let address = MailAddress.normalized(identity.value) else {
        throw FieldError(identity.kind.rawValue, "is not a valid e-mail address")
      }
      return Identity(kind: .email, value: address)
    case .phone:
      guard let number = phone(identity.value, region: region ?? "") else {
        throw FieldError(
          identity.kind.rawValue,
          "is not a valid phone number; begin with + and the country, or set the app's region")
      }
      return Identity(kind: .phone, value: number)
    case .userID, .wallet, .otherID: return identity
    }
  }

  /// A number in E.164 form; `nil` when it is not even possible, or has no country and the app has
  /// set no region: none is guessed.
  static func phone(_ text: String, region: String) -> String? {
    try? PhoneReader.lenientE164(text, region: region)
  }
}
