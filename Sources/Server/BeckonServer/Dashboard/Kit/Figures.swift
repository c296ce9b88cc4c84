import BeckonModel

/// Numbers, money and times as people read them in a language.
struct Figures: Sendable {
  let language: Language

  /// A whole number with its thousands apart: `1,234`.
  func whole(_ number: Int64) -> String {
    let digits = String(number.magnitude)
    var grouped = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.utf8.count - index).isMultiple(of: 3) { grouped += separator }
      grouped.append(digit)
    }
    return number < 0 ? "−" + grouped : grouped
  }

  /// A number with so many decimals, rounded.
  func decimal(_ number: Double, digits: Int) -> String {
    guard number.isFinite else { return "–" }
    var scale: Double = 1
    for _ in 0..<digits { scale *= 10 }
    let scaled = (number.magnitude * scale).rounded()
    guard scaled < 9e15 else { return "–" }
    let parts = Int64(scaled)
    let left = whole(parts / Int64(scale))
    guard digits > 0 else { return (number < 0 ? "−" : "") + left }
    let right = String(parts % Int64(scale))
    let zeros = String(repeating: "0", count: digits - right.utf8.count)
    return (number < 0 ? "−" : "") + left + point + zeros + right
  }

  /// A share of a whole as per cent; a dash of nothing.
  func share(_ part: Int64, of whole: Int64) -> String {
    whole == 0 ? "–" : decimal(Double(part) / Double(whole) * 100, digits: 1) + " %"
  }

  /// Money as the API writes it, `1234.50`, with its thousands apart.
  func money(_ decimal: String, _ currency: String) -> String {
    let parts = decimal.split(on: ".", maxSplits: 1)
    guard let units = parts.first.flatMap({ Int64($0) }) else { return decimal + " " + currency }
    let isNegative = decimal.hasPrefix("-") && units == 0
    let cents = parts.count == 2 ? point + parts[1] : ""
    return (isNegative ? "−" : "") + whole(units) + cents + " " + currency
  }

  /// Bytes in the largest unit that leaves a number to read: `1.4 GiB`.
  func bytes(_ count: Int64) -> String {
    var (value, unit) = (Double(count), 0)
    let units = ["B", "KiB", "MiB", "GiB", "TiB"]
    while value >= 1_024, unit < units.count - 1 { (value, unit) = (value / 1_024, unit + 1) }
    return decimal(value, digits: unit == 0 ? 0 : 1) + " " + units[unit]
  }

  /// A time to the minute, as people compare it: `2026-06-01 09:30`.
  static func time(_ text: String) -> String {
    let bytes = text.utf8
    guard bytes.count >= 16, text.has("T") else { return text }
    return text.prefix(bytes: 10) + " " + String(Substring(text.utf8.dropFirst(11).prefix(5)))
  }

  private var separator: String { language == .german ? "." : "," }
  private var point: String { language == .german ? "," : "." }
}

extension HTML {
  /// A time to the minute; the whole of it for programs.
  static func time(_ instant: Instant) -> HTML { time(instant.text) }

  /// The same of a time as the API writes it; nothing of `nil`.
  static func time(_ text: String?) -> HTML {
    guard let text else { return HTML("–") }
    return HTML(.time, .datetime(text)) { Figures.time(text) }
  }
}
