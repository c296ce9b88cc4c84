import BeckonBasics
import BeckonModel
import Testing

@testable import BeckonStore

@Suite struct NetworkFilterTests {
  private static func networks(_ numbers: Range<Int>) -> [ClickNetwork] {
    let key = HashKey([7])
    return numbers.map { number in
      ClickNetwork(app: Int64(number % 3), digest: Identifier(hashing: "n", "\(number)", key: key))
    }
  }

  @Test("Denies no network that is in it, and nearly every other", arguments: [1, 50, 20_000])
  func denies(count: Int) {
    let filter = NetworkFilter(Self.networks(0..<count))
    #expect(Self.networks(0..<count).allSatisfy(filter.mayHold))
    let wrong = Self.networks(count..<(count + 20_000)).filter(filter.mayHold)
    #expect(wrong.count < 400)
  }

  @Test("Denies all networks where there are none")
  func empty() {
    let filter = NetworkFilter([])
    #expect(!Self.networks(0..<100).contains(where: filter.mayHold))
  }
}
