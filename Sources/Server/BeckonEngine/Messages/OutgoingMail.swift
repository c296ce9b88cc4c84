import BeckonModel

/// What a mail cannot be made of.
public enum MailFault: Error, Hashable, Sendable {
  /// A subject, name or URL has a line break or another control character, by which it would become
  /// another header field.
  case controlCharacter
  /// The subject, the text or the HTML is larger than `Limits` allows.
  case tooLarge
}

/// What a mail says.
public struct MailContent: Hashable, Sendable {
  /// Its subject; at most `Limits.mailSubjectBytes`, on one line.
  public let subject: String
  /// As plain text; at most `Limits.mailTextBytes`.
  public let text: String
  /// As a page of HTML; at most `Limits.mailTextBytes`.
  public let html: String

  /// Makes a content.
  /// - Throws: `MailFault`.
  public init(subject: String, text: String, html: String) throws(MailFault) {
    guard MailHeader.isOneLine(subject) else { throw .controlCharacter }
    guard subject.utf8.count <= Limits.mailSubjectBytes,
      max(text.utf8.count, html.utf8.count) <= Limits.mailTextBytes
    else { throw .tooLarge }
    self.subject = subject
    self.text = text
    self.html = html
  }
}

/// Who sends an app's mails.
public struct MailSender: Hashable, Sendable {
  /// The address.
  public let address: MailboxAddress
  /// What readers see in its place; `nil` for the address alone.
  public let name: String?
  /// Where answers go; `nil` for the address.
  public let replyTo: MailboxAddress?

  /// Makes a sender.
  /// - Throws: `MailFault`.
  public init(
    address: MailboxAddress, name: String?, replyTo: MailboxAddress? = nil
  ) throws(MailFault) {
    guard name.map(MailHeader.isOneLine) ?? true else { throw .controlCharacter }
    self.address = address
    self.name = name
    self.replyTo = replyTo
  }
}

/// A mail as it goes to a gateway.
public struct OutgoingMail: Hashable, Sendable {
  /// The message's id. `Message-ID` is made of it, so it is the same in each attempt.
  public let id: MessageID
  /// Who sends it.
  public let sender: MailSender
  /// Who gets it.
  public let recipient: MailboxAddress
  /// What it says.
  public let content: MailContent
  /// When it is sent.
  public let at: Instant
  /// Where a reader says that they want no more of these; `nil` for mails that they asked for.
  public let unsubscribeURL: String?

  /// Makes a mail.
  /// - Throws: `MailFault`.
  public init(
    id: MessageID, from sender: MailSender, to recipient: MailboxAddress, _ content: MailContent,
    at: Instant, unsubscribeURL: String? = nil
  ) throws(MailFault) {
    let isURLPlain = unsubscribeURL?.utf8.allSatisfy {
      (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">")
    }
    guard isURLPlain ?? true else { throw .controlCharacter }
    self.id = id
    self.sender = sender
    self.recipient = recipient
    self.content = content
    self.at = at
    self.unsubscribeURL = unsubscribeURL
  }

  /// The mail as it goes over the wire (RFC 5322, RFC 2046): ASCII alone, lines end with CR LF.
  /// Dots at their beginning are not doubled yet.
  public var bytes: [UInt8] {
    // What no text of ours holds: quoted-printable has no `=_`.
    let boundary = "=_" + id.text
    var mail = Array((headers(boundary).joined(separator: "\r\n") + "\r\n\r\n").utf8)
    for (type, text) in [("plain", content.text), ("html", content.html)] {
      mail += Array("--\(boundary)\r\n".utf8)
      mail += Array("Content-Type: text/\(type); charset=utf-8\r\n".utf8)
      mail += Array("Content-Transfer-Encoding: quoted-printable\r\n\r\n".utf8)
      mail += QuotedPrintable.encode(text)
    }
    return mail + Array("--\(boundary)--\r\n".utf8)
  }

  private func headers(_ boundary: String) -> [String] {
    let address = "<" + sender.address.text + ">"
    var headers = [
      "Date: " + MailHeader.date(at),
      "From: " + (sender.name.map { MailHeader.phrase($0) + "\r\n " } ?? "") + address,
      "To: <" + recipient.text + ">",
      "Subject: " + MailHeader.text(content.subject),
      "Message-ID: <" + id.text + "@" + sender.address.domain + ">",
    ]
    if let replyTo = sender.replyTo { headers.append("Reply-To: <" + replyTo.text + ">") }
    if let unsubscribeURL {
      // RFC 8058: mail programs ask there by themselves, with POST.
      headers.append("List-Unsubscribe: <" + unsubscribeURL + ">")
      headers.append("List-Unsubscribe-Post: List-Unsubscribe=One-Click")
    }
    // Nobody's absence is to be answered with a mail to us (RFC 3834).
    return headers + [
      "Auto-Submitted: auto-generated", "MIME-Version: 1.0",
      "Content-Type: multipart/alternative;\r\n boundary=\"\(boundary)\"",
    ]
  }
}
