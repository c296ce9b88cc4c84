import BeckonModel

extension Segmentify {
  /// `PAGE_VIEW`. The seed's own examples name no category.
  public struct PageView: Hashable, Sendable, EventPart {
    /// Most bytes of a category.
    public static let categoryBytes = 1_000

    /// Kind of page: `Home Page`, `Product Page`, `Basket Page`.
    public var category: String?
    /// More of it: a path of categories, `Men > Shoes`.
    public var subCategory: String?

    /// Makes a view.
    public init(category: String? = nil, subCategory: String? = nil) {
      self.category = category
      self.subCategory = subCategory
    }

    init(_ fields: Fields) throws(FieldError) {
      category = try fields.looseText("category", max: Self.categoryBytes)
      subCategory = try fields.looseText("subCategory", max: Self.categoryBytes)
    }

    var members: [JSON.Member] {
      [JSON.Member](present: ["category": .text(category), "subCategory": .text(subCategory)])
    }
  }

  /// `SEARCH`.
  public struct Search: Hashable, Sendable, EventPart {
    /// The words of `type`.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
      /// While somebody types; an empty query asks for what to show before that.
      case instant
      /// A page of results with filters.
      case faceted
    }

    /// One filter.
    public struct Filter: Hashable, Sendable {
      /// What it looks at.
      public let facet: String
      /// What may stand there.
      public let values: [String]

      /// Makes a filter.
      public init(facet: String, values: [String]) {
        self.facet = facet
        self.values = values
      }
    }

    /// Bytes of a query that are read; what is behind is left out.
    public static let queryBytes = 500
    /// Most filters, and most values of each.
    public static let filtersMax = 50

    /// What somebody typed; empty before they do.
    public var query = ""
    /// Whether it was longer than what is read.
    public private(set) var isCut = false
    /// Which of both.
    public var kind = Kind.instant
    /// What began it.
    public var trigger: String?
    /// Which page, from 1.
    public var page: Int64?
    /// In which order.
    public var sort: String?
    /// What may be shown.
    public var filters: [Filter] = []

    /// A search for nothing yet.
    public init() {}

    init(_ fields: Fields) throws(FieldError) {
      let typed = try fields.looseText("query", max: Limits.bodyBytes) ?? ""
      query = typed.prefix(bytes: Self.queryBytes)
      isCut = query != typed
      kind = try fields.choice("type", Kind.self) ?? .instant
      trigger = try fields.looseText("trigger", max: Limits.wordBytes)
      if let ordering = try fields.fields("ordering") {
        page = try ordering.looseInteger("page", in: 1...10_000)
        sort = try ordering.looseText("sort", max: Limits.wordBytes)
      }
      let elements = try fields.elements("filters", max: Self.filtersMax) ?? []
      for (index, element) in elements.enumerated() {
        let one = try fields.inner(element, at: "filters[\(index)]")
        let facet = try one.require("facet", one.looseText("facet", max: Limits.wordBytes))
        let values = try one.looseTexts("values", max: Self.filtersMax, each: Self.queryBytes)
        filters.append(Filter(facet: facet, values: values))
      }
    }

    var members: [JSON.Member] {
      let ordering: JSON = .object(["page": page.map(JSON.integer), "sort": .text(sort)])
      return [JSON.Member](present: [
        "query": .string(query), "type": .string(kind.rawValue), "trigger": .text(trigger),
        "ordering": ordering.members?.isEmpty == true ? nil : ordering,
        "filters": filters.isEmpty
          ? nil
          : .array(
            filters.map {
              ["facet": .string($0.facet), "values": .array($0.values.map(JSON.string))]
            }),
      ])
    }
  }
}
