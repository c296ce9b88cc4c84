import BeckonEngine
import BeckonTesting
import Testing

/// The tree in which a board's people are counted.
@Suite struct RankNodeTests {
  @Test(
    "A score is counted once for each of its digits, and once among everybody",
    arguments: [
      (0, ["0:0", "10:0"]), (1, ["0:1", "10:0"]), (15, ["0:15", "10:0"]),
      (16, ["0:16", "1:1", "10:0"]), (17, ["0:17", "1:1", "10:0"]),
      (256, ["0:256", "2:1", "10:0"]), (273, ["0:273", "1:17", "2:1", "10:0"]),
      (-3, ["0:0", "10:0"]),
      (RankNode.scoreMax, (0..<10).map { "\($0):\(RankNode.scoreMax >> ($0 * 4))" } + ["10:0"]),
      (.max, (0..<10).map { "\($0):\(RankNode.scoreMax >> ($0 * 4))" } + ["10:0"]),
    ] as [(Int64, [String])])
  func path(_ score: Int64, _ nodes: [String]) {
    #expect(RankNode.all(of: score).map { "\($0.height):\($0.prefix)" } == nodes)
  }

  @Test(
    "A change of a score touches the nodes that tell the two apart",
    arguments: [
      (nil, 0, ["0:0 +1", "10:0 +1"]), (0, 1, ["0:0 -1", "0:1 +1"]),
      (7, 8, ["0:7 -1", "0:8 +1"]), (15, 16, ["0:15 -1", "1:1 +1", "0:16 +1"]),
      (16, 17, ["0:16 -1", "0:17 +1"]), (3, 3, []), (nil, nil, []),
      (1, nil, ["0:1 -1", "10:0 -1"]), (-1, 0, []),
    ] as [(Int64?, Int64?, [String])])
  func change(_ old: Int64?, _ new: Int64?, _ changes: [String]) {
    let found = RankNode.changes(from: old, to: new).sorted { $0.key < $1.key }
    #expect(
      found.map { "\($0.key.height):\($0.key.prefix) \($0.value > 0 ? "+" : "")\($0.value)" }
        == changes)
  }

  @Test("No two nodes have one number")
  func numbers() {
    let scores = (0..<300).flatMap { [$0, $0 << 8, $0 << 20, RankNode.scoreMax - $0] as [Int64] }
    let nodes = Set(scores.flatMap(RankNode.all))
    #expect(Set(nodes.map(\.number)).count == nodes.count)
    #expect(nodes.allSatisfy { $0.number >= 0 })
  }

  @Test("Few nodes are looked at, whatever the score")
  func bounds() {
    for score in [0, 1, 15, 16, 255, 1 << 20, RankNode.scoreMax] as [Int64] {
      let looks = RankNode.ahead(of: score)
      #expect(looks.count <= 10)
      #expect(looks.map(\.count).reduce(0, +) <= 159)
    }
    #expect(RankNode.ahead(of: RankNode.scoreMax) == [])
  }

  @Test("Ranks by the tree are those of a sorted list, whatever has changed before")
  func sorting() {
    var dice = SeededGenerator(announcedFor: "ranks by a tree")
    for round in 0..<30 {
      let most: Int64 = dice.pick([3, 20, 300, 70_000, RankNode.scoreMax])
      var (counts, scores): ([RankNode: Int64], [Int64?]) = ([:], Array(repeating: nil, count: 60))
      for _ in 0..<200 {
        let person = Int.random(in: scores.indices, using: &dice)
        let old = scores[person]
        let isNext = dice.hits(oneIn: 2) && (old ?? 0) < RankNode.scoreMax
        let drawn = isNext ? (old ?? -1) + 1 : Int64.random(in: 0...most, using: &dice)
        let new: Int64? = dice.hits(oneIn: 9) ? nil : drawn
        for (node, change) in RankNode.changes(from: old, to: new) {
          counts[node, default: 0] += change
        }
        scores[person] = new
      }
      let onBoard = scores.compactMap { $0 }
      for score in onBoard + [0, most] {
        #expect(ahead(of: score, counts) == onBoard.filter { $0 > score }.count, "round \(round)")
        let tied = counts[RankNode.leaf(of: score)] ?? 0
        #expect(tied == onBoard.filter { $0 == score }.count)
      }
      #expect(counts[RankNode.everybody] ?? 0 == onBoard.count)
      #expect(counts.values.allSatisfy { $0 >= 0 })
    }
  }

  private func ahead(of score: Int64, _ counts: [RankNode: Int64]) -> Int {
    let looks = RankNode.ahead(of: score)
    return counts.filter { node, _ in looks.contains { $0.contains(node.number) } }
      .reduce(0) { $0 + Int($1.value) }
  }
}
