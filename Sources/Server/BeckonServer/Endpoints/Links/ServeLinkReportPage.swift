import BeckonBasics
import BeckonContract
import BeckonDatabase
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// `/web/report/{app}/{link}`: the page on which somebody who was sent a link says what is wrong
/// with it. Nobody learns by it whose the link is, nor what others have said.
enum ServeLinkReportPage {
  /// `GET`: the question.
  static func question(_ call: OpenCall) async throws -> Reply {
    if let refusal = refusal(call) { return refusal }
    guard let (app, id) = try await subject(call), try await find(id, of: app, call) else {
      return notice(call, .noSuchLink, status: 404)
    }
    let language = language(call)
    func text(_ wording: LinkReportWording) -> String { wording.text(in: language) }
    let page = HTMLPage(language, title: text(.title), style: .formStyle, hasForm: true) {
    } body: {
      HTML(.h1) { text(.title) }
      HTML(.form, .post) {
        HTML(.label) {
          text(.whatIsWrong)
          HTML(.select, .name("reason")) {
            HTML(
              LinkReport.Reason.allCases.map { reason in
                HTML(.option, .value(reason.rawValue)) { text(.of(reason)) }
              })
          }
        }
        HTML(.label) {
          text(.inYourWords)
          HTML(.textarea, .name("note"), .rows(3), .bytesMax(LinkReport.noteBytes)) { "" }
        }
        HTML(.button) { text(.send) }
      }
      HTML(.p, .class("note")) { text(.whatBecomesOfIt) }
    }
    return .page(page, status: 200)
  }

  /// `POST`: notes it. From the same network once more changes what was said.
  static func take(_ call: OpenCall) async throws -> Reply {
    if let refusal = refusal(call) { return refusal }
    // Another site's page could send its visitors' browsers, from as many networks.
    let site = call.request.headers["Sec-Fetch-Site"]
    guard let (app, id) = try await subject(call), try await find(id, of: app, call),
      ["same-origin", "none"].contains(site ?? "none")
    else { return notice(call, .noSuchLink, status: 404) }
    let form = QueryText(call.request.body[...])
    guard
      let report = LinkReport(
        reason: form.value(of: "reason"), note: form.value(of: "note"))
    else { return notice(call, .whatIsWrong, status: 422) }
    let network = app.digest(
      ofNetwork: call.address.address?.networkText ?? call.address.text)
    let isKnown = try await call.database.write { connection in
      try LinkReports(scope(connection, app, call)).add(report, of: id, from: network)
    }
    return isKnown
      ? notice(call, .thanks, status: 200) : notice(call, .noSuchLink, status: 404)
  }

  // MARK: Parts

  /// Whose link it is, and which.
  private static func subject(_ call: OpenCall) async throws -> (AppContext, LinkID)? {
    guard call.parameters.count == 2, let id = AppID(call.parameters[0]),
      let link = LinkID(call.parameters[1]),
      let number = try await call.database.read({ try Accounts($0).number(of: id) }),
      let app = try await call.services[AppDirectory.self].app(number)
    else { return nil }
    return (app, link)
  }

  private static func find(
    _ id: LinkID, of app: AppContext, _ call: OpenCall
  ) async throws -> Bool {
    try await call.database.read { connection in
      try Links(scope(connection, app, call)).find(id) != nil
    }
  }

  private static func scope(
    _ connection: any Connection, _ app: AppContext, _ call: OpenCall
  ) -> Scope {
    Scope(connection: connection, app: app, now: call.ambient.now(), ambient: call.ambient)
  }

  /// What an address may not: each look and each report counts.
  private static func refusal(_ call: OpenCall) -> Reply? {
    do {
      try call.services[CallLimits.self].take("link report", from: call.address)
      return nil
    } catch {
      return notice(call, .tryLater, status: 429)
    }
  }

  private static func notice(
    _ call: OpenCall, _ wording: LinkReportWording, status: Int
  ) -> Reply {
    let language = language(call)
    let text = wording.text(in: language)
    let page = HTMLPage(language, title: text, style: .formStyle) {
    } body: {
      HTML(.h1) { text }
    }
    return .page(page, status: status)
  }

  private static func language(_ call: OpenCall) -> Language {
    Language(acceptLanguage: call.request.headers["Accept-Language"])
  }
}
