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
    let kind: IdentityKind = isMail ? .email : .phone
    return try NormalForm.of(
      Identity(kind: kind, value: text.prefix(bytes: Limits.identityBytes)),
      region: call.app.settings.region)
  }

  private static func describe(_ email: Identity, _ entry: Suppressions.Entry) -> JSON {
    .object([
      JSON.Member(email.kind.rawValue, .string(email.value)),
      JSON.Member("reason", .string(entry.reason.rawValue)),
      JSON.Member("since", .instant(entry.since)),
    ])
  }
}
