import BeckonModel

// How the members of a widget's settings are read.

extension Fields {
  func widgetPage() throws(FieldError) -> WidgetPage? {
    guard let fields = try fields("page") else { return nil }
    try fields.allow(only: ["kind", "name"])
    let kind = try fields.require("kind", fields.choice("kind", WidgetPage.Kind.self))
    let name = try fields.string("name", max: WidgetLimits.wordBytes)
    guard (name != nil) == kind.hasName else {
      throw fields.error(
        "name",
        kind.hasName
          ? "is missing: which page, or which event?"
          : "goes only with the kinds custom and event")
    }
    return WidgetPage(kind, name: name)
  }

  func widgetTitles() throws(FieldError) -> [WidgetTitle] {
    guard let members = try object("titles", maxBytes: 65_536)?.members else { return [] }
    guard members.count <= WidgetLimits.titles else {
      throw error("titles", "has more than \(WidgetLimits.titles) languages")
    }
    let fields = try fields("titles")
    var titles: [WidgetTitle] = []
    for member in members {
      guard let language = ProductLanguage.normal(member.name) else {
        throw error("titles", "must have languages such as en or pt-BR for names (BCP 47)")
      }
      guard !titles.contains(where: { $0.language == language }) else {
        throw error("titles", "has one language twice: \(language)")
      }
      guard let text = try fields?.string(member.name, max: Limits.nameBytes) else { continue }
      titles.append(WidgetTitle(language: language, text: text))
    }
    return titles
  }

  func staticItems() throws(FieldError) -> [String] {
    try distinct("static_items", max: WidgetLimits.staticItems, each: ShopLimits.productBytes)
  }

  func bannerTitles() throws(FieldError) -> [String] {
    try distinct("banners", max: Int(WidgetLimits.bannersOfDay), each: ShopLimits.wordBytes)
  }

  /// Texts, each once.
  private func distinct(_ name: String, max: Int, each: Int) throws(FieldError) -> [String] {
    var seen: Set<TextKey> = []
    return (try strings(name, max: max, each: each) ?? []).filter {
      seen.insert(TextKey($0)).inserted
    }
  }

  func widgetMethods() throws(FieldError) -> [WidgetMethod] {
    var methods: [WidgetMethod] = []
    let given = try elements("methods", max: WidgetLimits.methods) ?? []
    for (place, json) in given.enumerated() {
      let fields = try inner(json, at: "methods[\(place)]")
      try fields.allow(only: ["method", "window", "count", "settings"])
      let method = try fields.require(
        "method", fields.choice("method", RecommendationMethod.self))
      methods.append(
        WidgetMethod(
          method, window: try fields.choice("window", WidgetMethod.Window.self),
          count: try fields.integer("count", in: WidgetLimits.items).map { Int($0) },
          settings: try fields.recommenderSettings(of: method)))
    }
    return methods
  }

  private func recommenderSettings(
    of method: RecommendationMethod
  ) throws(FieldError) -> RecommenderSettings? {
    guard let given = try fields("settings") else { return nil }
    guard WidgetMethod.weighed.contains(method) else {
      let others = WidgetMethod.weighed.map(\.rawValue).sorted().joined(separator: ", ")
      throw error("settings", "belong to the methods \(others)")
    }
    return try RecommenderSettings(given)
  }

  func widgetFilter() throws(FieldError) -> WidgetFilter {
    var filter = WidgetFilter()
    guard let fields = try fields("filter") else { return filter }
    try fields.allow(only: [
      "categories", "brands", "labels", "genders", "price", "in_stock", "same_category",
      "same_brand", "bought_days",
    ])
    filter.categories = try fields.categoryPaths()
    filter.brands = try fields.filterWords("brands")
    filter.labels = try fields.filterWords("labels")
    filter.genders = try fields.filterWords("genders")
    guard filter.genders.allSatisfy({ ["M", "F", "U"].contains($0) }) else {
      throw fields.error("genders", "must hold M, F or U")
    }
    filter.price = try fields.priceRange()
    filter.inStock = try fields.bool("in_stock") ?? true
    filter.sameCategory = try fields.bool("same_category") ?? false
    filter.sameBrand = try fields.bool("same_brand") ?? false
    filter.boughtDays =
      try fields.integer("bought_days", in: WidgetLimits.boughtDays) ?? filter.boughtDays
    return filter
  }

  private func filterWords(_ name: String) throws(FieldError) -> [String] {
    try strings(name, max: WidgetLimits.filterValues, each: ProductLimits.wordBytes) ?? []
  }

  private func categoryPaths() throws(FieldError) -> [String] {
    var paths: [String] = []
    let given = try strings(
      "categories", max: WidgetLimits.filterValues, each: ProductLimits.categoryBytes)
    for text in given ?? [] {
      guard let path = CategoryPath(text) else {
        throw error(
          "categories",
          "must hold paths of 1 to \(ProductLimits.categorySteps) steps, such as 'Men > Shoes'")
      }
      paths.append(path.text)
    }
    return paths
  }

  private func priceRange() throws(FieldError) -> WidgetFilter.PriceRange? {
    guard let fields = try fields("price") else { return nil }
    try fields.allow(only: ["from", "to", "currency"])
    let code = try fields.require("currency", fields.string("currency", max: Limits.wordBytes))
    guard let currency = Currency(code) else {
      throw fields.error("currency", "must be three letters, such as EUR (ISO 4217)")
    }
    let from = try fields.toldAmount("from")?.money(in: currency)
    let to = try fields.toldAmount("to")?.money(in: currency)
    guard from != nil || to != nil else { throw fields.error("from", "and 'to' are missing") }
    if let from, let to, to.amount < from.amount {
      throw fields.error("to", "must not be less than 'from'")
    }
    return WidgetFilter.PriceRange(from: from, to: to, currency: currency)
  }

  func widgetExperiment() throws(FieldError) -> WidgetExperiment? {
    guard let fields = try fields("experiment") else { return nil }
    try fields.allow(only: ["name", "hold_out_percent", "variants"])
    let name = try fields.require("name", fields.string("name", max: WidgetLimits.wordBytes))
    let holdOut = try fields.integer("hold_out_percent", in: 0...100) ?? 0
    let variants = try fields.widgetVariants()
    guard variants.reduce(holdOut, { $0 + $1.percent }) <= 100 else {
      throw fields.error("variants", "and hold_out_percent add up to more than 100")
    }
    guard holdOut > 0 || !variants.isEmpty else {
      throw fields.error("variants", "are missing, and so is hold_out_percent: nothing differs")
    }
    return WidgetExperiment(name: name, holdOutPercent: holdOut, variants: variants)
  }

  private func widgetVariants() throws(FieldError) -> [WidgetExperiment.Variant] {
    var variants: [WidgetExperiment.Variant] = []
    let given = try elements("variants", max: WidgetLimits.variants) ?? []
    for (place, json) in given.enumerated() {
      let fields = try inner(json, at: "variants[\(place)]")
      try fields.allow(only: ["name", "percent", "methods"])
      let name = try fields.require("name", fields.string("name", max: WidgetLimits.wordBytes))
      let taken = [WidgetArm.mainWord, WidgetArm.holdOutWord] + variants.map(\.name)
      guard !taken.contains(name) else {
        throw fields.error("name", "is taken: \(taken.joined(separator: ", "))")
      }
      let methods = try fields.widgetMethods()
      guard !methods.isEmpty else { throw fields.error("methods", "are missing") }
      variants.append(
        WidgetExperiment.Variant(
          name: name,
          percent: try fields.require("percent", fields.integer("percent", in: 1...100)),
          methods: methods))
    }
    return variants
  }
}
