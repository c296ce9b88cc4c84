import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/people`: the person of an identity, a referral code or an install, who is neither
/// created nor confirmed by it; or everybody, newest first.
enum ListPeople {
  private static let columns = [
    "person", "created_at", "signed_up_at", "consent", "identities", "attributes",
  ]

  static func prepare(_ call: Call) throws -> Work {
    let period = try call.period()
    let name = try name(call)
    return try .found(call, "people", columns: columns) { scope, place, limit in
      guard let name else {
        return try FoundPeople(scope).page(in: period, behind: place, limit: limit)
      }
      return try FoundPeople(scope).find(name)
    }
  }

  private static func name(_ call: Call) throws -> FoundPeople.Name? {
    let names = IdentityKind.allCases.map(\.rawValue) + ["code", "install_id"]
    guard let given = try call.atMostOne(of: names) else { return nil }
    if let other = ["from", "until"].first(where: { call.query($0) != nil }) {
      throw FieldError(other, "does not go with '\(given)', which finds one person")
    }
    let value = try call.word(given, max: Limits.identityBytes) ?? ""
    switch given {
    case "code": return .code(value)
    case "install_id": return .install(value)
    default:
      guard let kind = IdentityKind(word: given) else { return nil }
      let identity = Identity(kind: kind, value: value)
      let region = call.app.settings.region
      if kind == .phone, value.utf8.first == UInt8(ascii: " ") {
        throw FieldError(
          given, "begins with a space: a + in a URL is one; write it as %2B, as in %2B49…")
      }
      return .identity(try NormalForm.of(identity, region: region))
    }
  }
}
