import BeckonEngine
import BeckonModel
import Testing

@testable import BeckonServer

/// The clocks of countries.
@Suite struct CountryZonesTests {
  private static let winter = "2026-01-15T12:00:00Z"

  private static func hours(_ country: String, _ text: String = winter) throws -> [Double] {
    let instant = try #require(Instant(text))
    return CountryZones.system.offsets(in: country, at: instant).map { Double($0) / 3_600 }
  }

  @Test("A country has all its clocks, in summer other ones")
  func offsets() throws {
    #expect(try Self.hours("DE") == [1])
    #expect(try Self.hours("DE", "2026-07-15T12:00:00Z") == [2])
    #expect(try Self.hours("NP") == [5.75])
    #expect(try Self.hours("US") == [-10, -9, -8, -7, -6, -5])
    #expect(try Self.hours("RU") == [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    #expect(try Self.hours("QQ").isEmpty && Self.hours("").isEmpty)
  }

  @Test("Every region of phone numbers has clocks")
  func regions() throws {
    #expect(CountryZones.system.countries.count > 200)
    for region in PhoneReader.regions { #expect(try !Self.hours(region).isEmpty, "\(region)") }
  }

  @Test("Nobody is woken: in no zone of the country is it quiet then")
  func awake() throws {
    let hours = QuietHours.standard
    for region in PhoneReader.regions {
      for hour: Int64 in 0..<24 {
        let now = try #require(Instant(Self.winter)).adding(
          milliseconds: hour * Span.hourMilliseconds)
        let then = CountryZones.system.nextAwake(hours, in: region, from: now)
        #expect((0...QuietHours.holdMilliseconds).contains(then.milliseconds(since: now)))
        for seconds in CountryZones.system.offsets(in: region, at: then) {
          let minute = (then.milliseconds / 1_000 + Int64(seconds)) / 60 % 1_440
          #expect(!hours.holds(minute: Int(minute)), "\(region) \(then)")
        }
      }
    }
    let now = try #require(Instant("2026-01-15T03:00:00Z"))
    #expect(CountryZones.system.nextAwake(hours, in: nil, from: now) == now)
  }
}
