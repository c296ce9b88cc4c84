import BeckonModel

/// What bounds a look for ids that match no product: it costs the same however many events an app
/// has, and however many ids somebody makes up.
public enum UnmatchedProductLimits {
  /// Days that are looked back.
  public static let days: Int64 = 7
  /// Actions that are looked at, the latest.
  public static let actions: Int64 = 20_000
  /// Actions that are looked at where many things are: on an overview.
  public static let actionsOfOverview: Int64 = 2_000
  /// Products that are looked up in the catalogue, those named most often.
  public static let lookedUp = 2_000
  /// Ids that are told of.
  public static let told = 100
  /// Products of the catalogue among which one is looked for of which the app's server has told.
  /// They are in the order of a hash, so they are as good as drawn by lot.
  public static let sampled: Int64 = 2_000
  /// Of so many actions one that matches nothing is not unusual: anybody can make up an id.
  public static let usualOneOf: Int64 = 20
}

/// Ids of products that events name, and of which neither the app's server nor a feed has told. As
/// a rule the app writes an id otherwise than the feed, and nobody is recommended such products.
public struct UnmatchedProductReport: Sendable {
  /// What the catalogue knows of a product that is named.
  public struct Found: Sendable {
    /// The shop's own id.
    public let id: String
    /// Whether the app's server or a feed has told of it, or the server has deleted it.
    public let isMatched: Bool
    /// What a client calls it, where it is not matched.
    public let title: String?

    /// What is known of the product of this id.
    public init(_ id: String, isMatched: Bool, title: String? = nil) {
      (self.id, self.isMatched, self.title) = (id, isMatched, title)
    }
  }

  /// An id that matches nothing.
  public struct Entry: Sendable {
    /// The id, as events name it, and what a client calls it.
    public let found: Found
    /// How often it was named in which way, and when.
    public let named: NamedProduct
  }

  /// Whether the app's server or a feed has told of any product; else nothing can match, and
  /// nothing is unmatched.
  public let hasCatalogue: Bool
  /// From when on actions were looked at.
  public let since: Instant
  /// Actions that were looked at: views, changes of baskets, products bought or found.
  public let actions: Int64
  /// How many of them name an id that matches nothing.
  public let unmatchedActions: Int64
  /// The ids, those named most often first; `UnmatchedProductLimits.told` at most.
  public let entries: [Entry]
  /// Whether there are or may be more.
  public let isCut: Bool

  /// Finds those that match nothing.
  /// - Parameters:
  ///   - named: all products that are named, those named most often first.
  ///   - found: what is known of them, by number; of those named least often nothing need be there.
  ///   - since: from when on they are named.
  ///   - hasCatalogue: whether the app's server or a feed has told of any product.
  public init(
    _ named: [NamedProduct], _ found: [Int64: Found], since: Instant, hasCatalogue: Bool
  ) {
    (self.hasCatalogue, self.since) = (hasCatalogue, since)
    actions = named.reduce(0) { $0 + $1.count }
    let unmatched = named.compactMap { product in
      found[product.number].flatMap { known in
        hasCatalogue && !known.isMatched ? Entry(found: known, named: product) : nil
      }
    }
    unmatchedActions = unmatched.reduce(0) { $0 + $1.named.count }
    entries = Array(unmatched.prefix(UnmatchedProductLimits.told))
    isCut =
      hasCatalogue
      && (entries.count < unmatched.count || named.count > UnmatchedProductLimits.lookedUp)
  }

  /// Whether so much matches nothing that somebody should look at it.
  public var isUnusual: Bool {
    unmatchedActions > 0
      && unmatchedActions * UnmatchedProductLimits.usualOneOf >= actions
  }

  /// As the API tells of it.
  public var json: JSON {
    [
      "products": .array(entries.map(\.json)), "has_catalogue": .bool(hasCatalogue),
      "since": .instant(since), "actions": .integer(actions),
      "unmatched_actions": .integer(unmatchedActions), "cut": .bool(isCut),
    ]
  }
}

extension UnmatchedProductReport.Entry {
  fileprivate var json: JSON {
    let kinds = ShopAction.Kind.allCases.compactMap { kind in
      named.counts[kind].map { JSON.Member(kind.word, .integer($0)) }
    }
    return .object([
      "product": .string(found.id), "title": found.title.map(JSON.string),
      "count": .integer(named.count), "kinds": .object(kinds),
      "first_at": .instant(named.firstAt), "last_at": .instant(named.lastAt),
    ])
  }
}
