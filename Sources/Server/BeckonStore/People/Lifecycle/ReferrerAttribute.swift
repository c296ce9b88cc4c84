import BeckonEngine
import BeckonModel

/// The referrer whom an app's clients name by an attribute of the person.
struct ReferrerAttribute {
  let scope: Scope

  /// Takes whom the app's `referrer_attribute` names for the referrer, until there is one; as if a
  /// call had named them. Gives what became of it; `nil` when nobody is named.
  func claim(
    _ change: AttributeChange, of person: PersonID, by trust: Trust
  ) throws -> ReferrerOutcome? {
    guard let name = scope.app.settings.referrerAttribute,
      let value = change.after.attribute(name), value != .null,
      value != change.before.attribute(name),
      try !Referrals(scope).all(of: person).contains(where: { $0.referrer != nil })
    else { return nil }
    // A code may be a number to who writes it down.
    let text = value.string ?? value.integer.map { String($0) } ?? ""
    guard (1...Limits.urlBytes).contains(text.utf8.count) else { return .unknownCode }
    let request = SignUp.Request(
      identities: [], installID: nil, campaign: nil, referrer: try named(text), click: nil,
      attributes: nil,
      consent: nil, proof: Proof(key: trust == .server ? .secret : .publishable, token: nil),
      issuesToken: false, person: person)
    return try SignUp(scope, request).run().referrerOutcome
  }

  /// An app's own id of a person stands for the person's, where it is no code: what a deep link
  /// names may be either.
  private func named(_ text: String) throws -> String {
    guard PersonID(text) == nil, text.utf8.count <= Limits.identityBytes,
      try Links(scope).find(code: text) == nil
    else { return text }
    return try People(scope).find(Identity(kind: .userID, value: text))?.text ?? text
  }
}
