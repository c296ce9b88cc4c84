import BeckonContractSegmentify
import BeckonModel

/// A view of a page.
public final class PageModel: SegmentifyObject {
  /// Kind of page: `Home Page`, `Product Page`, `Category Page`, `Basket Page`.
  public var category: String?
  /// More of it: `Men > Shoes`.
  public var subCategory: String?

  var fact: Fact {
    Fact(.pageView, self, ["category": .text(category), "subCategory": .text(subCategory)])
  }
}

/// An event of the app's own.
public final class CustomEventModel: SegmentifyObject {
  /// What happened, in the app's own word; the properties are `params`.
  public var type: String?

  var fact: Fact { Fact(.custom, self, ["type": .text(type)]) }
}

/// What became of a recommendation.
public final class InteractionModel: SegmentifyObject {
  /// The showing; for a tap, the product.
  public var interactionId: String?
  /// The campaign.
  public var instanceId: String?
  /// The same, as some apps call it.
  public var impressionId: String?
  /// `impression`, `widget-view`, `click` or `search`.
  public var type: String?

  var fact: Fact {
    let campaign = instanceId ?? impressionId
    let isTap = type == Segmentify.Interaction.Kind.click.rawValue
    return Fact(
      .interaction, self,
      [
        "type": .text(type),
        "instanceId": .text(isTap ? campaign.map(Segmentify.tapped) : campaign),
        "interactionId": .text(interactionId),
      ])
  }
}

/// A search while somebody types.
public final class SearchPageModel: SegmentifyObject {
  /// What was typed; empty for what to show before that.
  public var query: String?

  var fact: Fact {
    Fact(
      .search, self,
      [
        "query": .string(query ?? ""),
        "type": .string(Segmentify.Search.Kind.instant.rawValue),
      ])
  }
}

/// Which page of results, and in which order.
public final class FacetedOrdering {
  /// From 1.
  public var page: Int?
  /// `SMART_SORTING` unless set.
  public var sort: String?

  /// - Parameters:
  ///   - page: from 1.
  ///   - sort: the order.
  public init(page: Int? = 1, sort: String? = "SMART_SORTING") {
    self.page = page
    self.sort = sort
  }
}

/// One filter of a search.
public final class FacetedFilter {
  /// What it looks at, such as `brand`.
  public var facet: String?
  /// What may stand there.
  public var values: [String]?

  /// - Parameters:
  ///   - facet: what it looks at.
  ///   - values: what may stand there.
  public init(facet: String? = nil, values: [String]? = nil) {
    self.facet = facet
    self.values = values
  }
}

/// A search that has a page of results, with filters.
public final class SearchFacetPageModel: SegmentifyObject {
  /// What was typed.
  public var query: String?
  /// `faceted` unless set.
  public var type: String?
  /// Which page, in which order; the first, sorted by what suits the visitor, unless set.
  public var ordering: FacetedOrdering?
  /// What began it.
  public var trigger: String?
  /// What may be shown.
  public var filters: [FacetedFilter]?

  var fact: Fact {
    let ordering = ordering ?? FacetedOrdering()
    return Fact(
      .search, self,
      [
        "query": .string(query ?? ""),
        "type": .string(type ?? Segmentify.Search.Kind.faceted.rawValue),
        "trigger": .text(trigger),
        "ordering": .object([
          "page": ordering.page.map { JSON.integer($0) }, "sort": .text(ordering.sort),
        ]),
        "filters": .array(
          (filters ?? []).map { filter in
            .object([
              "facet": .text(filter.facet),
              "values": .array((filter.values ?? []).map(JSON.string)),
            ])
          }),
      ])
  }
}
