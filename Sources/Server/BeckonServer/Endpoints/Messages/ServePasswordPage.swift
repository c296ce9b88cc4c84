import BeckonContract
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// `/web/reset/{app}/{token}`: the page on which somebody chooses another password. It needs no
/// script.
enum ServePasswordPage {
  private static let (first, second): (StaticString, StaticString) = ("password", "again")

  /// `GET`: the form, if the link is still good.
  static func form(_ call: OpenCall) async throws -> Reply {
    if let refusal = WebPageCall.refusal(call) { return refusal }
    guard let visit = try await WebPageCall(call), try await isGood(visit) else {
      return WebPageCall.used(call)
    }
    return .page(page(visit, fault: nil), status: 200)
  }

  /// `POST`: what was put into it.
  static func set(_ call: OpenCall) async throws -> Reply {
    if let refusal = WebPageCall.refusal(call) { return refusal }
    guard let visit = try await WebPageCall(call), try await isGood(visit) else {
      return WebPageCall.used(call)
    }
    let fields = QueryText(call.request.body[...])
    let password = fields.value(of: "\(first)") ?? ""
    guard Limits.passwordBytes.contains(password.utf8.count) else {
      return .page(page(visit, fault: .passwordTooShort), status: 422)
    }
    guard fields.value(of: "\(second)") == password else {
      return .page(page(visit, fault: .passwordsDiffer), status: 422)
    }
    guard let hash = try? await call.services[PasswordHasher.self].hash(password, call.ambient)
    else { return WebPageCall.notice(.tryLater, in: visit.language, status: 503) }
    // Nobody is signed in by it: the browser may be another's.
    let person = try await visit.write { scope in
      try PasswordReset(scope).set(
        hash, by: visit.token, proof: Proof(key: .publishable, token: nil))
    }
    guard person != nil else { return WebPageCall.used(call) }
    return WebPageCall.notice(.passwordSaved, in: visit.language, status: 200)
  }

  private static func isGood(_ visit: WebPageCall) async throws -> Bool {
    try await visit.read {
      try SignInTokens($0).holder(of: visit.token, for: .passwordReset) != nil
    }
  }

  private static func page(_ visit: WebPageCall, fault: MailWording?) -> HTMLPage {
    func text(_ wording: MailWording) -> String {
      wording.text(in: visit.language, app: MailText.oneLine(visit.app.name))
    }
    return HTMLPage(visit.language, title: text(.resetSubject), style: .formStyle, hasForm: true) {
    } body: {
      HTML(.h1) { text(.resetSubject) }
      if let fault { HTML(.p, .class("fault")) { text(fault) } }
      HTML(.form, .post) {
        HTML(.label) {
          text(.newPassword)
          HTML.input(.newPassword(first, bytes: Limits.passwordBytes))
        }
        HTML(.label) {
          text(.newPasswordAgain)
          HTML.input(.newPassword(second, bytes: Limits.passwordBytes))
        }
        HTML(.button) { text(.savePassword) }
      }
      HTML(.p, .class("note")) { text(.passwordTooShort) }
    }
  }
}
