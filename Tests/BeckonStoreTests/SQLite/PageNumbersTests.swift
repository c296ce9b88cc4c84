import Testing

@testable import BeckonSQLite

@Suite struct PageNumbersTests {
  private static func numbers(_ last: UInt32) -> PageNumbers {
    var numbers = PageNumbers()
    for number in 1...last { numbers.add(number) }
    return numbers
  }

  private static func cuts(_ numbers: inout PageNumbers, from end: UInt32) -> Bool {
    numbers.cut(from: end)
  }

  @Test("Every database of the program has the layer over SQLite's cache")
  func inUse() async throws {
    let directory = try TemporaryDirectory()
    let database = try SQLiteDatabase(SQLiteSettings(path: directory.file("beckon.db")))
    #expect(PageCache.isInUse)
    await database.close()
  }

  @Test("A cache without pages behind the end has nothing to be cut off")
  func nothing() {
    var numbers = Self.numbers(100)
    #expect(!Self.cuts(&numbers, from: 101))
    #expect(!Self.cuts(&numbers, from: 262_145))
  }

  @Test("Pages behind the end are cut off, once")
  func cutting() {
    var numbers = Self.numbers(100)
    #expect(Self.cuts(&numbers, from: 51))
    #expect(!Self.cuts(&numbers, from: 51))
    #expect(Self.cuts(&numbers, from: 50))
  }

  @Test("A page behind the end counts only while it is there")
  func passing() {
    var numbers = Self.numbers(100)
    numbers.move(7, to: 262_145)
    numbers.move(9, to: 7)
    numbers.move(262_145, to: 9)
    #expect(!Self.cuts(&numbers, from: 101))
    numbers.move(7, to: 262_145)
    #expect(Self.cuts(&numbers, from: 101))
    #expect(!Self.cuts(&numbers, from: 101))
  }

  @Test("Of two pages behind the end at once, none is taken for gone")
  func two() {
    var numbers = Self.numbers(100)
    numbers.move(1, to: 200)
    numbers.move(2, to: 300)
    numbers.move(300, to: 2)
    #expect(Self.cuts(&numbers, from: 200))
    numbers.move(3, to: 300)
    numbers.move(4, to: 200)
    numbers.move(300, to: 3)
    #expect(Self.cuts(&numbers, from: 150))
  }
}
