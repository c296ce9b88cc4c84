import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonText

extension DashboardPage {
  /// What the shop's search finds, and why.
  static let search = DashboardPage(
    "search", .search, .app, in: .shop,
    tables: [SearchPage.table, SearchPage.synonymTable] + SearchPage.facetTables
  ) { try await SearchPage($0).html }
}

/// What the page of the search reads: what is found, as a visitor would find it, with what
/// `explain` says; and how the shop has set its search.
struct SearchPage {
  private(set) var request: DashboardRequest
  let settings: JSON
  private(set) var answer: JSON = .null

  private static let pageRows = 20

  init(_ request: DashboardRequest) async throws {
    self.request = request
    settings = try await request.ask(SearchRoute.readSettings)
    do {
      answer = try await request.ask(SearchRoute.find, query: Self.asked(request))
    } catch {
      guard let fault = FormFault(error) else { throw error }
      self.request.fault = fault
    }
  }

  /// What is searched for, for whom. A search of an operator is remembered by nobody.
  private static func asked(_ request: DashboardRequest) -> KeyValuePairs<String, String?> {
    let visitor = request.visitor
    func id(_ way: String) -> String? { visitor?.way == way ? visitor?.id : nil }
    let isSearch = request.query("q") != nil
    return [
      "q": request.query("q"), "person": id("person"), "install_id": id("install_id"),
      "visitor": id("visitor"), "language": request.query("language"),
      "out_of_stock": request.query("out_of_stock"), "count": "\(pageRows)",
      "page": isSearch ? request.query("page") : nil, "explain": "true",
      "facets": isSearch ? "true" : nil,
    ]
  }

  var items: [JSON] { answer["items"]?.elements ?? [] }
  var isSearch: Bool { answer["kind"]?.string == "found" }
  var total: Int64 { answer["total"]?.integer ?? 0 }
  var page: Int64 { answer["page"]?.integer ?? 1 }
  /// Whether there are more behind this page.
  var hasMore: Bool { isSearch && page * Int64(Self.pageRows) < total }

  /// The title, with what was met in it.
  /// - Parameter language: the one in which was searched.
  func title(of item: JSON, in language: SearchLanguage) -> MarkedText {
    let met = (item["why"]?.elements ?? []).compactMap { reason -> MarkedText.Met? in
      guard let word = reason["word"]?.string else { return nil }
      let isBeginning = reason["kind"]?.string == MatchKind.prefix.rawValue
      return MarkedText.Met(word, beginning: isBeginning ? reason["query_word"]?.string : nil)
    }
    return MarkedText(
      item["title"]?.string ?? item["product"]?.string ?? "", met: met, in: language)
  }

  /// The language in which was searched.
  var language: SearchLanguage { SearchLanguage(code: answer["searched_in"]?.string ?? "") }

  static let table = DashboardTable(name: "found") { request in
    .csv("found", try await SearchPage(request).found)
  }

  /// The parts by which what was found can be narrowed, as the answer names them.
  static let facetNames: [(name: String, words: Words)] = [
    ("brand", .brand), ("category", .category), ("label", .labels),
  ]

  static let facetTables = facetNames.map { name, words in
    DashboardTable(name: name) { request in
      .csv(name, try await SearchPage(request).facet(name, words))
    }
  }

  static let synonymTable = DashboardTable(name: "synonyms") { request in
    .csv("synonyms", try await SearchPage(request).synonyms)
  }
}
