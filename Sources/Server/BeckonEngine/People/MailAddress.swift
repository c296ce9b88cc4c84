import BeckonModel

/// What can be told of a mail address without sending to it.
public enum MailAddress {
  /// The form in which addresses are compared and stored: without space around it, lower case;
  /// `nil` when it cannot be an address (RFC 5321: one `@` after a local part of at most 64 bytes,
  /// a domain with a dot). The local part is lower-cased too: no provider in use tells case apart.
  public static func normalized(_ text: String) -> String? {
    let trimmed = text.drop(while: \.isWhitespace)
    guard let end = trimmed.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    let address = trimmed[...end].lowercased()
    let parts = address.split(on: "@", keepsEmpty: true)
    guard parts.count == 2, let local = parts.first, let domain = parts.last else { return nil }
    let hasBadCharacter = address.unicodeScalars.contains {
      $0.value <= 0x20 || $0.value == 0x7F || "<>()[],;:\\\"".unicodeScalars.contains($0)
    }
    let labels = domain.split(on: ".", keepsEmpty: true)
    guard !hasBadCharacter, (1...64).contains(local.utf8.count), domain.utf8.count <= 255,
      labels.count >= 2, labels.allSatisfy({ (1...63).contains($0.utf8.count) })
    else { return nil }
    return address
  }

  /// The mailbox behind an address in normal form: without `+tag`, and for Gmail without dots,
  /// which it ignores. For comparing only; mail goes to the address as given.
  public static func mailbox(_ address: String) -> String {
    let parts = address.split(on: "@", maxSplits: 1)
    guard parts.count == 2, let local = parts.first, let domain = parts.last else {
      return address
    }
    let untagged = local.upTo("+")
    let isGmail = domain == "gmail.com" || domain == "googlemail.com"
    let name = isGmail ? untagged.split(on: ".").joined() : untagged
    return name + "@" + (isGmail ? "gmail.com" : domain)
  }

  /// The same where its provider is known to have tags; any other address is a mailbox of its own.
  /// For comparing strangers, where a wrong guess would hold an honest person's reward.
  public static func sureMailbox(_ address: String) -> String {
    guard let domain = address.split(on: "@").last, taggingDomains.contains(domain) else {
      return address
    }
    return mailbox(address)
  }

  private static let taggingDomains: Set<TextKey> = [
    "fastmail.com", "fastmail.fm", "gmail.com", "googlemail.com", "hey.com", "hotmail.com",
    "icloud.com", "live.com", "mac.com", "mailbox.org", "me.com", "outlook.com", "pm.me",
    "posteo.de", "proton.me", "protonmail.com", "yandex.com", "yandex.ru", "zoho.com",
  ]

  /// Whether the address is of a well-known provider of throw-away addresses. The list is short by
  /// intent: it raises a risk level and holds nothing.
  public static func isDisposable(_ address: String) -> Bool {
    guard let domain = address.split(on: "@").last else { return false }
    return disposableDomains.contains(domain)
  }

  private static let disposableDomains: Set<TextKey> = [
    "10minutemail.com", "dispostable.com", "emailondeck.com", "fakeinbox.com", "getnada.com",
    "grr.la", "guerrillamail.com", "guerrillamail.net", "guerrillamail.org", "mail.tm",
    "maildrop.cc", "mailinator.com", "mailnesia.com", "mintemail.com", "mohmal.com", "moakt.com",
    "sharklasers.com", "spamgourmet.com", "temp-mail.io", "temp-mail.org", "tempmail.com",
    "tempmail.net", "throwawaymail.com", "trashmail.com", "trashmail.de", "yopmail.com",
  ]
}
