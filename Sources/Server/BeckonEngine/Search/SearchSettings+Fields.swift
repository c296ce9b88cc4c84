import BeckonModel

// How the settings of a search are read and written.

extension SearchSettings {
  /// The members of a body.
  static let names = [
    "languages", "shows_out_of_stock", "delay_milliseconds", "min_characters", "item_count",
    "page_count", "url_prefix", "texts", "synonyms", "redirects", "banners",
  ]

  /// The same with what a body says changed; what it leaves out stays, `null` is as if it had never
  /// been said.
  /// - Throws: `FieldError`.
  public func changed(by fields: Fields) throws(FieldError) -> SearchSettings {
    try fields.allow(only: Self.names)
    var new = self
    try new.readHow(fields)
    if fields.has("texts") { new.texts = try fields.searchTexts() }
    if fields.has("synonyms") { new.synonyms = try fields.searchSynonyms() }
    if fields.has("redirects") { new.redirects = try fields.searchRedirects() }
    if fields.has("banners") { new.banners = try fields.searchBanners() }
    guard new.json.bytes.count <= SearchLimits.settingsBytes else {
      throw fields.error(
        "synonyms",
        "and all other settings together are longer than "
          + "\(SearchLimits.settingsBytes) bytes")
    }
    return new
  }

  /// Refuses of what a body sets anew what would be stored and do nothing: languages by their
  /// names, and queries without a letter or digit. What is stored may be older than this rule.
  /// - Throws: `FieldError`.
  public func check(_ fields: Fields) throws(FieldError) {
    if fields.has("languages"), !languages.allSatisfy(ProductLanguage.isCode) {
      throw fields.error("languages", "must hold codes such as en or pt-BR (BCP 47)")
    }
    if fields.has("texts"), !texts.allSatisfy({ ProductLanguage.isCode($0.language) }) {
      throw fields.error("texts", "must have codes such as en or pt-BR for names (BCP 47)")
    }
    func hasWords(_ query: String) -> Bool { SearchLanguage.none.hasWords(in: query) }
    if fields.has("redirects"), let place = redirects.firstIndex(where: { !hasWords($0.query) }) {
      throw fields.error("redirects[\(place)].query", "must have a letter or digit")
    }
    if fields.has("banners"),
      let place = banners.firstIndex(where: { !$0.queries.allSatisfy(hasWords) })
    {
      throw fields.error("banners[\(place)].queries", "must be queries with a letter or digit")
    }
  }

  private mutating func readHow(_ fields: Fields) throws(FieldError) {
    let usual = SearchSettings()
    if fields.has("languages") { languages = try fields.searchLanguages() ?? usual.languages }
    if fields.has("shows_out_of_stock") {
      showsOutOfStock = try fields.bool("shows_out_of_stock") ?? usual.showsOutOfStock
    }
    if fields.has("delay_milliseconds") {
      delayMilliseconds =
        try fields.integer("delay_milliseconds", in: SearchLimits.delayMilliseconds)
        ?? usual.delayMilliseconds
    }
    if fields.has("min_characters") {
      minCharacters =
        try fields.integer("min_characters", in: SearchLimits.characters) ?? usual.minCharacters
    }
    if fields.has("item_count") {
      itemCount = try fields.integer("item_count", in: SearchLimits.items) ?? usual.itemCount
    }
    if fields.has("page_count") {
      pageCount = try fields.integer("page_count", in: SearchLimits.items) ?? usual.pageCount
    }
    if fields.has("url_prefix") {
      urlPrefix = try fields.string("url_prefix", max: Limits.urlBytes) ?? usual.urlPrefix
    }
  }

  /// As the API tells of it, and as it is stored.
  public var json: JSON {
    .object([
      "languages": .array(languages.map(JSON.string)),
      "shows_out_of_stock": .bool(showsOutOfStock),
      "delay_milliseconds": .integer(delayMilliseconds),
      "min_characters": .integer(minCharacters), "item_count": .integer(itemCount),
      "page_count": .integer(pageCount), "url_prefix": .string(urlPrefix),
      "texts": .object(texts.map { JSON.Member($0.language, $0.json) }),
      "synonyms": .array(synonyms.map { .array($0.phrases.map(JSON.string)) }),
      "redirects": .array(redirects.map { ["query": .string($0.query), "url": .string($0.url)] }),
      "banners": .array(banners.map(\.json)),
    ])
  }
}

extension SearchTexts {
  /// As the API tells of it, without the language, which is its name.
  public var json: JSON {
    .object([
      "popular": popular.map(JSON.string), "cancel": cancel.map(JSON.string),
      "not_found": notFound.map(JSON.string),
    ])
  }
}

extension SearchBanner {
  /// As the API tells of it.
  public var json: JSON {
    .object([
      "name": .string(name), "image": .string(image), "url": url.map(JSON.string),
      "position": position.map(JSON.string), "width": width.map(JSON.string),
      "height": height.map(JSON.string), "new_tab": .bool(opensNewTab),
      "queries": queries.isEmpty ? nil : .array(queries.map(JSON.string)),
    ])
  }
}

