import BeckonEngine
import BeckonModel
import BeckonStore

/// A reminder's mail: what its operator has written, a button, and a way to say that one wants no
/// more. Whatever a title or a name holds stays text.
struct ReminderPage {
  let mail: ReminderRecheck.Mail
  /// The app's name, on one line.
  let appName: String
  /// Where its reader says that they want no more.
  let leavingURL: String

  /// - Throws: `MailFault`.
  var content: MailContent {
    get throws(MailFault) {
      let lines = mail.paragraphs + [mail.url, leaving + "\n" + leavingURL]
      return try MailContent(
        subject: MailText.oneLine(mail.subject).prefix(bytes: 300),
        text: lines.joined(separator: "\n\n") + "\n", html: page.markup)
    }
  }

  private var language: Language { Language(acceptLanguage: mail.language) }

  private var leaving: String { MailWording.reminderReason.text(in: language, app: appName) }

  private var page: HTMLPage {
    HTMLPage(language, title: mail.subject, style: .mailStyle) {
    } body: {
      HTML(.h1) { mail.subject }
      for paragraph in mail.paragraphs { HTML(.p) { paragraph } }
      HTML(.p) {
        HTML(.a, .class("button"), .href(mail.url)) {
          mail.button ?? MailWording.reminderButton.text(in: language)
        }
      }
      HTML(.p, .class("note")) { leaving }
      HTML(.p, .class("note")) {
        HTML(.a, .href(leavingURL)) { MailWording.leave.text(in: language) }
      }
    }
  }
}
