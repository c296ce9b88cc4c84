import BeckonEngine
import BeckonModel
import Testing

/// How a mail is written.
@Suite struct OutgoingMailTests {
  private static func mail(
    name: String? = "Shop", subject: String = "Hello", text: String = "Hi", html: String = "<p>",
    unsubscribe: String? = nil
  ) throws -> OutgoingMail {
    let address = try #require(MailboxAddress("shop@Example.com"))
    return try OutgoingMail(
      id: MessageID(Identifier(high: 1, low: 2)), from: MailSender(address: address, name: name),
      to: try #require(MailboxAddress("ana@example.org")),
      MailContent(subject: subject, text: text, html: html),
      at: try #require(Instant("2026-11-23T09:05:07Z")), unsubscribeURL: unsubscribe)
  }

  private static func text(_ mail: OutgoingMail) -> String {
    String(decoding: mail.bytes, as: UTF8.self)
  }

  @Test("A mail has all that readers and servers ask for, and each line ends as mails have it")
  func whole() throws {
    let mail = try Self.mail(text: "Grüße,\nAna", unsubscribe: "https://go.example/u/1")
    let id = mail.id.text
    #expect(
      Self.text(mail) == """
        Date: Mon, 23 Nov 2026 09:05:07 +0000\r
        From: "Shop"\r
         <shop@example.com>\r
        To: <ana@example.org>\r
        Subject: Hello\r
        Message-ID: <\(id)@example.com>\r
        List-Unsubscribe: <https://go.example/u/1>\r
        List-Unsubscribe-Post: List-Unsubscribe=One-Click\r
        Auto-Submitted: auto-generated\r
        MIME-Version: 1.0\r
        Content-Type: multipart/alternative;\r
         boundary="=_\(id)"\r
        \r
        --=_\(id)\r
        Content-Type: text/plain; charset=utf-8\r
        Content-Transfer-Encoding: quoted-printable\r
        \r
        Gr=C3=BC=C3=9Fe,\r
        Ana\r
        --=_\(id)\r
        Content-Type: text/html; charset=utf-8\r
        Content-Transfer-Encoding: quoted-printable\r
        \r
        <p>\r
        --=_\(id)--\r

        """)
  }

  @Test("Nothing that is said becomes another header field", arguments: ["\r\n", "\n", "\r", "\0"])
  func injection(_ end: String) throws {
    let evil = "Hi\(end)Bcc: all@example.com"
    #expect(throws: MailFault.controlCharacter) { try Self.mail(subject: evil) }
    #expect(throws: MailFault.controlCharacter) { try Self.mail(name: evil) }
    #expect(throws: MailFault.controlCharacter) { try Self.mail(unsubscribe: "https://a/" + evil) }
    #expect(MailboxAddress("a@example.com" + end) == nil)
    #expect(MailboxAddress("a\(end)@example.com") == nil)
    let body = Self.text(try Self.mail(text: evil + "\r\n.\r\nMAIL FROM:<a@b.c>"))
    #expect(!body.contains("\r\n.\r\n") && body.contains("=2E\r\n"))
  }

  @Test("Texts of any script and length stand in headers, in short lines of ASCII")
  func headers() throws {
    for text in [
      "Şifrenizi sıfırlayın, lütfen — " + String(repeating: "ğüşıöç ", count: 12),
      "=?utf-8?B?AAAA?=", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", String(repeating: "a", count: 200),
    ] {
      let mail = Self.text(try Self.mail(name: text, subject: text))
      #expect(mail.utf8.allSatisfy { $0 < 0x80 })
      let head = mail.components(around: "\r\n\r\n")
      #expect(head.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 76 }, "\(head)")
      let words = head.split(whereSeparator: \.isWhitespace).filter { $0.hasPrefix("=?utf-8?B?") }
      let bytes = words.flatMap { word in
        Base64.standard.decode(word.dropFirst(10).dropLast(2)) ?? []
      }
      #expect(String(decoding: bytes, as: UTF8.self) == text + text)
    }
    let quoted = Self.text(try Self.mail(name: #"The "Shop" \ Co"#))
    #expect(quoted.contains(#"From: "The \"Shop\" \\ Co""#))
  }

  @Test("Lines of a body are at most 76 columns, and come back as they were")
  func bodies() throws {
    let lines = [
      String(repeating: "x", count: 75), String(repeating: "x", count: 76),
      String(repeating: "x", count: 77), String(repeating: "ü", count: 100), "ends with a space ",
      "a=b", ".", "From here", "", "\ttab\t",
    ]
    let mail = Self.text(try Self.mail(text: lines.joined(separator: "\n")))
    #expect(mail.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 76 })
    let part = mail.components(behind: "quoted-printable\r\n\r\n").components(around: "\r\n--=_")
    let joined = part.replacing("=\r\n", with: "").split(
      separator: "\r\n", omittingEmptySubsequences: false)
    let back = joined.map { line in
      PercentEncoding.decode(line.utf8.map { $0 == UInt8(ascii: "=") ? UInt8(ascii: "%") : $0 })
    }
    #expect(back == lines)
  }

  @Test("What is too large is no mail")
  func sizes() {
    #expect(throws: MailFault.tooLarge) {
      try Self.mail(subject: String(repeating: "a", count: Limits.mailSubjectBytes + 1))
    }
    #expect(throws: MailFault.tooLarge) {
      try Self.mail(html: String(repeating: "a", count: Limits.mailTextBytes + 1))
    }
  }

  @Test(
    "Addresses that a mail server would refuse, or read as something else, are none",
    arguments: [
      "", "a", "@example.com", "a@", "a@b", "a@b@example.com", "a b@example.com", "<a@example.com>",
      "a@example..com", "a@-example.com", "a@example-.com", ".a@example.com", "a..b@example.com",
      "\"a\"@example.com", "a@[127.0.0.1]", "ü@example.com", "a@münchen.example", "a,b@example.com",
      String(repeating: "a", count: 65) + "@example.com", "a@example.com>SIZE=1",
      "a@" + String(repeating: "a.", count: 130) + "com",
    ])
  func noAddresses(_ text: String) { #expect(MailboxAddress(text) == nil) }

  @Test(
    "Usual addresses are read, and their domains in lower case",
    arguments: [
      "a@b.co", "Ana.O'Neil+x@EXAMPLE.com", "a_b=c/d@xn--mnchen-3ya.example", "a{}|@b.de",
    ])
  func addresses(_ text: String) throws {
    let address = try #require(MailboxAddress(text))
    #expect(address.text.hasSuffix("@" + address.domain))
    #expect(address.domain.utf8.allSatisfy { !(0x41...0x5A).contains($0) })
  }
}

extension String {
  fileprivate func components(around text: String) -> String { parts(around: text)?.before ?? "" }
  fileprivate func components(behind text: String) -> String { parts(around: text)?.behind ?? "" }
}
