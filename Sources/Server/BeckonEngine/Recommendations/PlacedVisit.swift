import BeckonModel

/// A visit in the places of the shop's items. A product that the shop does not know yet gets a
/// place behind all others, so that it counts as seen.
struct PlacedVisit {
  /// What was seen in the running session, the last one last, with the page's product.
  private(set) var seen: [UInt32] = []
  /// The running session's number.
  let session: Int64?
  /// The page's product.
  private(set) var page: UInt32?
  /// All that the visitor is known to have seen, the last one last.
  private(set) var visited: [UInt32] = []
  /// What is in the basket of the running session.
  private(set) var basket: [UInt32] = []
  /// What was bought lately and is not to be shown.
  private(set) var bought: [UInt32] = []
  private let places: ItemPlaces
  private var unknown: [Int64] = []

  init(_ visit: ShopVisit, _ places: ItemPlaces) {
    self.places = places
    let actions = visit.trail.actions
    session = actions.last { $0.kind == .view }?.session
    for action in actions {
      let item = place(of: action.product)
      switch action.kind {
      case .view:
        visited.append(item)
        if action.session == session { seen.append(item) }
      case .basketAdd: basket.append(item)
      case .basketRemove: basket.removeAll { $0 == item }
      case .purchase:
        basket.removeAll { $0 == item }
        let age = visit.now.milliseconds(since: action.at)
        if visit.hidesBought, age < ShopModel.recentDays * Span.dayMilliseconds {
          bought.append(item)
        }
      case .found: break
      }
    }
    page = visit.product.map { place(of: $0) }
    if let page, seen.last != page { seen.append(page) }
  }

  private mutating func place(of number: Int64) -> UInt32 {
    if let place = places.place(of: number) { return place }
    let known = unknown.firstIndex(of: number)
    if known == nil { unknown.append(number) }
    return UInt32(places.count + (known ?? unknown.count - 1))
  }

  /// The number of the product at a place.
  func number(of item: UInt32) -> Int64 {
    Int(item) < places.count ? places.numbers[Int(item)] : unknown[Int(item) - places.count]
  }

  /// What lists that go out from products rest on.
  var anchor: UInt32? { page ?? seen.last }
}
