import BeckonModel

/// What is remembered of one shop for its recommendations: who looked at what, and what was bought
/// together. A follower feeds it; it can be rebuilt from what is stored, in any order.
public struct ShopMemory: Sendable {
  /// What a visitor did with an item.
  public enum Act: Sendable {
    /// Looked at it.
    case view
    /// Bought it; the session's number is then the order's.
    case purchase
    /// Chose it among what a search had found.
    case found
  }

  /// Sessions of views.
  public private(set) var views: SessionIndex
  /// Orders: each is a session whose items were bought together.
  public private(set) var purchases: SessionIndex

  /// Products that were chosen among what searches had found.
  public private(set) var finds: SessionIndex

  /// The parts of the room that orders and finds get: they are fewer than views.
  private static let (purchaseShare, findShare) = (5, 20)

  /// An empty memory that takes at most about so many bytes.
  public init(bytesMax: Int) {
    let (ofPurchases, ofFinds) = (bytesMax / Self.purchaseShare, bytesMax / Self.findShare)
    views = SessionIndex(bytesMax: bytesMax - ofPurchases - ofFinds)
    purchases = SessionIndex(bytesMax: ofPurchases)
    finds = SessionIndex(bytesMax: ofFinds)
  }

  /// Remembers an act.
  @discardableResult
  public mutating func add(_ click: SessionClick, _ act: Act) -> SessionIndex.Outcome {
    switch act {
    case .view: views.add(click)
    case .purchase: purchases.add(click)
    case .found: finds.add(click)
    }
  }

  /// Forgets all that a visitor did. From then on it changes no list.
  public mutating func forget(visitor: Int64) {
    views.forget(visitor: visitor)
    purchases.forget(visitor: visitor)
    finds.forget(visitor: visitor)
  }

  /// Makes what a visitor did another's.
  public mutating func move(visitor old: Int64, to new: Int64) {
    views.move(visitor: old, to: new)
    purchases.move(visitor: old, to: new)
    finds.move(visitor: old, to: new)
  }

  /// Makes room for an item among the numbers: those from `first` on move by one.
  mutating func makePlace(at first: UInt32) {
    views.makePlace(at: first)
    purchases.makePlace(at: first)
    finds.makePlace(at: first)
  }

  /// Whether it holds anything that is as old as this.
  func isAnything(upTo time: Instant) -> Bool {
    views.hasClick(upTo: time) || purchases.hasClick(upTo: time)
      || finds.hasClick(upTo: time)
  }

  /// Forgets what is older than this.
  public mutating func forget(upTo time: Instant) {
    views.forget(upTo: time)
    purchases.forget(upTo: time)
    finds.forget(upTo: time)
  }

  /// Bytes that it takes.
  public var bytes: Int { views.bytes + purchases.bytes + finds.bytes }
}
