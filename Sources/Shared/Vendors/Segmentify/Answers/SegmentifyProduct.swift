import BeckonModel

extension Segmentify {
  /// A product as clients show it (docs/PROTOCOLS/segmentify.md, Products). A member that is not
  /// known is left out.
  public struct Product: Hashable, Sendable {
    /// Members that are text.
    public enum Text: String, CaseIterable, Hashable, Sendable {
      /// Title.
      case name
      /// Page, also for phones.
      case url, mUrl
      /// Picture, also in sizes.
      case image, imageXS, imageS, imageM, imageL, imageXL
      /// Maker.
      case brand
      /// `M`, `F` or `U`.
      case gender
      /// The category that counts.
      case mainCategory
      /// Prices as they are shown.
      case priceText, oldPriceText, specialPriceText
      /// Language and currency of the rest.
      case language, currency
      /// What it is a variant of.
      case groupId
      /// Cheap or dear among its like.
      case priceSegment

      /// Its place among them: of an enumeration without payloads, what stands in its byte.
      private var place: UInt8 { unsafeBitCast(self, to: UInt8.self) }

      /// By places, as words cost more.
      public static func == (left: Text, right: Text) -> Bool { left.place == right.place }

      /// The place alone.
      public func hash(into hasher: inout Hasher) { hasher.combine(place) }
    }

    /// Members that are lists of texts.
    public enum List: String, CaseIterable, Hashable, Sendable {
      /// Categories, each a path.
      case category, categories
      /// Further pictures.
      case additionalImages
      /// What one can choose.
      case colors, sizes, allSizes
      /// What the shop says of it.
      case labels, badges
      /// What goes with it.
      case combineIds

      /// Its place among them: of an enumeration without payloads, what stands in its byte.
      private var place: UInt8 { unsafeBitCast(self, to: UInt8.self) }

      /// By places, as words cost more.
      public static func == (left: List, right: List) -> Bool { left.place == right.place }

      /// The place alone.
      public func hash(into hasher: inout Hasher) { hasher.combine(place) }
    }

    /// Members that are numbers, as decimal text.
    public enum Number: String, CaseIterable, Hashable, Sendable {
      /// Prices in the currency's main unit.
      case price, oldPrice, specialPrice
      /// How many there are, of how many, and a word for it.
      case stockCount, stockRatio, stockStatus
      /// Milliseconds since 1970.
      case lastUpdateTime, publishTime, lastBoughtTime
      /// What people say of it.
      case scoreCount, reviewCount
      /// What one saves against the past.
      case savingOverTime

      /// Its place among them: of an enumeration without payloads, what stands in its byte.
      private var place: UInt8 { unsafeBitCast(self, to: UInt8.self) }

      /// By places, as words cost more.
      public static func == (left: Number, right: Number) -> Bool { left.place == right.place }

      /// The place alone.
      public func hash(into hasher: inout Hasher) { hasher.combine(place) }
    }

    /// Id.
    public let id: String
    /// Texts.
    public var texts: [Text: String] = [:]
    /// Lists.
    public var lists: [List: [String]] = [:]
    /// Numbers.
    public var numbers: [Number: String] = [:]
    /// Whether it can be bought; `nil` when that is not known.
    public var isInStock: Bool?
    /// Whether views leave the catalogue as it is.
    public var isKept: Bool?
    /// Further fields of the shop's: an object whose values are texts.
    public var params: JSON?
    /// Further fields of the shop's: an object whose values are lists of texts.
    public var paramsList: JSON?

    /// Makes a product.
    public init(id: String) {
      self.id = id
    }

    /// Compares what they say, byte by byte.
    public static func == (left: Product, right: Product) -> Bool { left.json == right.json }

    /// Hashes what it says.
    public func hash(into hasher: inout Hasher) { json.hash(into: &hasher) }

    /// Reads a product; `nil` when it has no id. Members of other types read as absent.
    public init?(json: JSON) {
      guard let fields = try? Fields(json),
        let id = try? fields.looseText("productId", max: Limits.urlBytes)
      else { return nil }
      self.init(id: id)
      for name in Text.allCases { texts[name] = fields.value(name.rawValue)?.string }
      for name in List.allCases {
        lists[name] = fields.value(name.rawValue)?.elements?.compactMap(\.string)
      }
      for name in Number.allCases { numbers[name] = fields.value(name.rawValue)?.numberText }
      isInStock = (try? fields.looseBool("inStock")) ?? nil
      isKept = (try? fields.looseBool("noUpdate")) ?? nil
      params = fields.value("params")
      paramsList = fields.value("paramsList")
    }

    /// The product in an answer.
    public var json: JSON {
      var members = [JSON.Member("productId", .string(id))]
      for name in Text.allCases {
        if let text = texts[name] { members.append(JSON.Member(name.rawValue, .string(text))) }
      }
      for name in List.allCases {
        // Clients need the first of them in each product.
        guard let list = lists[name] ?? (name == .category ? [] : nil) else { continue }
        members.append(JSON.Member(name.rawValue, .array(list.map(JSON.string))))
      }
      for name in Number.allCases {
        guard let number = numbers[name] else { continue }
        members.append(JSON.Member(name.rawValue, .number(number)))
      }
      if let isInStock { members.append(JSON.Member("inStock", .bool(isInStock))) }
      if let isKept { members.append(JSON.Member("noUpdate", .bool(isKept))) }
      if let params { members.append(JSON.Member("params", params)) }
      if let paramsList { members.append(JSON.Member("paramsList", paramsList)) }
      return .object(members)
    }
  }
}

extension JSON {
  /// The digits, if this is a number.
  fileprivate var numberText: String? {
    if case .number(let text) = self { text } else { nil }
  }
}
