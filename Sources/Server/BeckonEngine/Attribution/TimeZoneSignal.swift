import BeckonModel

/// A time zone as a side tells it: by name, by distance from UTC, or both.
public struct TimeZoneSignal: Hashable, Sendable {
  /// Name in the IANA database, `Europe/Istanbul`.
  public let identifier: String?
  /// Minutes east of UTC at that time. (JavaScript's `getTimezoneOffset` counts west.)
  public let offsetMinutes: Int?

  /// Makes a zone; an offset beyond 18 hours is none.
  public init(identifier: String?, offsetMinutes: Int? = nil) {
    self.identifier = identifier
    self.offsetMinutes = offsetMinutes.flatMap { abs($0.clamped) <= 1_080 ? $0 : nil }
  }

  /// Reads a name, or an offset: `Europe/Istanbul`, `+03:00`, `UTC+3`, `GMT-0330`, `UTC`, `Z`.
  /// `nil` when it is neither.
  public init?(text: String) {
    guard text.utf8.count <= Limits.signalBytes else { return nil }
    if let minutes = Self.offset(text) {
      self.init(identifier: nil, offsetMinutes: minutes)
    } else if text.has("/") {
      self.init(identifier: text)
    } else {
      return nil
    }
  }

  /// Names decide when both sides give one, because an offset changes with the season; else
  /// offsets. A name can't be compared with an offset here: that would need the database.
  static func compare(_ left: TimeZoneSignal?, _ right: TimeZoneSignal?) -> SignalComparison {
    guard let left, let right else { return .missing }
    if let one = left.currentName, let other = right.currentName {
      return one == other ? .agrees : .differs
    }
    guard let one = left.offsetMinutes, let other = right.offsetMinutes else { return .missing }
    return one == other ? .agrees : .differs
  }

  private var currentName: String? {
    guard let name = identifier?.lowercased() else { return nil }
    return Self.renamed[name] ?? name
  }

  private static func offset(_ text: String) -> Int? {
    let upper = text.uppercased()
    let isNamed = ["ETC/UTC", "ETC/GMT", "UTC", "GMT", "Z"].first { upper.hasPrefix($0) }
    let rest = upper.utf8.dropFirst(isNamed?.utf8.count ?? 0)
    guard let sign = rest.first else { return isNamed == nil ? nil : 0 }
    // `Etc/GMT-3` means UTC+3, by POSIX.
    let isReversed = isNamed?.hasPrefix("ETC") == true
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
    let digits = rest.dropFirst().filter { $0 != UInt8(ascii: ":") }
    guard (1...4).contains(digits.count), digits.allSatisfy(\.isDigit) else { return nil }
    let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    let minutes = digits.count <= 2 ? number * 60 : number / 100 * 60 + number % 100
    return (sign == UInt8(ascii: "-")) != isReversed ? -minutes : minutes
  }

  /// Systems and browsers don't change to a new name at the same time.
  private static let renamed: [TextKey: String] = [
    "asia/calcutta": "asia/kolkata", "asia/saigon": "asia/ho_chi_minh",
    "asia/katmandu": "asia/kathmandu", "asia/rangoon": "asia/yangon",
    "europe/kiev": "europe/kyiv", "asia/istanbul": "europe/istanbul", "turkey": "europe/istanbul",
    "america/buenos_aires": "america/argentina/buenos_aires", "america/godthab": "america/nuuk",
    "us/eastern": "america/new_york", "us/central": "america/chicago",
    "us/mountain": "america/denver", "us/pacific": "america/los_angeles",
    "atlantic/faeroe": "atlantic/faroe", "pacific/ponape": "pacific/pohnpei",
    "asia/dacca": "asia/dhaka", "asia/ulan_bator": "asia/ulaanbaatar",
  ]
}

extension Int {
  /// So that `abs` can't trap.
  fileprivate var clamped: Int { Swift.max(self, -Int.max) }
}
