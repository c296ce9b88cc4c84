import BeckonEngine
import BeckonModel
import Foundation
import Testing

/// Real clicks, where the machine has them; the whole measurement is `script/bench
/// recommendations`.
@Suite("Quality on a part of real clicks")
struct RecommendationQualityTests {
  /// The folder of the files, beside the repository.
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../../shared").appendingPathComponent("data/serenade")
    .standardizedFileURL

  private static var isThere: Bool {
    FileManager.default.fileExists(atPath: folder.path + "/serenade_example_valid.txt")
  }

  /// Sessions of a file: the last ones, as items with their times.
  private static func sessions(_ name: String, latest: Int) throws -> [[SessionClick]] {
    let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    var sessions: [Int64: [SessionClick]] = [:]
    for line in text.split(separator: "\n").dropFirst() {
      let cells = line.split(separator: "\t").compactMap { Double($0) }
      let click = SessionClick(
        session: Int64(cells[0]), visitor: 1, item: UInt32(cells[1]),
        at: Instant(milliseconds: Int64(cells[2]) * 1_000))
      sessions[click.session, default: []].append(click)
    }
    return sessions.values.map { $0.sorted { ($0.at, $0.item) < ($1.at, $1.item) } }
      .sorted { ($0[0].at, $0[0].session) > ($1[0].at, $1[0].session) }.prefix(latest).reversed()
  }

  @Test(
    "A third of the sessions predict others better than what is popular does",
    .enabled(if: isThere, "the data is not beside the repository"))
  func quality() throws {
    let index = Shop.index(
      try Self.sessions("serenade_example_train.txt", latest: 8_000).flatMap(\.self),
      bytesMax: 1 << 26)
    var (search, lists, popular) = (NeighbourSearch(), ListQuality(cut: 20), ListQuality(cut: 20))
    let most = ShopLists.most(
      since: Instant(milliseconds: 0), limit: 20, in: index, reason: .popular)
    for session in try Self.sessions("serenade_example_valid.txt", latest: 100) {
      let items = session.map(\.item)
      for place in items.indices.dropFirst() {
        let list = search.next(after: Array(items[..<place]), limit: 20, in: index)
        lists.count(list.map(\.item), target: items[place]) { _ in 0 }
        popular.count(most.map(\.item), target: items[place]) { _ in 0 }
      }
    }
    #expect(lists.predictions > 200)
    #expect(lists.hitRate > 0.55)
    #expect(lists.reciprocalRank > 0.27)
    #expect(lists.hitRate > 3 * popular.hitRate)
  }
}
