import BeckonModel

/// A time as programs write it into lists for people: with the date alone, with the day first, or
/// without a time zone, which is then taken for UTC.
public enum ListedTime {
  /// Reads `2024-02-03T10:00:00Z`, `2024-02-03 10:00:00 UTC`, `2024-02-03 10:00`, `2024-02-03`,
  /// `03/02/2024`, `03/02/2024 10:00` (the day first) and seconds since 1970; `nil` for anything
  /// else.
  public static func read(_ text: String) -> Instant? {
    if let instant = Instant(text) { return instant }
    if let seconds = Int64(text), text.utf8.count == 10 {
      return Instant(milliseconds: seconds * 1_000)
    }
    let parts = text.prefix(bytes: 40).split(on: " ")
    guard let date = parts.first.flatMap(date) else { return nil }
    let rest = parts.dropFirst().filter { $0 != "UTC" && $0 != "+0000" && $0 != "Z" }
    guard rest.count <= 1 else { return nil }
    guard let time = rest.first else { return Instant(date + "T00:00:00Z") }
    return Instant(date + "T" + time + (time.utf8.count == 5 ? ":00Z" : "Z"))
  }

  private static func date(_ text: String) -> String? {
    let parts = text.split(on: "/")
    guard parts.count == 3 else { return text.utf8.count == 10 ? text : nil }
    guard parts[2].utf8.count == 4, parts.prefix(2).allSatisfy({ (1...2) ~= $0.utf8.count })
    else { return nil }
    let (day, month) = (parts[0], parts[1])
    return parts[2] + "-" + padded(month) + "-" + padded(day)
  }

  private static func padded(_ text: String) -> String { text.utf8.count == 1 ? "0" + text : text }
}
