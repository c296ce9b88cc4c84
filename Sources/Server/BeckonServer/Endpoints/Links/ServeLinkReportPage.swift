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
    guard let (visit, link) = try await subject(call),
      try await visit.read({ try LinkReports($0).knows(link) })
    else { return notice(call, .noSuchLink, status: 404) }
    let language = WebPageCall.language(call)
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

  /// `POST`: notes it. From the same network once more changes what was said. What another site's
  /// page sends is not taken: it could send its visitors' browsers, from as many networks.
  static func take(_ call: OpenCall) async throws -> Reply {
    if let refusal = refusal(call) { return refusal }
    let site = call.request.headers["Sec-Fetch-Site"] ?? "none"
    guard ["same-origin", "none"].contains(site), let (visit, link) = try await subject(call) else {
      return notice(call, .noSuchLink, status: 404)
    }
    let form = QueryText(call.request.body[...])
    let report = LinkReport(reason: form.value(of: "reason"), note: form.value(of: "note"))
    let network = visit.app.digest(
      ofNetwork: call.address.address?.networkText ?? call.address.text)
    guard let report else {
      let isKnown = try await visit.read { try LinkReports($0).knows(link) }
      return isKnown
        ? notice(call, .whatIsWrong, status: 422) : notice(call, .noSuchLink, status: 404)
    }
    let isKnown = try await visit.write {
      try LinkReports($0).add(report, of: link, from: network)
    }
    return isKnown
      ? notice(call, .thanks, status: 200) : notice(call, .noSuchLink, status: 404)
  }

  // MARK: Parts

  /// Whose link it is, and which.
  private static func subject(_ call: OpenCall) async throws -> (WebPageCall, LinkID)? {
    guard let visit = try await WebPageCall(call), let link = LinkID(visit.token) else {
      return nil
    }
    return (visit, link)
  }

  /// What an address may not: each look and each report counts.
  private static func refusal(_ call: OpenCall) -> Reply? {
    WebPageCall.isTooMany(call, "link report") ? notice(call, .tryLater, status: 429) : nil
  }

  private static func notice(
    _ call: OpenCall, _ wording: LinkReportWording, status: Int
  ) -> Reply {
    let language = WebPageCall.language(call)
    return WebPageCall.notice(wording.text(in: language), in: language, status: status)
  }
}
