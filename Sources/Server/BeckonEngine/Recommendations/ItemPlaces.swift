/// Where the products of a shop stand in the arrays of a `ShopModel`: without gaps, in the order of
/// their numbers. So two servers order equal scores alike, however late each heard of a product.
struct ItemPlaces: Sendable {
  /// The products' numbers, in order; a number's place is where it stands.
  private(set) var numbers: [Int64] = []
  private var places: [Int64: UInt32] = [:]

  /// Bytes that a product takes up here.
  static let itemBytes = 48

  /// How many there are.
  var count: Int { numbers.count }

  /// Where a product stands; `nil` for one that is not known.
  func place(of number: Int64) -> UInt32? { places[number] }

  /// Takes a product in; nothing for one that is known, or too many.
  /// - Returns: where it stands now. Those behind it have moved by one.
  mutating func insert(_ number: Int64) -> UInt32? {
    guard places[number] == nil, numbers.count <= Int(SessionIndex.itemMax) else { return nil }
    let place = firstPlace(above: number)
    numbers.insert(number, at: place)
    for moved in place..<numbers.count { places[numbers[moved]] = UInt32(moved) }
    return UInt32(place)
  }

  /// Nearly all come in order.
  private func firstPlace(above number: Int64) -> Int {
    guard let last = numbers.last, last > number else { return numbers.count }
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
