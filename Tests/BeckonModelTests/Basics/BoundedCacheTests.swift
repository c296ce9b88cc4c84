import BeckonBasics
import Testing

@Suite struct BoundedCacheTests {
  @Test("Never takes up more than its bound, and has room for what comes again")
  func bound() {
    var cache = BoundedCache<Int, Int>(bytesMax: 10 * BoundedCache<Int, Int>.entryBytes)
    for number in 0..<1_000 {
      cache.keep(number, for: number, texts: 0)
      #expect(cache[number] == number)
      #expect(cache.count <= 10)
    }
    #expect(cache.bytes <= 10 * BoundedCache<Int, Int>.entryBytes)
  }

  @Test("One that is too large alone is not kept, and does not drive out the others")
  func tooLarge() {
    var cache = BoundedCache<Int, Int>(bytesMax: 1_000)
    cache.keep(1, for: 1, texts: 0)
    cache.keep(2, for: 2, texts: 1_000)
    #expect(cache[1] == 1 && cache[2] == nil)
  }

  @Test("The same key counts once")
  func sameKey() {
    var cache = BoundedCache<Int, Int>(bytesMax: 1_000)
    for value in 0..<100 { cache.keep(value, for: 1, texts: 100) }
    #expect(cache.count == 1 && cache[1] == 99)
    #expect(cache.bytes == 100 + BoundedCache<Int, Int>.entryBytes)
  }
}
