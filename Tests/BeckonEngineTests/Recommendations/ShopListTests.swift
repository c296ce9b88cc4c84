import BeckonEngine
import BeckonModel
import Testing

/// Lists that need no running session.
@Suite struct ShopListTests {
  @Test("Also viewed: what those who saw the item saw")
  func alsoViewed() {
    var search = NeighbourSearch()
    let index = Shop.index([[1, 2], [1, 2], [3, 1], [8, 9]])
    let list = ShopLists.alsoViewed(1, limit: 5, in: index, by: &search)
    #expect(list.map(\.item) == [2, 3])
    #expect(list.allSatisfy { $0.reason == .alsoViewed })
  }

  @Test("Bought together: orders in common, beside how often each is bought at all")
  func boughtTogether() {
    // 9 is in every order, 2 only with 1; 4 was bought with 1 once, which is chance.
    let orders: [[UInt32]] = [[1, 2, 9], [1, 2, 9], [1, 4, 9], [5, 9], [6, 9], [7, 9]]
    let index = Shop.index(orders)
    let list = ShopLists.boughtTogether(with: [1], limit: 5, in: index)
    #expect(list.map(\.item) == [2, 9])
    #expect(list[0].reason == .boughtTogether)
    #expect(ShopLists.boughtTogether(with: [1, 9], limit: 5, in: index).map(\.item) == [2])
    #expect(ShopLists.boughtTogether(with: [], limit: 5, in: index).isEmpty)
  }

  @Test("Most seen since a time, of a category")
  func most() {
    let index = Shop.index([[1], [1], [1], [2], [2], [3]])
    func most(since hours: Int, _ isAllowed: (UInt32) -> Bool = { _ in true }) -> [UInt32] {
      ShopLists.most(
        since: Shop.at(hours: hours), limit: 5, in: index, reason: .bestSeller,
        isAllowed: isAllowed
      ).map(\.item)
    }
    #expect(most(since: 0) == [1, 2, 3])
    #expect(most(since: 2) == [2, 1, 3])
    #expect(most(since: 0) { $0 != 1 } == [2, 3])
    #expect(most(since: 6).isEmpty)
  }

  @Test("Trending: seen more than in the time before, not only seen often")
  func trending() {
    let before: [[UInt32]] = Array(repeating: [1], count: 9) + [[2]]
    let now: [[UInt32]] = Array(repeating: [1], count: 5) + Array(repeating: [2], count: 4) + [[3]]
    let list = ShopLists.trending(
      from: Shop.at(hours: 10), to: Shop.at(hours: 20), limit: 5, in: Shop.index(before + now))
    #expect(list.map(\.item) == [2])
  }

  @Test("Last visited: the latest first, each once")
  func lastVisited() {
    let list = ShopLists.lastVisited([4, 1, 2, 1, 3], limit: 3) { $0 != 3 }
    #expect(list.map(\.item) == [1, 2, 4])
  }

  @Test("New arrivals: the newest first")
  func newArrivals() {
    let arrivals = [(1, 5), (2, 9), (3, 9), (4, 1)].map {
      (item: UInt32($0.0), at: Shop.at(hours: $0.1))
    }
    let list = CatalogueLists.newArrivals(
      arrivals, from: Shop.at(hours: 5), to: Shop.at(hours: 13), limit: 5)
    #expect(list.map(\.item) == [2, 3, 1])
    #expect(list.map(\.score) == [0.5, 0.5, 0])
  }

  @Test("Price drops: the part taken off, by the last change")
  func priceDrops() {
    func change(_ item: UInt32, _ before: Int64, _ now: Int64, _ hours: Int)
      -> CatalogueLists.PriceChange
    {
      .init(item: item, before: before, now: now, at: Shop.at(hours: hours))
    }
    let changes = [
      change(1, 100, 90, 5), change(2, 100, 50, 5), change(3, 100, 10, 1), change(4, 100, 20, 4),
      change(4, 20, 100, 6), change(5, 0, -5, 6),
    ]
    for changes in [changes, changes.reversed()] {
      let list = CatalogueLists.priceDrops(changes, since: Shop.at(hours: 4), limit: 5)
      #expect(list.map(\.item) == [2, 1])
    }
  }

  @Test("Items of the same kind, rare features counting more, for what nobody has seen")
  func content() {
    // Features: 100 shoes, 200 a brand, 300 and up words.
    var index = ContentIndex()
    index.set(1, features: [100, 200, 300])
    index.set(2, features: [100, 301])
    index.set(3, features: [100, 300])
    index.set(4, features: [101, 302])
    let list = index.similar(to: [1], limit: 5)
    #expect(list.map(\.item) == [3, 2])
    #expect(list[0].reason == .similarContent)
    index.set(3, features: [101])
    #expect(index.similar(to: [1], limit: 5).map(\.item) == [2])
    index.set(2, features: [])
    #expect(index.similar(to: [1], limit: 5).isEmpty)
    #expect(index.count == 3)
  }

  @Test("A shop's memory keeps views and orders apart, and forgets a visitor in both")
  func memory() {
    var memory = ShopMemory(bytesMax: 1 << 20)
    for click in Shop.clicks([[1, 2], [1, 3]]) { memory.add(click, .view) }
    for click in Shop.clicks([[5, 6], [5, 6]]) { memory.add(click, .purchase) }
    #expect(memory.views.sessionCount == 2)
    #expect(memory.purchases.sessionCount(of: 5) == 2)
    memory.forget(visitor: 2)
    #expect(memory.views.sessionCount(of: 3) == 0)
    #expect(memory.purchases.sessionCount(of: 5) == 1)
  }
}
