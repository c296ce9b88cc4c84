import BeckonEngine
import BeckonModel
import BeckonText

extension FuzzTarget {
  /// Settings of a search, as an operator sends them: what is taken is kept as it is, and holds for
  /// every query that it names.
  static let searchSettings = FuzzTarget(
    "search-settings",
    seeds: [
      #"{"languages":["de","tr"],"synonyms":[["Größe","groesse","size"],["tv","television set"]]}"#,
      #"{"synonyms":[["a\u0301","b"],["b","c d e"]],"shows_out_of_stock":true}"#,
      #"{"redirects":[{"query":"Returns!","url":"https://shop.example/returns"}]}"#,
      #"{"redirects":[{"query":"👕","url":"https://shop.example/shirts"}],"page_count":24}"#,
      #"{"redirects":[{"query":"\u0301","url":"https://shop.example/"}],"languages":["fr"]}"#,
      #"{"banners":[{"name":"Sale","image":"https://shop.example/s.png","queries":["İstanbul"]}]}"#,
      #"{"texts":{"en-GB":{"popular":"P","not_found":"N"},"de":{"cancel":"C"}},"item_count":5}"#,
      #"{"delay_milliseconds":300,"min_characters":1,"url_prefix":"/search?q=","synonyms":null}"#,
    ]
  ) { bytes, complaints in
    guard let json = try? JSONReader.read(bytes), let fields = try? Fields(json),
      let settings = try? SearchSettings().changed(by: fields)
    else { return }
    let again = try? SearchSettings().changed(by: Fields(settings.json))
    complaints.expect(again == settings, "settings are kept otherwise")
    let same = try? settings.changed(by: Fields(.object([])))
    complaints.expect(same == settings, "settings are changed by nothing")
    complaints.expect(
      settings.json.bytes.count <= SearchLimits.settingsBytes, "settings are too long")
    for texts in settings.texts {
      complaints.expect(settings.texts(in: texts.language) == texts, "texts of another language")
    }
    for code in settings.languages.prefix(2) {
      checkDictionary(settings, SearchLanguage(code: code), &complaints)
      checkSynonyms(settings, SearchLanguage(code: code), &complaints)
    }
  }

  private static func checkDictionary(
    _ settings: SearchSettings, _ language: SearchLanguage, _ complaints: inout Complaints
  ) {
    let dictionary = SearchDictionary(settings, language)
    for redirect in settings.redirects where language.hasWords(in: redirect.query) {
      complaints.expect(dictionary.redirect(for: redirect.query) != nil, "a redirect leads nowhere")
    }
    for banner in settings.banners {
      for query in banner.queries where language.hasWords(in: query) {
        complaints.expect(dictionary.banners(for: query).contains(banner), "a banner is missing")
      }
    }
    for query in ["", "?!", "👕"] {
      complaints.expect(dictionary.redirect(for: query) == nil, "a query without words leads away")
    }
  }

  /// Each phrase of a group finds the products that are called like the others.
  private static func checkSynonyms(
    _ settings: SearchSettings, _ language: SearchLanguage, _ complaints: inout Complaints
  ) {
    let dictionary = SearchDictionary(settings, language)
    // For one query only so many phrases are looked for.
    guard settings.synonyms.reduce(0, { $0 + $1.phrases.count }) < 60 else { return }
    for group in settings.synonyms.prefix(4) {
      guard group.phrases.allSatisfy(language.hasWords(in:)) else { continue }
      var index = SearchIndex(language: language, bytesMax: 1 << 22)
      for (place, phrase) in group.phrases.enumerated() {
        index.set(SearchProduct(id: "\(place)", title: phrase))
      }
      for phrase in group.phrases.prefix(4) {
        var (search, request) = (ProductSearch(), SearchRequest(phrase))
        (request.synonyms, request.limit) = (dictionary.synonyms, 100)
        let found = search.find(request, in: index)
        complaints.expect(
          found.total == group.phrases.count && found.dropped.isEmpty, "a synonym finds not all")
      }
    }
  }
}
