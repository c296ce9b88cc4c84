import BeckonEngine
import BeckonModel

extension FuzzTarget {
  /// Mails of any text: whatever it is, it stays where it was put, and addresses hold nothing that
  /// a mail server could read as more than an address.
  static let mail = FuzzTarget(
    "mail",
    seeds: [
      "Ana.O'Neil+x@EXAMPLE.com", "a@b.co\r\nBcc: all@example.com", "Grüße\nFrom me\n.\n..\n",
      "=?utf-8?B?AAAA?=", "a = b =\n=3D", "\u{202E}\u{2028}\u{85}",
      "smtp://u:p%40@mail.example:25/x",
      "smtps://[::1]:465,smtp+plain://127.0.0.1", "550 5.1.1 no such user", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦",
    ]
  ) { bytes, complaints in
    let text = bytes.text
    if let address = MailboxAddress(text) {
      complaints.expect(MailboxAddress(address.text) == address, "an address has two forms")
      let isPlain = address.text.utf8.allSatisfy {
        (0x21...0x7E).contains($0) && !"<>\",;:\\()[]".utf8.contains($0)
      }
      complaints.expect(isPlain, "an address that says more")
    }
    _ = try? MailGateway.list(text)
    let answer = GatewayAnswer(code: 550, text: text)
    complaints.expect(!answer.text.utf8.contains { $0 < 0x20 }, "an answer of several lines")
    checkMail(text, &complaints)
  }

  private static func checkMail(_ text: String, _ complaints: inout Complaints) {
    guard let address = MailboxAddress("a@example.com"),
      let sender = try? MailSender(address: address, name: text),
      let content = try? MailContent(subject: text, text: text, html: text),
      let mail = try? OutgoingMail(
        id: MessageID(Identifier(high: 1, low: 2)), from: sender, to: address, content,
        at: Instant(milliseconds: 1_790_000_000_000))
    else { return checkBody(text, &complaints) }
    let written = String(decoding: mail.bytes, as: UTF8.self)
    let head = written.parts(around: "\r\n\r\n")?.before ?? ""
    let names = head.split(on: "\n").filter { !$0.hasPrefix(" ") }.map { $0.upTo(":") }
    complaints.expect(
      names == [
        "Date", "From", "To", "Subject", "Message-ID", "Auto-Submitted", "MIME-Version",
        "Content-Type",
      ], "a text became a header field")
    checkBody(text, &complaints)
  }

  private static func checkBody(_ text: String, _ complaints: inout Complaints) {
    guard let address = MailboxAddress("a@example.com"),
      let sender = try? MailSender(address: address, name: nil),
      let content = try? MailContent(subject: "", text: text, html: text),
      let mail = try? OutgoingMail(
        id: MessageID(Identifier(high: 1, low: 2)), from: sender, to: address, content,
        at: Instant(milliseconds: 1_790_000_000_000))
    else { return }
    let lines = String(decoding: mail.bytes, as: UTF8.self).split(on: "\n")
    complaints.expect(
      lines.allSatisfy { $0.hasSuffix("\r") && $0.utf8.count <= 78 }, "a line too long")
    complaints.expect(!lines.contains(".\r"), "a mail ends early")
    complaints.expect(
      lines.filter { $0.hasPrefix("--=_") }.count == 3, "a text became a part")
    complaints.expect(mail.bytes.allSatisfy { $0 < 0x80 }, "a mail is not ASCII")
  }
}
