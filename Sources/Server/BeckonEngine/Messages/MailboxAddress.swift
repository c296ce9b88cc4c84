import BeckonModel

/// A mail address to which, or from which, can be sent: in ASCII, as every mail server takes it
/// (RFC 5321). Letters of other scripts need servers that speak SMTPUTF8, of which a sender cannot
/// know; a domain of such letters has a written form in ASCII (`xn--…`), which is taken.
public struct MailboxAddress: Hashable, Sendable {
  /// The address: `ana@example.com`.
  public let text: String
  /// What stands behind the `@`.
  public let domain: String

  /// Reads an address; `nil` when it cannot be one. The domain is written in lower case.
  public init?(_ text: String) {
    let parts = text.split(on: "@", keepsEmpty: true)
    guard parts.count == 2, let local = parts.first, let domain = parts.last?.lowercased(),
      text.utf8.count <= Limits.mailboxBytes, (1...64).contains(local.utf8.count),
      Self.isDotted(local, of: Self.isLocal), (4...253).contains(domain.utf8.count),
      Self.isDotted(domain, of: { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }),
      domain.has("."),
      domain.split(on: ".").allSatisfy({
        $0.utf8.count <= 63 && !$0.hasPrefix("-") && !$0.hasSuffix("-")
      })
    else { return nil }
    self.text = local + "@" + domain
    self.domain = domain
  }

  /// Whether it is words of such characters with single dots between them.
  private static func isDotted(_ text: String, of isPart: (UInt8) -> Bool) -> Bool {
    text.split(on: ".", keepsEmpty: true).allSatisfy {
      !$0.utf8.isEmpty && $0.utf8.allSatisfy(isPart)
    }
  }

  /// What an address may hold without quotes (RFC 5322, section 3.2.3).
  private static func isLocal(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
  }
}
