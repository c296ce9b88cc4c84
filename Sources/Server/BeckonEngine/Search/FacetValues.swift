/// Numbers for the brands, categories and labels of products, for as long as a product has them.
struct FacetValues: Sendable {
  private var table = WordTable()
  private var uses: [UInt32] = []

  /// Bytes that they take.
  var bytes: Int { table.bytes + 4 * table.count }

  /// The number of a value, which one product more uses.
  mutating func take(_ text: String) -> UInt32 {
    let number = table.take(Array(text.utf8)).number
    while uses.count <= Int(number) { uses.append(0) }
    uses[Int(number)] += 1
    return number
  }

  /// One product less uses a value.
  mutating func giveBack(_ number: UInt32) {
    uses[Int(number)] -= 1
    if uses[Int(number)] == 0 { table.giveBack(number) }
  }

  /// Numbers are below this.
  var end: Int { table.end }

  /// The number of a value that a product has.
  func number(of text: String) -> UInt32? { table.number(of: Array(text.utf8)) }

  /// The value of a number.
  func text(_ number: UInt32) -> String {
    String(decoding: table[number], as: UTF8.self)
  }
}
