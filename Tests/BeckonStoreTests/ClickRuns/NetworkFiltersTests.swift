import BeckonBasics
import BeckonModel
import Testing

@testable import BeckonStore

/// Which runs may hold a network.
@Suite struct NetworkFiltersTests {
  private static func networks(_ numbers: Range<Int>) -> [ClickNetwork] {
    let key = HashKey([7])
    return numbers.map { number in
      ClickNetwork(app: Int64(number % 3), digest: Identifier(hashing: "n", "\(number)", key: key))
    }
  }

  private static func count(
    _ place: NetworkFilters.Place, _ numbers: Range<Int>, _ filters: NetworkFilters
  ) -> Int {
    networks(numbers).count { filters.runs(of: $0).holds(place) }
  }

  @Test("Denies no network that is in it, and nearly every other", arguments: [1, 50, 20_000])
  func denies(count: Int) {
    var filters = NetworkFilters(clicks: count)
    let place = filters.add(Self.networks(0..<count))
    #expect(Self.count(place, 0..<count, filters) == count)
    #expect(Self.count(place, count..<(count + 20_000), filters) < 400)
  }

  @Test("Of many runs each is told by itself, also in the place of one that went")
  func many() {
    var filters = NetworkFilters(clicks: 500)
    var places = (0..<130).map { run in
      (run: run, place: filters.add(Self.networks(run * 500..<(run + 1) * 500)))
    }
    for run in stride(from: 0, to: 130, by: 3) {
      filters.remove(places[run].place)
      let new = 200 + run
      places[run] = (new, filters.add(Self.networks(new * 500..<(new + 1) * 500)))
    }
    for (run, place) in places {
      let own = run * 500..<(run + 1) * 500
      #expect(Self.count(place, own, filters) == 500)
      let others = (run + 500) * 500..<(run + 501) * 500
      #expect(Self.count(place, others, filters) < 30)
    }
  }

  @Test("Denies all networks where there are none")
  func empty() {
    var filters = NetworkFilters(clicks: 0)
    let place = filters.add([])
    #expect(Self.count(place, 0..<100, filters) == 0)
    let other = filters.add(Self.networks(0..<1))
    filters.remove(other)
    #expect(Self.count(other, 0..<100, filters) == 0)
  }
}
