import BeckonContract
import BeckonModel
import Testing

@testable import BeckonServer

/// The files of `Answers` are what the server answers; what they show of each route, its story
/// asks. They are the contract with clients that nobody can update: a change of one is a decision.
@Suite struct GoldenTests {
  private static let files =
    ServedRoute.native.map { GoldenFile(route: $0.route) }
    + VendorInterface.all.flatMap(\.routes).map { GoldenFile(route: $0.route) }

  @Test func everyRouteHasAFileAndEveryFileARoute() throws {
    let names = try Set(GoldenFile.names())
    let expected = Set(Self.files.map(\.name))
    #expect(expected.count == Self.files.count, "two routes would share a file")
    #expect(expected.subtracting(names) == [], "BECKON_GOLDEN=write makes these")
    #expect(names.subtracting(expected) == [], "no route is called so; delete them")
  }

  @Test func aDifferenceIsToldWithItsLine() {
    let told = GoldenFile.difference(of: "{\n  \"a\": 1.0\n", from: "{\n  \"a\": 1\n", in: "x.json")
    #expect(told.hasPrefix("x.json, line 2, has\n  \"a\": 1\n"))
    #expect(told.contains("answers\n  \"a\": 1.0\n"))
    #expect(GoldenFile.difference(of: "a\nb", from: "a", in: "x").contains("line 2, has\nnothing"))
  }

  @Test func numbersAndOrderAreShownAsSent() {
    let lines = GoldenText.lines(["b": .number("1.0"), "a": .number("1"), "c": [], "d": [:]])
    #expect(lines == [#"{"b": 1.0, "a": 1, "c": [], "d": {}}"#])
  }
}
