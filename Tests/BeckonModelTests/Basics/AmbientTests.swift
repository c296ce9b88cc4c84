import BeckonBasics
import BeckonModel
import Foundation
import Testing

@Suite struct AmbientTests {
  @Test func idsAndSecretsComeFromTheGivenTimeAndChance() {
    let ambient = Ambient(now: { Instant(milliseconds: 5) }, random: { .max })
    #expect(
      ambient.id(PersonID.self).identifier == Identifier(high: 0x57FFF, low: .max >> 2 | 1 << 63))
    #expect(ambient.secret(prefix: "sk") == "sk_7zzzzzzzzzzzzzzzzzzzzzzzzz")
  }

  @Test func theSystemsClockIsTheOneOfFoundation() {
    let before = Date().timeIntervalSince1970
    let now = Double(Ambient.system.now().milliseconds) / 1_000
    let after = Date().timeIntervalSince1970
    #expect(now > before - 0.002 && now < after + 0.002)
  }

  @Test func theSystemsChanceDoesNotRepeat() {
    #expect(Set((0..<1_000).map { _ in Ambient.system.secret(prefix: "sk") }).count == 1_000)
  }

  @Test func theMonotonicClockNeverGoesBack() {
    let readings = (0..<1_000).map { _ in MonotonicClock.nanoseconds() }
    #expect(readings == readings.sorted())
  }
}
