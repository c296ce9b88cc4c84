import BeckonModel

extension Segmentify {
  /// A page of results with filters (docs/PROTOCOLS/segmentify.md, Searches). The client for iOS
  /// stops with a fault where a member is of another type than here.
  public struct FoundPage: Hashable, Sendable {
    /// The order unless one is chosen.
    public static let usualSort = "SMART_SORTING"

    /// Something by which products can be filtered.
    public struct Facet: Hashable, Sendable {
      /// Its name.
      public let property: String
      /// What the products have of it, and how many have it.
      public let items: [Item]
      /// What is chosen.
      public let chosen: [String]

      /// One value.
      public struct Item: Hashable, Sendable {
        /// The value.
        public let value: String
        /// How many products have it.
        public let count: Int

        /// Makes one.
        public init(_ value: String, count: Int) { (self.value, self.count) = (value, count) }
      }

      /// Makes one.
      public init(_ property: String, _ items: [Item], chosen: [String] = []) {
        (self.property, self.items, self.chosen) = (property, items, chosen)
      }
    }

    /// A banner beside the results.
    public struct Banner: Hashable, Sendable {
      /// Its own id.
      public let id: String
      /// Name.
      public let name: String
      /// Addresses of its picture, and of where it leads.
      public let image, target: String
      /// Where it stands and how large it is, in the shop's own words.
      public let position, width, height: String
      /// Whether it opens a page of its own.
      public let opensNewTab: Bool

      /// Makes one.
      public init(
        id: String, name: String, image: String, target: String, position: String, width: String,
        height: String, opensNewTab: Bool
      ) {
        (self.id, self.name, self.image, self.target) = (id, name, image, target)
        (self.position, self.width, self.height) = (position, width, height)
        self.opensNewTab = opensNewTab
      }
    }

    /// The products of the page, in order.
    public var products: [Product] = []
    /// When each of them was taken in, in milliseconds since 1970.
    public var insertTimes: [Int64] = []
    /// What can be filtered.
    public var facets: [Facet] = []
    /// Banners.
    public var banners: [Banner] = []
    /// Products that were found in all.
    public var total = 0
    /// Which page, from 1.
    public var page = 1
    /// Products on a page.
    public var rows = 1
    /// The currency of the prices (ISO 4217); empty where the shop says none.
    public var currency = ""

    /// An empty page.
    public init() {}

    /// Compares what they show.
    public static func == (left: FoundPage, right: FoundPage) -> Bool { left.json == right.json }

    /// Hashes what it shows.
    public func hash(into hasher: inout Hasher) { json.hash(into: &hasher) }

    /// An element of `search`.
    public var json: JSON {
      [
        "facets": .array(facets.map(\.json)), "meta": meta, "contents": [],
        "banners": .array(banners.map(\.json)), "meanings": [],
        "products": .array(
          products.enumerated().map { place, product in
            product.onPage(insertedAt: place < insertTimes.count ? insertTimes[place] : nil)
          }), "executable": false, "instanceId": .string(SearchCampaign.search),
      ]
    }

    private var meta: JSON {
      [
        "total": .integer(total),
        "page": [
          "current": .integer(page), "rows": .integer(rows), "prev": .bool(page > 1),
          "next": .bool(page * rows < total),
        ],
        "params": [
          "defaultOrder": .string(Self.usualSort), "currentRow": .integer(rows),
          "currency": .string(currency), "isCurrencyPlaceBefore": false,
        ],
      ]
    }
  }
}

extension Segmentify.FoundPage.Facet {
  fileprivate var json: JSON {
    [
      "property": .string(property),
      "items": .array(
        items.map { ["value": .string($0.value), "count": .integer($0.count)] }),
      "filtered": .array(chosen.map(JSON.string)), "viewMode": "LIST",
    ]
  }
}

extension Segmentify.FoundPage.Banner {
  fileprivate var json: JSON {
    [
      "id": .string(id), "instanceId": .string(Segmentify.SearchCampaign.search),
      "status": "ACTIVE", "searchType": "FACETED", "name": .string(name),
      "bannerUrl": .string(image), "targetUrl": .string(target), "position": .string(position),
      "width": .string(width), "height": .string(height), "method": "",
      "newtab": .bool(opensNewTab),
    ]
  }
}

extension Segmentify.Product {
  private static let pageTexts: [Text] = [
    .name, .url, .image, .priceText, .oldPriceText, .specialPriceText, .brand, .language,
    .currency,
  ]
  private static let pageNumbers: [Number] = [.price, .oldPrice, .lastUpdateTime, .publishTime]

  /// The product on a page of results, which has fewer members than elsewhere.
  fileprivate func onPage(insertedAt: Int64?) -> JSON {
    var members = [JSON.Member("productId", .string(id))]
    for name in Self.pageTexts {
      if let text = texts[name] { members.append(JSON.Member(name.rawValue, .string(text))) }
    }
    for name in Self.pageNumbers {
      if let number = numbers[name] { members.append(JSON.Member(name.rawValue, .number(number))) }
    }
    let texts = (params?.members ?? []).filter { $0.value.string != nil }
    members += [
      JSON.Member("category", .array((lists[.category] ?? []).map(JSON.string))),
      JSON.Member("inStock", .bool(isInStock ?? true)), JSON.Member("params", .object(texts)),
    ]
    if let insertedAt { members.append(JSON.Member("insertTime", .integer(insertedAt))) }
    return .object(members)
  }
}
