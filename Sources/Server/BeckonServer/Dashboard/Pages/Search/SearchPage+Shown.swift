import BeckonContract
import BeckonEngine
import BeckonModel

extension SearchPage {
  var html: HTML {
    HTML {
      HTML(.p, .class("lead")) { request.text(.searchLead) }
      HTML(.form, .action(request.path()), .class("filter"), .data("live", "found")) {
        HTML(fields.map(\.html))
        HTML(.button) { request.text(.search) }
      }
      HTML(.div, .id("found")) {
        request.faultNotice
        notes
        Card.html { found.html(request.language) }
        if isSearch, !items.isEmpty { facets }
      }
      HTML(.div, .class("grid")) {
        Card.html { synonyms.html(request.language) }
        Card.html(request.text(.searchSettings)) { setting }
      }
    }
  }

  private var fields: [Field] {
    [request.asked("q", .query, bytesMax: SearchRequest.queryBytesMax)] + request.visitorFields
      + [
        request.asked("language", .languageOfTexts),
        request.asked("out_of_stock", .withSoldOut, any: .asTheShopHas, request.yesOrNo),
      ]
  }

  // MARK: What was found

  /// What there is to know of the whole answer.
  private var notes: HTML {
    let dropped = (answer["dropped"]?.elements ?? []).compactMap(\.string)
    let texts = [
      dropped.isEmpty
        ? nil : request.text(.wordsDropped, ["words": dropped.joined(separator: ", ")]),
      answer["cut"]?.bool == true ? request.text(.queryCut) : nil,
      answer["warming"]?.bool == true ? request.text(.stillReading) : nil,
      answer["incomplete"]?.bool == true ? request.text(.noRoomForAll) : nil,
      answer["redirect"]?.string.map { request.text(.redirectsTo, ["url": $0]) },
      banners.isEmpty ? nil : request.text(.showsBanners, ["names": banners]),
    ].compactMap { $0 }
    guard !texts.isEmpty else { return HTML([]) }
    return HTML(.div, .class("notice")) {
      HTML(.ul) { HTML(texts.map { text in HTML(.li) { text } }) }
    }
  }

  private var banners: String {
    (answer["banners"]?.elements ?? []).compactMap { $0["name"]?.string }.joined(separator: ", ")
  }

  /// The products in their order, each with why it is there.
  var found: DataTable {
    let language = language
    var table = DataTable(
      isSearch ? .foundProducts : .beforeSearch,
      [
        .init(.product, csv: "product"), .init(.whyHere, .long, csv: "why"),
        .init(.brand, .short, csv: "brand"), .init(.price, .number, csv: "price"),
        .init(.state, .short, csv: "in_stock"),
      ], items.map { row($0, in: language) }
    ).or(EmptyState(isSearch ? .noProductFound : .nothingToShow))
    table.csv = request.path(with: "csv", "found")
    table.next = hasMore ? request.path(with: "page", "\(page + 1)") : nil
    table.first = page > 1 ? request.path(with: "page", nil) : nil
    table.pagerWords = (first: Words.bestProducts, next: Words.moreProducts)
    return table
  }

  private func row(_ item: JSON, in language: SearchLanguage) -> [DataTable.Cell] {
    let id = item["product"]?.string ?? ""
    return [
      .init(
        HTML {
          HTML(.a, .href(request.page("products", id))) {
            HTML(
              title(of: item, in: language).parts.map { part in
                part.isMarked ? HTML(.mark) { part.text } : HTML(part.text)
              })
          }
          HTML(.div) { HTML(.small) { id } }
        }, value: .string(id)),
      .init(
        HTML(why(item).map { reason in HTML(.div) { reason } }),
        value: .string(why(item).joined(separator: "; "))),
      .init(item["brand"]?.string),
      .init(request.price(of: item), value: .orNull(item["price"]?.string)),
      .init(ProductsPage.state(of: item, request), value: item["in_stock"] ?? .null),
    ]
  }

  /// How each word of the query was met; before a search, why the product is shown.
  private func why(_ item: JSON) -> [String] {
    guard isSearch else {
      return [request.text(item["reason"]?.string, of: Words.recommendationReasons)]
    }
    return (item["why"]?.elements ?? []).map { reason in
      let (asked, met) = (reason["query_word"]?.string ?? "", reason["word"]?.string ?? "")
      let words = asked == met ? met : asked + " → " + met
      let kind = request.text(reason["kind"]?.string, of: Words.matchKinds)
      return words + ": " + kind + ", "
        + request.text(reason["field"]?.string, of: Words.searchFields)
    }
  }

  private var facets: HTML {
    HTML(.div, .class("grid")) {
      HTML(
        Self.facetNames.map { name, words in
          let table = facet(name, words).shown(Self.facetRows).paged(request, csv: name)
          return Card.html { table.html(request.language) }
        })
    }
  }

  /// How many of the products found have what.
  func facet(_ name: String, _ words: Words) -> DataTable {
    DataTable(
      words, [.init(words, csv: name), .init(.products, .number, csv: "products")],
      (answer["facets"]?[name]?.elements ?? []).map { count in
        [
          .init(count["value"]?.string),
          .init(count["products"]?.integer ?? 0, request.figures),
        ]
      }
    ).or(EmptyState(.noneOfThese))
  }

  private static let facetRows = 8

  // MARK: How it is set

  /// Words that mean the same here.
  var synonyms: DataTable {
    var table = DataTable(
      .synonyms, [.init(.sameWords, csv: "words")],
      (settings["synonyms"]?.elements ?? []).map { group in
        [.init((group.elements ?? []).compactMap(\.string).joined(separator: " = "))]
      }
    ).or(EmptyState(.noSynonyms, command: "PATCH /v1/search/settings"))
    table.csv = request.path(with: "csv", "synonyms")
    return table
  }

  private var setting: HTML {
    let languages = (settings["languages"]?.elements ?? []).compactMap(\.string)
    let redirects = (settings["redirects"]?.elements ?? []).map {
      ($0["query"]?.string ?? "") + " → " + ($0["url"]?.string ?? "")
    }
    return Pairs(
      [
        (
          request.text(.searchLanguages),
          HTML(languages.isEmpty ? "–" : languages.joined(separator: ", "))
        ),
        (
          request.text(.withSoldOut),
          HTML(request.text(settings["shows_out_of_stock"]?.bool == true ? .yes : .no))
        ),
        (
          request.text(.redirects),
          redirects.isEmpty
            ? HTML("–") : HTML(redirects.map { redirect in HTML(.div) { redirect } })
        ),
      ]
    ).html
  }
}
