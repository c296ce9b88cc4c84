import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `/v1/suppressions/{email}`: to whom the app sends nothing.
enum SuppressedAddress {
  /// `GET`.
  static func read(_ call: Call) throws -> Work {
    let email = try address(call)
    return .read { scope in
      guard let entry = try Suppressions(scope).find(email) else {
        throw Problem(.notFound, "Mails are sent to this address: it is not on the list.")
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
    try NormalForm.of(Identity(kind: .email, value: call.parameters.first ?? ""), region: nil)
  }

  private static func describe(_ email: Identity, _ entry: Suppressions.Entry) -> JSON {
    [
      "email": .string(email.value), "reason": .string(entry.reason.rawValue),
      "since": .instant(entry.since),
    ]
  }
}
