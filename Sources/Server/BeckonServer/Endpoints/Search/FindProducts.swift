import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/search`: products by what somebody types; before they do, what fits them.
enum FindProducts {
  static func prepare(_ call: Call) throws -> Work {
    let asked = try SearchCall(call)
    let searching = ShopSearching(call.services)
    return .later { reader in
      let app = call.app.number
      // Asked before it looks, as what it reads last may be there just behind the look; and behind
      // it, as the shop may have been unloaded meanwhile.
      var isWarming = searching.isWarming(app)
      let body =
        asked.isBefore
        ? try await before(asked, searching, reader)
        : try await found(asked, searching, isWarming: isWarming, reader)
      isWarming = isWarming || searching.isWarming(app)
      return .answer(
        .json(
          body.with(
            .object([
              "warming": isWarming ? true : nil,
              "incomplete": searching.isWhole(app) ? nil : true,
            ]))))
    }
  }

  private static func before(
    _ asked: SearchCall, _ searching: ShopSearching, _ reader: SnapshotReader
  ) async throws -> JSON {
    let wish = asked.wish
    let (trail, last) = try await reader.read { scope in
      let visitor = try asked.visitor.known(to: reader.call, scope)
      return (
        try visitor.map { try Trails(scope).trail(shownTo: $0) } ?? Trail(),
        try visitor.map { try RememberedSearches(scope).searches(of: $0).texts } ?? []
      )
    }
    let items = try await searching.before(wish, for: trail, reader).map { item -> JSON in
      let named: JSON = [
        "product": .string(item.id), "reason": .string(item.candidate.reason.rawValue),
      ]
      return named.with(item.product?.shown(in: wish.language, wish.currency))
    }
    return [
      "kind": "before", "items": .array(items), "total": .integer(items.count),
      "last_searches": .array(last.map(JSON.string)),
    ]
  }

  private static func found(
    _ asked: SearchCall, _ searching: ShopSearching, isWarming: Bool, _ reader: SnapshotReader
  ) async throws -> JSON {
    let wish = asked.wish
    let result = try await searching.find(wish, for: trail(asked, reader.call), reader)
    // Whoever has not read all products cannot say that there is none.
    let isSure =
      result.total == 0 && !isWarming && !searching.isWarming(reader.call.app.number)
    let texts = isSure ? reader.call.app.search.texts(in: wish.language) : nil
    return .object([
      "kind": "found",
      "items": .array(result.items.map { $0.json(wish) }), "total": .integer(result.total),
      "page": .integer(asked.page),
      "dropped": result.dropped.isEmpty ? nil : .array(result.dropped.map(JSON.string)),
      "cut": result.isCut ? true : nil,
      "searched_in": result.language.map(JSON.string),
      "not_found_text": texts?.notFound.map(JSON.string),
      "redirect": result.redirect.map(JSON.string),
      "facets": result.facets?.json,
      "banners": result.banners.isEmpty ? nil : .array(result.banners.map(\.json)),
    ])
  }

  private static func trail(_ asked: SearchCall, _ call: Call) -> ShopSearching.TrailReading? {
    if case .nobody = asked.visitor { return nil }
    return { scope in
      let visitor = try asked.visitor.known(to: call, scope)
      return try visitor.map { try Trails(scope).trail(shownTo: $0) } ?? Trail()
    }
  }
}

extension SearchResult.Item {
  /// As the API writes it.
  fileprivate func json(_ wish: SearchWish) -> JSON {
    let named: JSON = ["product": .string(product.id)]
    let why = reasons.map { reason -> JSON in
      [
        "query_word": .string(reason.queryWord), "word": .string(reason.word),
        "kind": .string(reason.kind.rawValue), "field": .string("\(reason.field)"),
      ]
    }
    return named.with(product.shown(in: wish.language, wish.currency))
      .with(wish.explains ? ["why": .array(why)] : nil)
  }
}

extension SearchFacets {
  /// As the API writes it.
  fileprivate var json: JSON {
    let lists = SearchFacet.allCases.map { facet in
      JSON.Member(
        facet.rawValue,
        .array(
          (counts[facet] ?? []).map {
            ["value": .string($0.value), "products": .integer($0.products)]
          }))
    }
    let prices: JSON? = prices.map {
      ["min": .number("\($0.lowerBound)"), "max": .number("\($0.upperBound)")]
    }
    return JSON.object(lists).with(.object(["price": prices]))
  }
}
