import BeckonEngine
import BeckonModel

/// The referrer whom an app's clients name by an attribute of the person.
struct ReferrerAttribute {
  let scope: Scope

  /// Takes whom the app's `referrer_attribute` names for the referrer, when it is set first; as if
  /// a call had named them. Gives what became of it; `nil` when nobody is named.
  func claim(
    _ change: AttributeChange, of person: PersonID, by trust: Trust
  ) throws -> ReferrerOutcome? {
    guard let name = scope.app.settings.referrerAttribute,
      (change.before.attribute(name) ?? .null) == .null,
      let value = change.after.attribute(name), value != .null
    else { return nil }
    // A code may be a number to who writes it down.
    let text = value.string ?? value.integer.map { String($0) } ?? ""
    guard (1...Limits.urlBytes).contains(text.utf8.count) else { return .unknownCode }
    let request = SignUp.Request(
      identities: [], installID: nil, campaign: nil, referrer: text, click: nil, attributes: nil,
      consent: nil, proof: Proof(key: trust == .server ? .secret : .publishable, token: nil),
      issuesToken: false, person: person)
    return try SignUp(scope, request).run().referrerOutcome
  }
}
