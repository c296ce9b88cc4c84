import BeckonEngine
import BeckonModel
import Foundation

/// The time zones of countries, from the system's own database (Debian's `tzdata`).
struct CountryZones: Sendable {
  /// Regions that phone numbers have and the table does not, and a country with the same clocks.
  private static let neighbours: [TextKey: String] = ["AC": "SH", "TA": "SH", "XK": "RS"]
  /// Where systems keep the table. The second has fewer zones, but all countries.
  private static let files = [
    "/usr/share/zoneinfo/zone.tab", "/usr/share/zoneinfo/zone1970.tab",
  ]

  /// The system's, read once; without any country where there is no table.
  static let system = CountryZones(ZoneTable(systemTable))

  private static var systemTable: [UInt8] {
    for file in files {
      if let table = FileManager.default.contents(atPath: file) { return Array(table) }
    }
    return []
  }

  private let zones: [TextKey: [TimeZone]]

  /// The zones of a table that the system knows by name.
  init(_ table: ZoneTable) {
    var zones: [TextKey: [TimeZone]] = [:]
    for country in table.countries {
      zones[country] = table.zones(of: country).compactMap { TimeZone(identifier: $0) }
    }
    self.zones = zones
  }

  /// The countries that it knows (ISO 3166).
  var countries: [String] { zones.keys.map { $0.text }.sorted() }

  /// By how many seconds the clocks of a country's zones are ahead of UTC, each number once; none
  /// for a country that nobody knows.
  func offsets(in country: String, at instant: Instant) -> [Int] {
    let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1_000)
    let found = zones[country] ?? zones[Self.neighbours[country] ?? country] ?? []
    return Set(found.map { $0.secondsFromGMT(for: date) }).sorted()
  }

  /// When somebody in a country may be written to, at `now` or later; at once where nobody knows
  /// the country's clocks.
  func nextAwake(_ hours: QuietHours, in country: String?, from now: Instant) -> Instant {
    guard let country else { return now }
    return hours.nextAwake(from: now) { offsets(in: country, at: $0) }
  }
}
