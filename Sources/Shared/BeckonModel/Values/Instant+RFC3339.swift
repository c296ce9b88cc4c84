// Dates are computed with the algorithm for the proleptic Gregorian calendar by which a year starts
// in March, so that the leap day is the last day of a year.

extension Instant {
  /// The instant as RFC 3339 text in UTC with milliseconds: `2026-11-21T09:30:00.000Z`.
  /// Years outside 0000…9999 are clamped to the first or last instant that the format can hold.
  public var text: String {
    let bounded = min(max(milliseconds, Self.firstMilliseconds), Self.lastMilliseconds)
    let day = Self.floorDivide(bounded, by: Span.dayMilliseconds)
    let time = bounded - day * Span.dayMilliseconds
    let date = CivilDate(daysSince1970: day)
    return String(unsafeUninitializedCapacity: 24) { buffer in
      var position = 0
      func put(_ number: Int64, _ width: Int, _ mark: UInt8) {
        var rest = number
        for index in (position..<position + width).reversed() {
          buffer[index] = UInt8(48 + rest % 10)
          rest /= 10
        }
        buffer[position + width] = mark
        position += width + 1
      }
      put(date.year, 4, UInt8(ascii: "-"))
      put(date.month, 2, UInt8(ascii: "-"))
      put(date.day, 2, UInt8(ascii: "T"))
      put(time / Span.hourMilliseconds, 2, UInt8(ascii: ":"))
      put(time / Span.minuteMilliseconds % 60, 2, UInt8(ascii: ":"))
      put(time / Span.secondMilliseconds % 60, 2, UInt8(ascii: "."))
      put(time % 1_000, 3, UInt8(ascii: "Z"))
      return position
    }
  }

  /// Reads RFC 3339 text (`2026-11-21T09:30:00Z`, any offset, any number of decimals, of which
  /// three count). A leap second reads as the last second before it. `nil` when it is not such
  /// text.
  public init?(_ text: some StringProtocol) {
    let bytes = Array(String(text).utf8)
    guard bytes.count >= 20, bytes.count <= 40 else { return nil }
    func number(_ range: Range<Int>) -> Int64? {
      var value: Int64 = 0
      for byte in bytes[range] {
        guard byte >= 48, byte <= 57 else { return nil }
        value = value * 10 + Int64(byte - 48)
      }
      return value
    }
    guard let year = number(0..<4), bytes[4] == 45, let month = number(5..<7), bytes[7] == 45,
      let day = number(8..<10), [84, 116, 32].contains(bytes[10]), let hour = number(11..<13),
      bytes[13] == 58, let minute = number(14..<16), bytes[16] == 58,
      let second = number(17..<19), hour < 24, minute < 60, second <= 60,
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    var position = 19
    var fraction: Int64 = 0
    if bytes[position] == 46 {
      position += 1
      let start = position
      while position < bytes.count, bytes[position] >= 48, bytes[position] <= 57 {
        if position - start < 3 { fraction = fraction * 10 + Int64(bytes[position] - 48) }
        position += 1
      }
      guard position > start else { return nil }
      for _ in 0..<max(0, 3 - (position - start)) { fraction *= 10 }
    }
    guard let offset = Self.offsetMinutes(bytes[position...]) else { return nil }
    let seconds = (hour * 60 + minute - offset) * 60 + min(second, 59)
    milliseconds =
      date.daysSince1970 * Span.dayMilliseconds + seconds * Span.secondMilliseconds + fraction
  }

  private static let firstMilliseconds: Int64 = -62_167_219_200_000
  private static let lastMilliseconds: Int64 = 253_402_300_799_999

  private static func offsetMinutes(_ bytes: ArraySlice<UInt8>) -> Int64? {
    guard let sign = bytes.first else { return nil }
    if sign == 90 || sign == 122 { return bytes.count == 1 ? 0 : nil }
    let digits = bytes.dropFirst().map { Int64($0) - 48 }
    guard sign == 43 || sign == 45, digits.count == 5, digits[2] == 10,
      [digits[0], digits[1], digits[3], digits[4]].allSatisfy({ (0...9).contains($0) })
    else { return nil }
    let (hours, minutes) = (digits[0] * 10 + digits[1], digits[3] * 10 + digits[4])
    guard hours < 24, minutes < 60 else { return nil }
    return (sign == 45 ? -1 : 1) * (hours * 60 + minutes)
  }

  static func floorDivide(_ number: Int64, by divisor: Int64) -> Int64 {
    let quotient = number / divisor
    return number % divisor < 0 ? quotient - 1 : quotient
  }
}

/// A day of the proleptic Gregorian calendar.
public struct CivilDate: Hashable, Sendable {
  /// Days since 1970-01-01; negative before.
  public let daysSince1970: Int64
  /// Year, 0 is 1 BC.
  public let year: Int64
  /// Month, 1 to 12.
  public let month: Int64
  /// Day of the month, from 1.
  public let day: Int64

  /// The day that is so many days after 1970-01-01.
  public init(daysSince1970: Int64) {
    self.daysSince1970 = daysSince1970
    let shifted = daysSince1970 + 719_468
    let era = Instant.floorDivide(shifted, by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The day of this date; `nil` when there is no such day.
  public init?(year: Int64, month: Int64, day: Int64) {
    guard (1...12).contains(month), (1...31).contains(day), (0...9999).contains(year) else {
      return nil
    }
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = Instant.floorDivide(shiftedYear, by: 400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    self.init(daysSince1970: era * 146_097 + dayOfEra - 719_468)
    guard self.month == month, self.day == day else { return nil }
  }

  /// `YYYY-MM-DD`.
  public var text: String {
    func padded(_ number: Int64, _ width: Int) -> String {
      let digits = "\(number)"
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2)
  }
}
