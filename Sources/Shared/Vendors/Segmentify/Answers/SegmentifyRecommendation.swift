import BeckonModel

extension Segmentify {
  /// What one campaign shows a visitor (docs/PROTOCOLS/segmentify.md, Recommendations).
  public struct Recommendation: Hashable, Sendable {
    /// The only `type` that clients show.
    public static let type = "recommendProducts"
    /// The key of products that were chosen by hand; it is always there.
    public static let staticItemsKey = "RECOMMENDATION_SOURCE_STATIC_ITEMS"

    /// One list of a campaign, and where its products come from.
    public struct DynamicItem: Hashable, Sendable {
      /// `RECOMMENDATION_SMART_OFFERS`.
      public let source: String
      /// `TODAY`.
      public let timeFrame: String?
      /// `NONE`.
      public let score: String?
      /// Most products of the list that are shown.
      public let itemCount: Int

      /// Makes a list.
      public init(
        source: String, timeFrame: String? = nil, score: String? = nil, itemCount: Int
      ) {
        self.source = source
        self.timeFrame = timeFrame
        self.score = score
        self.itemCount = itemCount
      }

      /// Under which key clients look for its products. The score counts behind a time frame only.
      public var key: String {
        guard let timeFrame else { return source }
        return source + "|" + timeFrame + (score.map { "|" + $0 } ?? "")
      }
    }

    /// What stands above it.
    public let title: String
    /// The campaign.
    public let instanceID: String
    /// This showing of it.
    public let actionID: String
    /// Its lists, in order.
    public let dynamicItems: [DynamicItem]
    /// Ids of products that were chosen by hand. Clients take them only beside a dynamic list.
    public let staticItems: [String]
    /// Products by `DynamicItem.key` or `staticItemsKey`, in order.
    public let products: [(key: String, products: [Product])]

    /// Makes a recommendation.
    public init(
      title: String, instanceID: String, actionID: String, dynamicItems: [DynamicItem],
      staticItems: [String] = [], products: [(key: String, products: [Product])]
    ) {
      self.title = title
      self.instanceID = instanceID
      self.actionID = actionID
      self.dynamicItems = dynamicItems
      self.staticItems = dynamicItems.isEmpty ? [] : staticItems
      self.products = products
    }

    /// The products of a key; none when it has none.
    public func products(of key: String) -> [Product] {
      products.first { $0.key == key }?.products ?? []
    }

    /// Compares what they show.
    public static func == (left: Recommendation, right: Recommendation) -> Bool {
      left.json == right.json
    }

    /// Hashes what it shows.
    public func hash(into hasher: inout Hasher) {
      json.hash(into: &hasher)
    }
  }
}

extension Segmentify.Recommendation {
  /// Reads an element of `responses`; `nil` when it is of another type, or no client could show it.
  public init?(json: JSON) {
    guard json["type"]?.string == Self.type, let parameters = json["params"],
      let title = parameters["notificationTitle"]?.string
    else { return nil }
    let dynamic = Self.list(parameters["dynamicItems"]).compactMap(DynamicItem.init(json:))
    let products = (parameters["recommendedProducts"]?.members ?? []).map { member in
      (
        member.name,
        (member.value.elements ?? []).compactMap(Segmentify.Product.init(json:))
      )
    }
    self.init(
      title: title, instanceID: parameters["instanceId"]?.string ?? "",
      actionID: parameters["actionId"]?.string ?? "", dynamicItems: dynamic,
      staticItems: Self.list(parameters["staticItems"]).compactMap(\.string), products: products)
  }

  /// A list that is written as JSON in a text.
  private static func list(_ json: JSON?) -> [JSON] {
    let text = json?.string ?? ""
    return (try? JSONReader.read(text))?.elements ?? []
  }

  /// An element of `responses`. The lists are JSON in a text.
  public var json: JSON {
    json(listing: products.map { ($0.key, $0.products.map(\.json)) })
  }

  /// The same with products that are written already, in place of its own.
  /// - Parameter products: by `DynamicItem.key` or `staticItemsKey`, in order.
  package func json(listing products: [(key: String, products: [JSON])]) -> JSON {
    let lists = products.filter { $0.key != Self.staticItemsKey }
    let chosen = products.first { $0.key == Self.staticItemsKey }?.products ?? []
    return [
      "type": .string(Self.type),
      "params": [
        "notificationTitle": .string(title), "instanceId": .string(instanceID),
        "actionId": .string(actionID),
        "staticItems": .string(JSON.array(staticItems.map(JSON.string)).text),
        "dynamicItems": .string(JSON.array(dynamicItems.map(\.json)).text),
        "recommendedProducts": .object(
          (lists + [(Self.staticItemsKey, chosen)]).map { JSON.Member($0.key, .array($0.products)) }
        ),
      ],
    ]
  }
}

extension Segmentify.Recommendation.DynamicItem {
  /// Reads a list; `nil` when it has no source. Clients for Android take the count as a number too.
  init?(json: JSON) {
    guard let source = json["recommendationSource"]?.string else { return nil }
    let count = json["itemCount"].flatMap { $0.integer ?? $0.string.flatMap { Int64($0) } }
    self.init(
      source: source, timeFrame: json["timeFrame"]?.string, score: json["score"]?.string,
      itemCount: Int(clamping: max(0, count ?? 0)))
  }

  /// The client for iOS stops with a fault where the count is no text.
  var json: JSON {
    .object([
      "recommendationSource": .string(source), "timeFrame": timeFrame.map(JSON.string),
      "score": score.map(JSON.string), "itemCount": .string("\(itemCount)"),
    ])
  }
}
