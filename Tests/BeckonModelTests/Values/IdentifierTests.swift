import BeckonModel
import BeckonTesting
import Foundation
import Testing

@Suite struct IdentifierTests {
  @Test(arguments: [
    (Identifier(high: 0, low: 0), "00000000000000000000000000"),
    (Identifier(high: 0, low: 1), "00000000000000000000000001"),
    (Identifier(high: .max, low: .max), "7zzzzzzzzzzzzzzzzzzzzzzzzz"),
    (
      Identifier(high: 0x0198_c1d2_7a3b_7cde, low: 0x8f01_2345_6789_abcd),
      "01k30x4yhvfkf8y0938nkrkayd"
    ),
  ])
  func isWrittenInBase32(_ identifier: Identifier, _ text: String) {
    #expect(identifier.text == text)
    #expect(Identifier(text: text) == identifier)
  }

  @Test(arguments: [
    "", "0", "0000000000000000000000000", "000000000000000000000000000",
    "80000000000000000000000000", "zzzzzzzzzzzzzzzzzzzzzzzzzz", "0000000000000000000000000i",
    "0000000000000000000000000l", "0000000000000000000000000o", "0000000000000000000000000u",
    "0000000000000000000000000A", "000000000000 0000000000000", "000000000000000000000000é",
    "-0000000000000000000000001", "0000000000000000000000000\0",
  ])
  func otherTextIsRefused(_ text: String) {
    #expect(Identifier(text: text) == nil)
  }

  @Test func textAndUUIDGoThereAndBackAndSortAlike() {
    var random = SeededGenerator(announcedFor: #function)
    for _ in 0..<2_000 {
      let left = Identifier(high: random.next(), low: random.next())
      let right = Identifier(high: random.next() % 2 == 0 ? left.high : random.next(), low: 7)
      #expect(Identifier(text: left.text) == left)
      #expect((left < right) == (left.text < right.text))
      let uuid = UUID(uuid: Self.bytes(of: left))
      #expect(Identifier(uuid: uuid.uuidString) == left)
      #expect(Identifier(uuid: uuid.uuidString.lowercased()) == left)
    }
  }

  @Test(arguments: [
    "", "0198c1d27a3b7cde8f0123456789abcd", "0198c1d2-7a3b-7cde-8f01-23456789abc",
    "0198c1d2-7a3b-7cde-8f01-23456789abcg", "0198c1d2-7a3b-7cde-8f0123456789-abcd",
    "{198c1d2-7a3b-7cde-8f01-23456789abc}", "0198c1d2-7a3b-7cde-8f01-23456789ab-d",
    "0198c1d2_7a3b_7cde_8f01_23456789abcd", "+198c1d2-7a3b-7cde-8f01-23456789abcd",
  ])
  func otherUUIDTextIsRefused(_ text: String) {
    #expect(Identifier(uuid: text) == nil)
  }

  @Test func versionAndVariantAreThoseOfTheRFC() {
    var random = SeededGenerator(announcedFor: #function)
    for _ in 0..<500 {
      let instant = Instant(milliseconds: Int64(random.next() >> 17))
      let identifier = Identifier(at: instant, random: (random.next(), random.next()))
      #expect(identifier.high >> 12 & 0xF == 7)
      #expect(identifier.low >> 62 == 0b10)
      #expect(identifier.instant == Instant(milliseconds: instant.milliseconds & 0xFFFF_FFFF_FFFF))
    }
  }

  @Test func sortsByTimeAndLiesInTheRangeOfItsInstant() {
    let early = Instant(milliseconds: 1_795_000_000_000)
    let late = early.adding(milliseconds: 1)
    let last = Identifier(at: early, random: (.max, .max))
    #expect(last < Identifier(at: late, random: (0, 0)))
    #expect(last < Identifier.earliest(at: late))
    #expect(Identifier.earliest(at: early) <= Identifier(at: early, random: (0, 0)))
  }

  @Test func anInstantBefore1970CountsAs1970() {
    let identifier = Identifier(at: Instant(milliseconds: -1), random: (0, 0))
    #expect(identifier.instant == Instant(milliseconds: 0))
    #expect(Identifier.earliest(at: Instant(milliseconds: .min)) == Identifier(high: 0, low: 0))
  }

  private static func bytes(of identifier: Identifier) -> uuid_t {
    let (high, low) = (identifier.high.bigEndian, identifier.low.bigEndian)
    return withUnsafeBytes(of: (high, low)) { $0.loadUnaligned(as: uuid_t.self) }
  }
}
