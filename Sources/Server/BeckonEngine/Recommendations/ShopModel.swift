import BeckonModel

/// All that a server keeps of one shop to recommend its products: who looked at what, what was
/// bought, and what the catalogue says. It is fed in any order, and can be rebuilt from what is
/// stored.
public struct ShopModel: Sendable {
  private(set) var places: ItemPlaces
  private(set) var memory: ShopMemory
  private(set) var catalogue: CatalogueMemory
  var search = NeighbourSearch()
  var ranked = RankedLists()
  /// How often it has changed.
  public private(set) var changes = 0
  private var keptSince = Instant(milliseconds: 0)

  /// An empty model.
  /// - Parameter bytesMax: about so many bytes are taken; a quarter is the catalogue's. Products of
  ///   which the app's server has told come on top: what they are takes more.
  public init(bytesMax: Int) {
    places = ItemPlaces(bytesMax: bytesMax / Self.placesShare)
    memory = ShopMemory(bytesMax: bytesMax - bytesMax / 4 - bytesMax / Self.placesShare)
    catalogue = CatalogueMemory(bytesMax: bytesMax / 4)
  }

  /// The part of the room that the places of products get of which the app's server has told
  /// nothing.
  private static let placesShare = 16

  /// Products of which the app's server has told nothing that it takes in at most.
  public var unlistedMax: Int { places.unlistedMax }

  // MARK: What it hears

  /// Hears that there is a product of this number.
  /// - Parameter isListed: whether the app's server has told of it. Of others only `unlistedMax`
  ///   are taken in.
  @discardableResult
  public mutating func number(_ number: Int64, isListed: Bool = false) -> UInt32? {
    guard let place = places.insert(number, isListed: isListed) else {
      return places.place(of: number)
    }
    guard Int(place) < places.count - 1 else { return place }
    memory.makePlace(at: place)
    catalogue.makePlace(at: place)
    ranked.removeAll()
    return place
  }

  /// Hears what a visitor did.
  public mutating func add(_ action: ShopAction, of visitor: Int64) {
    guard let item = number(action.product) else { return }
    let click = SessionClick(session: action.session, visitor: visitor, item: item, at: action.at)
    switch action.kind {
    case .view: memory.add(click, .view)
    case .purchase: memory.add(click, .purchase)
    case .found: memory.add(click, .found)
    case .basketAdd, .basketRemove: return
    }
    changes += 1
  }

  /// Hears what a product is.
  public mutating func describe(_ product: Int64, as traits: ItemTraits) {
    guard let item = number(product, isListed: traits.isOfServer) else { return }
    places.list(item, traits.isOfServer)
    catalogue.set(item, traits)
    changes += 1
  }

  /// Forgets all that a visitor did: no list rests on it from then on.
  public mutating func forget(visitor: Int64) {
    memory.forget(visitor: visitor)
    ranked.removeAll()
    changes += 1
  }

  /// Makes what a visitor did another's.
  public mutating func move(visitor old: Int64, to new: Int64) {
    memory.move(visitor: old, to: new)
    changes += 1
  }

  /// Forgets what is older than this, as the app has set.
  public mutating func forget(upTo time: Instant) {
    // To forget in order costs a list of all sessions, which young shops need not have.
    guard memory.isAnything(upTo: time) else { return }
    memory.forget(upTo: time)
    keptSince = time
    ranked.removeAll()
  }

  // MARK: What it tells of itself

  /// Bytes that it takes.
  public var bytes: Int {
    memory.bytes + catalogue.bytes + places.count * ItemPlaces.itemBytes
  }

  /// Views and purchases that it holds.
  public var clickCount: Int { memory.views.clickCount + memory.purchases.clickCount }

  /// Products that it has heard of.
  public var productCount: Int { places.count }

  /// From when on it knows all views, where it had no room for older ones; else `nil`.
  public var heldSince: Instant? {
    guard let since = memory.views.heldSince,
      since.milliseconds(since: keptSince) > 1
    else { return nil }
    return since
  }

  /// Whether it had room for all.
  public var isWhole: Bool {
    heldSince == nil && catalogue.isWhole && places.isWhole
  }
}
