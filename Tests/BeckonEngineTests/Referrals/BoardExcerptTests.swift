import BeckonEngine
import Testing

/// What is shown around a place.
@Suite struct BoardExcerptTests {
  @Test(
    "As many ahead as behind, but for the board's ends",
    arguments: [
      (50, 5, [48, 49, 50, 51, 52]), (50, 4, [49, 50, 51, 52]), (1, 4, [1, 2, 3, 4]),
      (2, 5, [1, 2, 3, 4, 5]), (100, 3, [98, 99, 100]), (99, 5, [96, 97, 98, 99, 100]),
      (7, 1, [7]),
    ])
  func around(place: Int, limit: Int, shown: [Int]) {
    let ahead = (1..<place).reversed().prefix(limit - 1)
    let behind = (place + 1..<101).prefix(limit - 1)
    #expect(
      BoardExcerpt.around(
        place, nearestAhead: Array(ahead), behind: Array(behind), limit: limit) == shown)
  }
}
