import BeckonModel

/// Something that a visitor did with a product: what recommendations are made of.
public struct ShopAction: Hashable, Sendable {
  /// What was done. The numbers are stored.
  public enum Kind: Int64, CaseIterable, Sendable {
    /// It was looked at.
    case view = 1
    /// It was put into the basket.
    case basketAdd = 2
    /// It was taken out of the basket.
    case basketRemove = 3
    /// It was bought.
    case purchase = 4
    /// It was chosen among what a search had found.
    case found = 5

    /// The kind of a stored number; `nil` for one that only a newer program knows.
    public init?(number: Int64) {
      guard let kind = Self.allCases.first(where: { $0.rawValue == number }) else { return nil }
      self = kind
    }

    /// For people.
    public var word: String {
      switch self {
      case .view: "view"
      case .basketAdd: "basket_add"
      case .basketRemove: "basket_remove"
      case .purchase: "purchase"
      case .found: "found"
      }
    }
  }

  /// What was done.
  public let kind: Kind
  /// The number of the product in its app.
  public let product: Int64
  /// The number of the session.
  public let session: Int64
  /// When it happened.
  public let at: Instant

  /// Makes one.
  public init(_ kind: Kind, product: Int64, session: Int64, at: Instant) {
    self.kind = kind
    self.product = product
    self.session = session
    self.at = at
  }
}

extension ShopEvent {
  /// What it says was done with which products, by the shop's own ids. Of an order only the
  /// purchase counts: the steps before show the same basket again.
  public var actions: [(kind: ShopAction.Kind, product: String)] {
    switch self {
    case .productViewed(let product): [(.view, product.id)]
    case .basketChanged(let change):
      [(change.step == .add ? .basketAdd : .basketRemove, change.line.product)]
    case .checkout(let checkout) where checkout.step == .purchase:
      TextKey.first(of: checkout.lines.map(\.product)).map { (.purchase, $0) }
    case .interaction(let interaction): interaction.foundProduct.map { [(.found, $0)] } ?? []
    case .pageViewed, .checkout, .user, .visitorChanged, .searched, .banner, .notification, .pushed,
      .custom:
      []
    }
  }
}

extension TextKey {
  /// Each text once, where it stands first.
  fileprivate static func first(of texts: [String]) -> [String] {
    var seen: Set<TextKey> = []
    return texts.filter { seen.insert(TextKey($0)).inserted }
  }
}

/// The last actions of a visitor, oldest first by when they happened.
public struct Trail: Hashable, Sendable {
  /// The actions; `ShopLimits.trailActions` at most.
  public private(set) var actions: [ShopAction]

  /// Makes a trail of any actions, of which the last are kept.
  public init(_ actions: [ShopAction] = []) {
    self.actions = []
    add(actions)
  }

  /// Adds actions where they belong in time; of those of one time a later word stands behind an
  /// earlier. The oldest fall out.
  public mutating func add(_ new: [ShopAction]) {
    for action in new {
      let place = actions.lastIndex { $0.at <= action.at }.map { $0 + 1 } ?? 0
      actions.insert(action, at: place)
    }
    actions.removeFirst(max(0, actions.count - ShopLimits.trailActions))
  }

  /// As it is stored: an array of `[kind, product, session, at]`.
  public var json: JSON {
    .array(
      actions.map { action in
        .array(
          [action.kind.rawValue, action.product, action.session, action.at.milliseconds]
            .map { .integer($0) })
      })
  }

  /// Reads the stored form; what a newer program has written there is left out.
  public init(stored: JSON) {
    self.init(
      (stored.elements ?? []).compactMap { json in
        let numbers = (json.elements ?? []).compactMap(\.integer)
        guard numbers.count == 4, let kind = ShopAction.Kind(number: numbers[0]) else {
          return nil
        }
        return ShopAction(
          kind, product: numbers[1], session: numbers[2], at: Instant(milliseconds: numbers[3]))
      })
  }
}
