import BeckonModel

/// The value of a header field of a mail, written so that any text stays one value.
enum MailHeader {
  /// Bytes of text that one encoded word holds: with its frame and the longest name of a field in
  /// front it stays within the 76 columns of RFC 2047.
  private static let wordBytes = 36

  /// Whether a text can stand in a header: it has no control characters, by which it would become
  /// several fields.
  static func isOneLine(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
        && scalar.value != 0x2028 && scalar.value != 0x2029
    }
  }

  /// A text for people, such as a subject.
  static func text(_ text: String) -> String {
    isPlain(text) && text.utf8.count <= 60 ? text : encoded(text)
  }

  /// The name of a sender, in front of the address.
  static func phrase(_ name: String) -> String {
    guard isPlain(name), name.utf8.count <= 50 else { return encoded(name) }
    var quoted: [UInt8] = []
    for byte in name.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        quoted.append(UInt8(ascii: "\\"))
      }
      quoted.append(byte)
    }
    return "\"" + String(decoding: quoted, as: UTF8.self) + "\""
  }

  /// ASCII that no reader takes for encoded.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !text.has(text: "=?")
  }

  /// Encoded words (RFC 2047), one on each line, none of which cuts a character.
  private static func encoded(_ text: String) -> String {
    var words: [String] = []
    var rest = text
    while !rest.utf8.isEmpty {
      let part = rest.prefix(bytes: wordBytes)
      words.append("=?utf-8?B?" + Base64.standard.encode(Array(part.utf8)) + "?=")
      rest = String(Substring(rest.utf8.dropFirst(part.utf8.count)))
    }
    return words.joined(separator: "\r\n ")
  }

  /// A time as RFC 5322 writes it: `Mon, 23 Nov 2026 09:30:00 +0000`.
  static func date(_ instant: Instant) -> String {
    let milliseconds = max(0, instant.milliseconds)
    let days = milliseconds / Span.dayMilliseconds
    let seconds = milliseconds % Span.dayMilliseconds / Span.secondMilliseconds
    let date = CivilDate(daysSince1970: days)
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let time = [seconds / 3_600, seconds / 60 % 60, seconds % 60].map(two).joined(separator: ":")
    // The first of January 1970 was a Thursday.
    let weekday = weekdays[Int((days + 4) % 7)]
    return
      "\(weekday), \(two(date.day)) \(months[Int(date.month) - 1]) \(date.year) \(time) +0000"
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