extension Fields {
  fileprivate func searchLanguages() throws(FieldError) -> [String]? {
    guard
      let given = try strings("languages", max: SearchLimits.languages, each: Limits.wordBytes)
    else { return nil }
    var languages: [String] = []
    for text in given {
      guard let language = ProductLanguage.normal(text) else {
        throw error("languages", "must hold languages such as en or pt-BR (BCP 47)")
      }
      if !languages.contains(language) { languages.append(language) }
    }
    guard !languages.isEmpty else { throw error("languages", "must have one at least") }
    return languages
  }

  fileprivate func searchTexts() throws(FieldError) -> [SearchTexts] {
    guard let given = try fields("texts") else { return [] }
    guard given.all.count <= SearchLimits.texts else {
      throw error("texts", "has more than \(SearchLimits.texts) languages")
    }
    var texts: [SearchTexts] = []
    for member in given.all {
      guard let language = ProductLanguage.normal(member.name) else {
        throw error("texts", "must have languages such as en or pt-BR for names (BCP 47)")
      }
      guard !texts.contains(where: { $0.language == language }) else {
        throw error("texts", "has one language twice: \(language)")
      }
      guard member.value.members != nil else {
        throw given.error(
          member.name,
          "must be an object of texts: the language comes first, as in texts.en")
      }
      let fields = try given.inner(member.value, at: member.name)
      try fields.allow(only: ["popular", "cancel", "not_found"])
      var one = SearchTexts(language: language)
      one.popular = try fields.string("popular", max: SearchLimits.textBytes)
      one.cancel = try fields.string("cancel", max: SearchLimits.textBytes)
      one.notFound = try fields.string("not_found", max: SearchLimits.textBytes)
      texts.append(one)
    }
    return texts
  }

  fileprivate func searchSynonyms() throws(FieldError) -> [SynonymGroup] {
    var groups: [[String]] = []
    for (place, json) in (try elements("synonyms", max: SearchLimits.synonyms) ?? []).enumerated() {
      let phrases = (json.elements ?? []).compactMap(\.string)
      guard json.elements?.count == phrases.count, phrases.count <= SearchSynonyms.phrasesMax,
        phrases.allSatisfy({ (1...SearchLimits.textBytes).contains($0.utf8.count) })
      else {
        throw error(
          "synonyms[\(place)]",
          "must be an array of 2 to \(SearchSynonyms.phrasesMax) phrases of 1 to "
            + "\(SearchLimits.textBytes) bytes")
      }
      groups.append(phrases)
    }
    do throws(SearchSynonyms.Problem) {
      _ = try SearchSynonyms(groups, .none)
      return groups.map(SynonymGroup.init)
    } catch {
      switch error {
      case .tooManyGroups:
        throw self.error("synonyms", "has more than \(SearchLimits.synonyms) groups")
      case .phrases(let place):
        throw self.error(
          "synonyms[\(place)]", "must have 2 to \(SearchSynonyms.phrasesMax) phrases")
      case .words(let place):
        throw self.error(
          "synonyms[\(place)]",
          "must have phrases of 1 to \(SearchSynonyms.wordsMax) words, with a letter or digit")
      }
    }
  }

  fileprivate func searchRedirects() throws(FieldError) -> [SearchRedirect] {
    var redirects: [SearchRedirect] = []
    let given = try elements("redirects", max: SearchLimits.redirects) ?? []
    for (place, json) in given.enumerated() {
      let fields = try inner(json, at: "redirects[\(place)]")
      try fields.allow(only: ["query", "url"])
      redirects.append(
        SearchRedirect(
          query: try fields.require(
            "query", fields.string("query", max: SearchLimits.textBytes)),
          url: try fields.require("url", fields.pageAddress("url"))))
    }
    return redirects
  }

  fileprivate func searchBanners() throws(FieldError) -> [SearchBanner] {
    var banners: [SearchBanner] = []
    let given = try elements("banners", max: SearchLimits.banners) ?? []
    for (place, json) in given.enumerated() {
      banners.append(try inner(json, at: "banners[\(place)]").searchBanner())
    }
    return banners
  }

  private func searchBanner() throws(FieldError) -> SearchBanner {
    try allow(only: [
      "name", "image", "url", "position", "width", "height", "new_tab", "queries",
    ])
    var banner = SearchBanner(
      name: try require("name", string("name", max: SearchLimits.textBytes)),
      image: try require("image", pageAddress("image")))
    banner.url = try pageAddress("url")
    banner.position = try string("position", max: SearchLimits.textBytes)
    banner.width = try string("width", max: SearchLimits.textBytes)
    banner.height = try string("height", max: SearchLimits.textBytes)
    banner.opensNewTab = try bool("new_tab") ?? false
    banner.queries =
      try strings("queries", max: SearchLimits.banners, each: SearchLimits.textBytes) ?? []
    return banner
  }

  private func pageAddress(_ name: String) throws(FieldError) -> String? {
    guard let text = try string(name, max: Limits.urlBytes) else { return nil }
    guard let address = PageAddress.normal(text) else {
      throw error(name, "must be an address such as https://shop.example/returns")
    }
    return address
  }
}
