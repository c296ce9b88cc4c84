import BeckonModel

/// What a recommender knows of a shop's catalogue, by the places of its items.
struct CatalogueMemory: Sendable {
  /// What is known of an item.
  private struct Flags: Sendable {
    var isKnown = false
    var isShown = false
    var isInStock = false
    var isOfServer = false
  }

  private var flags: [Flags] = []
  private var created: [Instant] = []
  private var categories: [UInt32: [UInt32]] = [:]
  private var itemsOfCategory: [UInt32: Set<UInt32>] = [:]
  private(set) var content = ContentIndex()
  private var countOfServer = 0
  private var featureCount = 0
  private let bytesMax: Int
  /// Whether every product was described to its end; else there was no room for some.
  private(set) var isWhole = true

  /// Bytes of an item, and of each of its features and categories.
  private static let (itemBytes, featureBytes) = (12, 32)

  init(bytesMax: Int) { self.bytesMax = bytesMax }

  /// Bytes that it takes.
  var bytes: Int { flags.count * Self.itemBytes + featureCount * Self.featureBytes }

  /// Says what an item is. Where there is no room any more, it is only known whether it is shown.
  mutating func set(_ item: UInt32, _ traits: ItemTraits) {
    reserve(item)
    if flags[Int(item)].isOfServer { countOfServer -= 1 }
    if traits.isOfServer { countOfServer += 1 }
    flags[Int(item)] = Flags(
      isKnown: true, isShown: traits.isShown, isInStock: traits.isInStock,
      isOfServer: traits.isOfServer)
    created[Int(item)] = traits.createdAt
    describe(item, traits)
  }

  private mutating func describe(_ item: UInt32, _ traits: ItemTraits) {
    for category in categories[item] ?? [] { itemsOfCategory[category]?.remove(item) }
    featureCount -= categories[item]?.count ?? 0
    featureCount -= content.features(of: item).count
    let isFull = bytes + traits.features.count * Self.featureBytes > bytesMax
    if isFull, !traits.features.isEmpty { isWhole = false }
    let (listed, features) = isFull ? ([], []) : (traits.categories, traits.features)
    categories[item] = listed.isEmpty ? nil : listed
    for category in listed { itemsOfCategory[category, default: []].insert(item) }
    content.set(item, features: features)
    featureCount += listed.count + content.features(of: item).count
  }

  private mutating func reserve(_ item: UInt32) {
    guard Int(item) >= flags.count else { return }
    let missing = Int(item) + 1 - flags.count
    flags += repeatElement(Flags(), count: missing)
    created += repeatElement(Instant(milliseconds: 0), count: missing)
  }

  /// Makes room for an item among the numbers: those from `first` on move by one.
  mutating func makePlace(at first: UInt32) {
    guard Int(first) < flags.count else { return }
    flags.insert(Flags(), at: Int(first))
    created.insert(Instant(milliseconds: 0), at: Int(first))
    func moved(_ item: UInt32) -> UInt32 { item >= first ? item + 1 : item }
    categories = Dictionary(uniqueKeysWithValues: categories.map { (moved($0.key), $0.value) })
    itemsOfCategory = itemsOfCategory.mapValues { Set($0.map(moved)) }
    content.makePlace(at: first)
  }

  // MARK: Asking

  /// Whether an item may be shown. Of a shop whose server tells what there is, nothing else is
  /// shown: anybody can look at a product that is none, and say what it is.
  func isAllowed(_ item: UInt32, showsOutOfStock: Bool) -> Bool {
    let flags = Int(item) < flags.count ? flags[Int(item)] : Flags()
    guard countOfServer == 0 || flags.isOfServer else { return false }
    return !flags.isKnown || (flags.isShown && (showsOutOfStock || flags.isInStock))
  }

  /// The items of a category, and of those inside it.
  func items(in category: UInt32) -> Set<UInt32> { itemsOfCategory[category] ?? [] }

  /// When each item that may be shown came into the catalogue.
  /// - Parameter items: of these only, so that a small category costs little; `nil` for all.
  func arrivals(among items: Set<UInt32>?) -> [(item: UInt32, at: Instant)] {
    let looked = items.map { $0.map(Int.init) } ?? Array(flags.indices)
    return looked.filter { flags[$0].isShown }.map { (UInt32($0), created[$0]) }
  }
}
