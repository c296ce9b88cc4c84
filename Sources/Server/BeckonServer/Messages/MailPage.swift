import BeckonEngine
import BeckonModel

/// A mail: a few lines and a button, made by the kit for pages, so that whatever a name holds stays
/// text.
struct MailPage {
  let kind: MessageKind
  /// The app's name, on one line.
  let appName: String
  /// To whom it goes.
  let address: String
  /// Where the button leads.
  let url: String
  /// The campaign that asks for the address; `nil` when none does.
  let campaign: (name: String, url: String)?
  let language: Language

  /// - Throws: `MailFault`.
  var content: MailContent {
    get throws(MailFault) {
      try MailContent(
        subject: subject.prefix(bytes: 300), text: lines.joined(separator: "\n\n") + "\n",
        html: page.markup)
    }
  }

  private var subject: String {
    words(kind == .passwordReset ? .resetSubject : .verifySubject)
  }

  private var lines: [String] {
    [subject, request, url, expiry, words(.notYou)]
  }

  private var request: String {
    guard kind == .verifyEmail else { return words(.resetRequest) }
    return words(campaign == nil ? .verifyRequest : .joinRequest)
  }

  private var expiry: String {
    words(kind == .passwordReset ? .resetExpiry : .verifyExpiry)
  }

  private var page: HTMLPage {
    HTMLPage(language, title: subject, style: .mailStyle) {
    } body: {
      HTML(.h1) { subject }
      HTML(.p) { request }
      HTML(.p) {
        HTML(.a, .class("button"), .href(url)) {
          words(kind == .passwordReset ? .resetButton : .verifyButton)
        }
      }
      HTML(.p, .class("note")) { expiry }
      HTML(.p, .class("note")) { words(.notYou) }
      HTML(.p, .class("note")) { url }
    }
  }

  private func words(_ wording: MailWording) -> String {
    wording.text(
      in: language, app: appName, address: address, campaign: shownCampaign)
  }

  /// The campaign's name and page. A name is one line, whatever it holds.
  private var shownCampaign: String {
    guard let campaign else { return "" }
    let name = MailText.oneLine(campaign.name)
    return "\(name) (\(MailText.oneLine(campaign.url.prefix(bytes: Limits.identityBytes))))"
  }
}
