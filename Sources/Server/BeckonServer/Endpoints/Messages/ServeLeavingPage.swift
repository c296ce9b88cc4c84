import BeckonContract
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// `/web/unsubscribe/{app}/{token}`: the page on which somebody says that they want no more mails
/// of an app.
enum ServeLeavingPage {
  /// `GET`: the question.
  static func question(_ call: OpenCall) async throws -> Reply {
    if let refusal = WebPageCall.refusal(call) { return refusal }
    guard let visit = try await WebPageCall(call),
      try await visit.read({ Suppressions($0).isLeavingToken(visit.token) })
    else { return WebPageCall.used(call) }
    func text(_ wording: MailWording) -> String {
      wording.text(in: visit.language, app: MailText.oneLine(visit.app.name))
    }
    let page = HTMLPage(
      visit.language, title: text(.leave), style: .formStyle, hasForm: true
    ) {
    } body: {
      HTML(.h1) { text(.leaveQuestion) }
      HTML(.form, .post) { HTML(.button) { text(.leave) } }
    }
    return .page(page, status: 200)
  }

  /// `POST`: yes. Once more changes nothing.
  static func confirm(_ call: OpenCall) async throws -> Reply {
    if let refusal = WebPageCall.refusal(call) { return refusal }
    guard let visit = try await WebPageCall(call),
      try await visit.write({ try Suppressions($0).add(byLeavingToken: visit.token) })
    else { return WebPageCall.used(call) }
    return WebPageCall.notice(
      .hasLeft, in: visit.language, app: MailText.oneLine(visit.app.name), status: 200)
  }
}
