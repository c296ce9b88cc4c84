import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `/v1/suppressions/{address}`: to whom the app sends nothing, by mail address or phone number.
enum SuppressedAddress {
  /// `GET`.
  static func read(_ call: Call) throws -> Work {
    let email = try address(call)
    return .read { scope in
      guard let entry = try Suppressions(scope).find(email) else {
        throw Problem(.notFound, "It is not on the list: messages are sent there.")
      }
      return .json(describe(email, entry))
    }
  }

  /// `PUT`.
  static func add(_ call: Call) throws -> Work {
    let email = try address(call)
    return .write { scope in
      try Suppressions(scope).add(email)
      guard let entry = try Suppressions(scope).find(email) else {
        throw Problem(.notFound, "It has been taken off the list meanwhile.")
      }
      return .json(describe(email, entry))
    }
  }

  /// `DELETE`.
  static func remove(_ call: Call) throws -> Work {
    let email = try address(call)
    return .write { scope in
      _ = try Suppressions(scope).remove(email)
      return Reply(status: 204)
    }
  }

  private static func address(_ call: Call) throws -> Identity {
    let text = call.parameters.first ?? ""
    let isMail = text.has("@") || !text.utf8.contains(where: \.isDigit)
    guard isMail else { return try call.statedPhone(text) }
    return try NormalForm.of(
      Identity(kind: .email, value: text.prefix(bytes: Limits.identityBytes)), region: nil)
  }

  private static func describe(_ email: Identity, _ entry: Suppressions.Entry) -> JSON {
    .object([
      JSON.Member(email.kind.rawValue, .string(email.value)),
      JSON.Member("reason", .string(entry.reason.rawValue)),
      JSON.Member("since", .instant(entry.since)),
    ])
  }
}

extension Call {
  /// A number as whoever runs the app copies it from a list or a gateway.
  /// - Throws: `FieldError`.
  func statedPhone(_ text: String) throws -> Identity {
    let region = app.settings.region ?? ""
    guard let number = try? PhoneReader.read(text, statedBy: .owner, region: region) else {
      throw FieldError(
        "phone", "is no phone number; begin with + and the country, or set the app's region")
    }
    return Identity(kind: .phone, value: number)
  }
}
