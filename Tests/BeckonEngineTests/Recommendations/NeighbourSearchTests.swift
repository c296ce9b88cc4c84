import BeckonEngine
import BeckonModel
import BeckonTesting
import Testing

/// What comes next in a session.
@Suite struct NeighbourSearchTests {
  /// Items of one kind are seen together: tents 1, 2, 3 and shoes 11, 12, 13.
  private static let sessions: [[UInt32]] = [
    [1, 2, 3], [11, 12], [2, 3], [12, 13], [1, 2], [11, 13], [3, 20],
  ]

  private func next(
    _ seen: [UInt32], _ sessions: [[UInt32]] = sessions, limit: Int = 10,
    settings: RecommenderSettings = RecommenderSettings()
  ) -> [Recommendation] {
    var search = NeighbourSearch(settings)
    return search.next(after: seen, limit: limit, in: Shop.index(sessions))
  }

  @Test("What others saw next comes first, and says so")
  func following() {
    let list = next([1])
    #expect(list.first?.item == 2)
    #expect(list.first?.reason == .followed)
    #expect(list.first { $0.item == 3 }?.reason == .similarSessions)
    #expect(!list.contains { (11...13).contains($0.item) })
  }

  @Test("The walk reaches what no neighbour saw")
  func walking() {
    // Nobody saw 1 and 20 in one session, but 3 stands between them.
    #expect(next([1]).first { $0.item == 20 }?.reason == .oneStepFurther)
    var settings = RecommenderSettings()
    settings.walkItems = 0
    #expect(!next([1], settings: settings).contains { $0.item == 20 })
  }

  @Test("The last item counts most")
  func last() {
    #expect((11...13).contains(next([1, 11])[0].item))
    #expect((1...3).contains(next([11, 1])[0].item))
  }

  @Test("Who has only earlier items in common counts for nothing where those have no weight")
  func weightless() {
    var settings = RecommenderSettings()
    (settings.positionFade, settings.similarityPower) = (0, 0.1)
    let list = next([1, 11], settings: settings)
    #expect(list.first?.item == 12 || list.first?.item == 13)
    #expect(!list.contains { $0.item == 2 })
  }

  @Test("An item comes back where visitors come back, and stays away where they do not")
  func returning() {
    let homing: [[UInt32]] = (0..<40).map { [$0 % 4, 10 + $0 % 3, $0 % 4] }
    #expect(next([2, 11], homing)[0] == next([2, 11], homing).first { $0.reason == .cameBack })
    #expect(next([2, 11], homing)[0].item == 2)
    let straying: [[UInt32]] = (0..<40).map { [$0 % 4, 10 + $0 % 3, 20 + $0 % 5] }
    #expect(!next([2, 11], straying).contains { $0.item == 2 || $0.item == 11 })
  }

  @Test("The same item straight again is proposed where visitors click so")
  func again() {
    let doubled: [[UInt32]] = (0..<40).map { [$0 % 4, $0 % 4, 10 + $0 % 3] }
    #expect(next([2], doubled)[0].item == 2)
  }

  @Test("What the index knows of the running session changes nothing")
  func own() {
    let clicks = Shop.clicks(Self.sessions)
    let mine = Shop.clicks(Self.sessions + [[1, 2, 1, 12]]).suffix(4)
    var search = NeighbourSearch()
    for count in 1...4 {
      let without = search.next(
        after: mine.prefix(count).map(\.item), limit: 10, of: 8, in: Shop.index(clicks))
      for known in 0...4 {
        let with = search.next(
          after: mine.prefix(count).map(\.item), limit: 10, of: 8,
          in: Shop.index(clicks + mine.prefix(min(known, count))))
        #expect(with == without, "of \(count) clicks the index knew \(known)")
      }
    }
  }

  @Test("What may not be shown makes place for the next")
  func filter() {
    var search = NeighbourSearch()
    let list = search.next(after: [1], limit: 1, in: Shop.index(Self.sessions)) { $0 != 2 }
    #expect(list.map(\.item) == [3])
  }

  @Test("What is popular fills a short list, without what was seen or stands there")
  func fallback() {
    var search = NeighbourSearch()
    let popular = [3, 1, 20, 11, 12].map {
      Recommendation(item: $0, score: 5, reason: .popular)
    }
    let index = Shop.index(Self.sessions)
    let list = search.next(after: [1], limit: 4, in: index, fallback: popular)
    #expect(list.map(\.item) == [2, 3, 20, 11])
    #expect(list.last?.reason == .popular)
    let unknown = search.next(after: [99], limit: 2, in: index, fallback: popular)
    #expect(unknown.map(\.item) == [3, 1])
    let first = search.next(after: [], limit: 2, in: index, fallback: popular)
    #expect(first.map(\.item) == [3, 1])
  }

  @Test("Items for which as much speaks are put in order by their numbers")
  func ties() {
    let sessions: [[UInt32]] = [[1, 9], [1, 5], [1, 7]]
    var settings = RecommenderSettings()
    (settings.ageHalvings, settings.freshnessHalvings) = (0, 0)
    #expect(next([1], sessions, settings: settings).map(\.item) == [5, 7, 9])
  }

  @Test("A list has as many items as asked for", arguments: [0, 1, 3])
  func limit(_ limit: Int) {
    #expect(next([1], limit: limit).count == limit)
  }

  @Test(
    "Shares are probabilities: none below 0, their sum about 1",
    arguments: [[1], [1, 2, 1], [3, 12]])
  func shares(_ seen: [UInt32]) {
    let list = next(seen, limit: 100)
    #expect(list.allSatisfy { $0.score > 0 })
    #expect((0.5...1.5).contains(list.reduce(0) { $0 + $1.score }))
  }

  @Test("One search after another gives what a new one gives")
  func memory() {
    var generator = SeededGenerator(announcedFor: "searches one after another")
    let index = Shop.index(Shop.clicks(of: &generator, sessions: 200))
    var used = NeighbourSearch()
    for _ in 0..<50 {
      let seen = (0..<Int.random(in: 1...9, using: &generator)).map { _ in
        UInt32.random(in: 0..<45, using: &generator)
      }
      var new = NeighbourSearch()
      let list = used.next(after: seen, limit: 10, in: index)
      let fresh = new.next(after: seen, limit: 10, in: index)
      #expect(list == fresh)
    }
  }
}
