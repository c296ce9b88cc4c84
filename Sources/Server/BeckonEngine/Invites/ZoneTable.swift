import BeckonModel

/// Which time zones a country has, as the system's table says (`zone.tab` and `zone1970.tab` of
/// IANA's database).
public struct ZoneTable: Sendable {
  private var zones: [TextKey: [String]] = [:]

  /// Reads a table: lines of countries (ISO 3166, with commas between several), a place, and a
  /// zone, with tabs between them. Comments and what is no such line are left out.
  public init(_ bytes: [UInt8]) {
    for line in bytes.split(separator: UInt8(ascii: "\n")) where line.first != UInt8(ascii: "#") {
      let columns = String(decoding: line, as: UTF8.self).split(on: "\t", keepsEmpty: true)
      guard columns.count >= 3, !columns[2].isEmpty else { continue }
      for country in columns[0].split(on: ",") { zones[country, default: []] += [columns[2]] }
    }
  }

  /// The countries that it knows.
  public var countries: [String] { zones.keys.map { $0.text }.sorted() }

  /// The ids of a country's zones, such as `Europe/Berlin`; none when it does not know the country.
  public func zones(of country: String) -> [String] { zones[country] ?? [] }
}
