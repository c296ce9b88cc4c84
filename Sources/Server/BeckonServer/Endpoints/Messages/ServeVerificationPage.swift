import BeckonContract
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// `/web/verify/{app}/{token}`: the page on which the owner of a mailbox says that its address is
/// theirs.
enum ServeVerificationPage {
  /// `GET`: the question, if the link is still good.
  static func question(_ call: OpenCall) async throws -> Reply {
    if let refusal = WebPageCall.refusal(call) { return refusal }
    guard let visit = try await WebPageCall(call),
      let email = try await visit.read({ try EmailVerification($0).find(visit.token) })
    else { return WebPageCall.used(call) }
    func text(_ wording: MailWording) -> String {
      wording.text(
        in: visit.language, app: MailText.oneLine(visit.app.name), address: email.value)
    }
    let page = HTMLPage(
      visit.language, title: text(.verifyButton), style: .formStyle, hasForm: true
    ) {
    } body: {
      HTML(.h1) { text(.verifyButton) }
      HTML(.p) { text(.isThisYours) }
      HTML(.form, .post) { HTML(.button) { text(.itIsMine) } }
      HTML(.p, .class("note")) { text(.notYou) }
    }
    return .page(page, status: 200)
  }

  /// `POST`: yes.
  static func confirm(_ call: OpenCall) async throws -> Reply {
    if let refusal = WebPageCall.refusal(call) { return refusal }
    guard let visit = try await WebPageCall(call),
      let email = try await visit.write({ try EmailVerification($0).confirm(visit.token) })
    else { return WebPageCall.used(call) }
    return WebPageCall.notice(
      .addressVerified, in: visit.language, address: email.value, status: 200)
  }
}
