/// Where the products of a shop stand in the arrays of a `ShopModel`: without gaps, in the order of
/// their numbers. So two servers order equal scores alike, however late each heard of a product.
///
/// Whoever has an app's key can look at products that are none. So of products of which the app's
/// server has told nothing only so many are taken in as there is room for.
struct ItemPlaces: Sendable {
  /// The products' numbers, in order; a number's place is where it stands.
  private(set) var numbers: [Int64] = []
  private var places: [Int64: UInt32] = [:]
  /// Whether the app's server has told of a product, by its place.
  private var isListed: [Bool] = []
  private var listedCount = 0
  /// Products of which the app's server has told nothing, at most.
  let unlistedMax: Int
  /// Whether there was room for all.
  private(set) var isWhole = true

  /// Bytes that a product takes up here, and in lists of what sessions saw it.
  static let itemBytes = 49 + 3 * SessionIndex.postingBytes
  /// So few products are taken in however little room there is.
  private static let unlistedMin = 500

  /// None yet; those of which the app's server has told nothing take about so many bytes at most.
  init(bytesMax: Int) { unlistedMax = max(Self.unlistedMin, bytesMax / Self.itemBytes) }

  /// How many there are.
  var count: Int { numbers.count }

  /// Where a product stands; `nil` for one that is not known.
  func place(of number: Int64) -> UInt32? { places[number] }

  /// Takes a product in; nothing for one that is known, or too many.
  /// - Parameter isListed: whether the app's server has told of it.
  /// - Returns: where it stands now. Those behind it have moved by one.
  mutating func insert(_ number: Int64, isListed listed: Bool) -> UInt32? {
    guard places[number] == nil else { return nil }
    guard count <= Int(SessionIndex.itemMax), listed || count - listedCount < unlistedMax else {
      isWhole = false
      return nil
    }
    let place = firstPlace(above: number)
    numbers.insert(number, at: place)
    isListed.insert(listed, at: place)
    listedCount += listed ? 1 : 0
    for moved in place..<numbers.count { places[numbers[moved]] = UInt32(moved) }
    return UInt32(place)
  }

  /// Hears whether the app's server has told of a product.
  mutating func list(_ place: UInt32, _ listed: Bool) {
    guard isListed[Int(place)] != listed else { return }
    isListed[Int(place)] = listed
    listedCount += listed ? 1 : -1
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
