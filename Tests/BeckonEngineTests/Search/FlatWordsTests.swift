import BeckonModel
import BeckonTesting
import Testing

@testable import BeckonEngine

/// The arrays in which words, and lists of products, stand one behind the other.
@Suite struct FlatWordsTests {
  @Test("Lists that grow, shrink and go hold what plain arrays hold")
  func lists() {
    var chance = SeededGenerator(announcedFor: "lists of numbers")
    var (lists, plain) = (NumberLists(), [[UInt32]](repeating: [], count: 40))
    lists.open(39)
    for step in 0..<20_000 {
      let list = Int.random(in: 0..<40, using: &chance)
      let number = UInt32.random(in: 0..<300, using: &chance)
      switch Int.random(in: 0..<100, using: &chance) {
      case 0: (plain[list], _) = ([], lists.clear(UInt32(list)))
      case 1:
        plain[list] = (0..<Int.random(in: 0..<400, using: &chance)).map { UInt32($0) }
        lists.set(UInt32(list), plain[list])
      case 2..<60:
        if !plain[list].contains(number) { plain[list] = (plain[list] + [number]).sorted() }
        lists.insert(number, into: UInt32(list))
      default:
        plain[list].removeAll { $0 == number }
        lists.remove(number, from: UInt32(list))
      }
      guard step % 500 == 0 else { continue }
      #expect(plain.indices.map { Array(lists[UInt32($0)]) } == plain)
      #expect(lists.total == plain.reduce(0) { $0 + $1.count })
    }
  }

  @Test("Words that come and go keep their numbers, and stand in the order of their bytes")
  func words() {
    var chance = SeededGenerator(announcedFor: "words that come and go")
    var (words, order, plain) = (WordTable(), WordOrder(), [String: UInt32]())
    for step in 0..<12_000 {
      let letters = (0..<Int.random(in: 1...12, using: &chance)).map { _ in
        "abz".utf8.randomElement(using: &chance) ?? 0
      }
      let text = String(decoding: letters, as: UTF8.self)
      if let number = plain[text], Bool.random(using: &chance) {
        order.remove(number, words)
        words.giveBack(number)
        plain[text] = nil
      } else {
        let (number, isNew) = words.take(letters)
        #expect(isNew == (plain[text] == nil) && plain[text] ?? number == number)
        if isNew { order.insert(number, words) }
        plain[text] = number
      }
      guard step % 400 == 0 else { continue }
      for beginning in ["", "a", "zab", "abababab", "aaaaaaaab"] {
        var found: [UInt32] = []
        order.each(beginning: Array(beginning.utf8), words) {
          found.append($0)
          return true
        }
        let expected = plain.keys.filter { $0.hasPrefix(beginning) }.sorted()
        #expect(found.map { String(decoding: words[$0], as: UTF8.self) } == expected)
      }
      #expect(words.count == plain.count)
    }
  }

  /// The distance as books give it, row by row.
  private static func typos(_ some: [UInt8], _ other: [UInt8]) -> [Int] {
    var rows = [Array(0...other.count)]
    for place in some.indices {
      var row = [place + 1]
      for next in other.indices {
        let isSame = some[place] == other[next]
        var cost = min(
          rows[place][next + 1] + 1, row[next] + 1, rows[place][next] + (isSame ? 0 : 1))
        if place > 0, next > 0, some[place] == other[next - 1], some[place - 1] == other[next] {
          cost = min(cost, rows[place - 1][next - 1] + 1)
        }
        row.append(cost)
      }
      rows.append(row)
    }
    return rows[some.count]
  }

  @Test("Typos between two words, and to a beginning, are those that books count")
  func distance() {
    var chance = SeededGenerator(announcedFor: "words a few typos away")
    var distance = EditDistance()
    for _ in 0..<30_000 {
      let (some, other) = (Self.word(&chance), Self.word(&chance))
      let row = Self.typos(some, other)
      distance.begin(some)
      for most in 1...2 {
        let (whole, least) = other.withUnsafeBufferPointer {
          (distance.typos($0, most: most), distance.typos(beginning: $0, most: most))
        }
        let fits = row[other.count] <= most ? row[other.count] : nil
        let begins = row.min().flatMap { $0 <= most ? $0 : nil }
        #expect(whole == fits && least == begins, "\(some) \(other) \(most)")
      }
    }
  }

  private static func word(_ chance: inout SeededGenerator) -> [UInt8] {
    (0..<Int.random(in: 1...7, using: &chance)).map { _ in
      "ab".utf8.randomElement(using: &chance) ?? 0
    }
  }
}
