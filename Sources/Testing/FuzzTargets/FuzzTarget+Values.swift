import BeckonBasics
import BeckonEngine
import BeckonModel

extension FuzzTarget {
  /// Times, amounts, ids and encodings: what is read is written so that it is read as the same.
  static let values = FuzzTarget(
    "values",
    seeds: [
      "2026-11-21T09:30:00Z", "2026-11-21T09:30:00.123456+03:30", "0000-01-01T00:00:00Z",
      "9999-12-31T23:59:60Z", "1234.5650", "-0.5e-3", "99.989999999999995", "1e999", "1e-999",
      "per_01h000000000000000000000000", "AAECAw==", "AAECAw", "_-8", "0aFF",
      "019a1b2c-0000-7000-8000-00000000000a", "A.b+c@Example.com", "a@b@c.d", "EUR", "ıos",
      "event:buy", "Europe/Istanbul", "2026-02-29",
    ]
  ) { bytes, complaints in
    let text = bytes.text
    if let instant = Instant(text) {
      complaints.expect(Instant(instant.text) == instant, "a time reads otherwise")
    }
    for code in ["EUR", "JPY", "BHD"] {
      guard let currency = Currency(code), let money = Money(decimal: text, currency) else {
        continue
      }
      let again = Money(decimal: money.decimal, currency)
      complaints.expect(again?.amount == money.amount, "an amount reads otherwise")
    }
    if let id = PersonID(text) { complaints.expect(id.text == text, "an id has two forms") }
    if let uuid = Identifier(uuid: text) {
      complaints.expect(Identifier(uuid: uuid.uuid) == uuid, "a UUID reads otherwise")
    }
    for base in [Base64.standard, Base64.url] {
      complaints.expect(base.decode(base.encode(bytes)) == bytes, "base 64 reads otherwise")
      guard let decoded = base.decode(text) else { continue }
      complaints.expect(base.decode(base.encode(decoded)) == decoded, "base 64 loses bytes")
    }
    complaints.expect(Hexadecimal.decode(Hexadecimal.encode(bytes)) == bytes, "hexadecimal")
    if let mail = MailAddress.normalized(text) {
      complaints.expect(MailAddress.normalized(mail) == mail, "an address has two normal forms")
      _ = MailAddress.mailbox(mail)
      _ = MailAddress.isDisposable(mail)
    }
    if let topic = WebhookTopic(text) {
      complaints.expect(topic.text == text, "a topic has two forms")
    }
    _ = LocalDays(zone: text)
    _ = LocalDays.utc.start(of: text)
    _ = Identity(kind: .email, value: text).masked
    checkText(text, &complaints)
  }

  /// What stands in for Swift's own comparisons says what they say, where they look at bytes.
  private static func checkText(_ text: String, _ complaints: inout Complaints) {
    for count in [0, 1, 7, text.utf8.count / 2] {
      let cut = text.prefix(bytes: count)
      complaints.expect(
        cut.utf8.count <= count && text.hasPrefix(cut)
          && min(count, text.utf8.count) - cut.utf8.count < 4, "a cut")
    }
    let parts = text.split(on: ",", keepsEmpty: true)
    complaints.expect(parts.joined(separator: ",") == text, "parts do not make the whole")
    complaints.expect(text.has(",") == (parts.count > 1), "a comma")
    complaints.expect(text == String(decoding: Array(text.utf8), as: UTF8.self), "not itself")
    complaints.expect(text != text + "\u{301}", "two texts are one")
  }
}
