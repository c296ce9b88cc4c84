import BeckonContractSegmentify
import BeckonModel

/// A page of results with filters. What the server does not say, or says in another type than the
/// vendor's, is `nil`.
public struct FacetedResponseModel: Codable, Sendable {
  /// What can be filtered.
  public var facets: [Facet]?
  /// Which page it is, and of how many.
  public var meta: Meta?
  /// Pieces of the shop's page.
  public var contents: [Content]?
  /// Banners.
  public var banners: [Banner]?
  /// What the words may have meant.
  public var meanings: [String]?
  /// What was found, in order.
  public var products: [Product]?
  /// Whether the shop's page runs what stands in `contents`.
  public var executable: Bool?
  /// The campaign.
  public var instanceId: String?
  /// Why nothing could be found; `nil` when the server has looked.
  public var errorString: String?

  /// Found nothing.
  public init() {}

  /// Reads the first search of an answer.
  init(_ answer: Segmentify.Answer?, errorString: String?) {
    self.errorString = errorString
    products = []
    guard let found = answer?.search.first?.first else { return }
    func list<Value>(_ name: String, _ read: (JSON) -> Value?) -> [Value]? {
      found[name]?.elements?.compactMap(read)
    }
    facets = list("facets", Facet.init(json:))
    meta = found["meta"].flatMap(Meta.init(json:))
    contents = list("contents", Content.init(json:))
    banners = list("banners", Banner.init(json:))
    meanings = list("meanings") { $0.string }
    products = list("products", Product.init(json:)) ?? []
    executable = found["executable"]?.bool
    instanceId = found["instanceId"]?.string
  }
}

extension FacetedResponseModel {
  /// Something that can be filtered, such as brands.
  public struct Facet: Codable, Sendable {
    /// Its name on the wire.
    public var property: String?
    /// What may stand there.
    public var items: [Item]?
    /// What is chosen.
    public var filtered: [String]?
    /// How it is to be shown.
    public var viewMode: String?

    init?(json: JSON) {
      guard json.members != nil else { return nil }
      property = json["property"]?.string
      items = json["items"]?.elements?.compactMap(Item.init(json:))
      filtered = json["filtered"]?.elements?.compactMap(\.string)
      viewMode = json["viewMode"]?.string
    }
  }

  /// One value of a filter.
  public struct Item: Codable, Sendable {
    /// The value.
    public var value: String?
    /// How many products have it.
    public var count: Int?

    init?(json: JSON) {
      guard json.members != nil else { return nil }
      value = json["value"]?.string
      count = json["count"]?.integer.map { Int(clamping: $0) }
    }
  }

  /// About the page.
  public struct Meta: Codable, Sendable {
    /// How many were found.
    public var total: Int?
    /// Which page it is.
    public var page: Page?
    /// How it is to be shown.
    public var params: Params?

    init?(json: JSON) {
      guard json.members != nil else { return nil }
      total = json["total"]?.integer.map { Int(clamping: $0) }
      page = json["page"].flatMap(Page.init(json:))
      params = json["params"].flatMap(Params.init(json:))
    }
  }

  /// Which page it is, and where one can turn to.
  public struct Page: Codable, Sendable {
    /// Its number, from 1.
    public var current: Int?
    /// Products on a page.
    public var rows: Int?
    /// Whether there is one before it.
    public var prev: Bool?
    /// Whether there is one behind it.
    public var next: Bool?

    init?(json: JSON) {
      guard json.members != nil else { return nil }
      current = json["current"]?.integer.map { Int(clamping: $0) }
      rows = json["rows"]?.integer.map { Int(clamping: $0) }
      prev = json["prev"]?.bool
      next = json["next"]?.bool
    }
  }

  /// How a page is to be shown.
  public struct Params: Codable, Sendable {
    /// The order unless one is chosen.
    public var defaultOrder: String?
    /// Products in a row.
    public var currentRow: Int?
    /// Sign of the currency.
    public var currency: String?
    /// Whether it stands before the amount.
    public var isCurrencyPlaceBefore: Bool?

    init?(json: JSON) {
      guard json.members != nil else { return nil }
      defaultOrder = json["defaultOrder"]?.string
      currentRow = json["currentRow"]?.integer.map { Int(clamping: $0) }
      currency = json["currency"]?.string
      isCurrencyPlaceBefore = json["isCurrencyPlaceBefore"]?.bool
    }
  }

  /// A piece of the shop's page.
  public struct Content: Codable, Sendable {
    /// Where it goes.
    public var key: String?
    /// The piece.
    public var html: String?

    init?(json: JSON) {
      guard json.members != nil else { return nil }
      key = json["key"]?.string
      html = json["html"]?.string
    }
  }
}
