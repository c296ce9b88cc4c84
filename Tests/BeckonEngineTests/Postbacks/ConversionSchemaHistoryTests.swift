import BeckonEngine
import BeckonModel
import Testing

@Suite struct ConversionSchemaHistoryTests {
  private static let start = Instant(milliseconds: 1_790_000_000_000)

  private static func day(_ day: Double) -> Instant {
    start.adding(milliseconds: Int64(day * 86_400_000))
  }

  /// Two versions: the second, from day 100 on, gives the value 20 to another deed.
  private static func history() throws -> ConversionSchemaHistory {
    func schema(_ name: JSON) throws -> ConversionSchema {
      try ConversionSchema(
        Fields([
          "rules": [
            ["name": name, "when": ["payment": true], "fine": 20, "coarse": "medium"],
            ["name": "later", "when": ["install": true], "window": 1, "coarse": "high"],
          ]
        ]))
    }
    return ConversionSchemaHistory([
      .init(number: 1, from: day(0), schema: try schema("old")),
      .init(number: 2, from: day(100), schema: try schema("new")),
    ])
  }

  private static func meaning(
    _ value: JSON, index: Int = 0, day: Double
  ) throws -> ConversionSchemaHistory.Meaning? {
    let json: JSON = [
      "version": "4.0", "ad-network-id": "com.example", "app-id": 1, "transaction-id": "t",
      "attribution-signature": "MEUC", "postback-sequence-index": .integer(index),
    ]
    let postback = try Postback(
      skAdNetwork: Fields(.object((json.members ?? []) + (value.members ?? []))))
    return try history().meaning(of: postback, receivedAt: Self.day(day))
  }

  @Test("A postback is read by the schema that was in effect when its install came")
  func versions() throws {
    let old = try #require(try Self.meaning(["conversion-value": 20], day: 100.5))
    #expect(old.version == 1)
    #expect(old.rules.map(\.name) == ["old"])
    #expect(old.otherVersions == [])
    let between = try #require(try Self.meaning(["conversion-value": 20], day: 102))
    #expect(between.version == 1)
    #expect(between.otherVersions == [2], "it may have been locked on the second version's day")
    let new = try #require(try Self.meaning(["conversion-value": 20], day: 104.1))
    #expect(new.version == 2)
    #expect(new.otherVersions == [])
    #expect(new.rules.map(\.name) == ["new"])
  }

  @Test("Later postbacks tell of installs that came earlier")
  func laterWindows() throws {
    let second = try #require(
      try Self.meaning(["coarse-conversion-value": "high"], index: 1, day: 102))
    #expect(second.version == 1)
    #expect(second.rules.map(\.name) == ["later"])
    let third = try #require(
      try Self.meaning(["coarse-conversion-value": "high"], index: 2, day: 130))
    #expect(third.version == 1)
    #expect(third.otherVersions == [2])
  }

  @Test("A value that no rule gives means none, and no value means nothing")
  func unknown() throws {
    #expect(try Self.meaning(["conversion-value": 21], day: 50)?.rules == [])
    #expect(try Self.meaning([:], day: 50) == nil)
  }
}
