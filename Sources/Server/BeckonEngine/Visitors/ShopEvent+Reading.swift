import BeckonModel

// What stands in the properties of events of our own clients.

extension ViewedPage {
  init(_ fields: Fields) throws(FieldError) {
    let max = ShopLimits.categoryBytes
    try self.init(
      category: try fields.require("category", fields.string("category", max: max)),
      subcategory: try fields.string("subcategory", max: max))
  }
}

extension ToldProduct {
  init(_ fields: Fields) throws(FieldError) {
    let told = Set(texts: Self.names)
    try self.init(
      id: try fields.productID(), details: .object(fields.all.filter { told.contains($0.name) }),
      isOnlyView: try fields.bool("no_update") ?? false)
  }
}

extension BasketLine {
  init(_ fields: Fields) throws(FieldError) {
    try self.init(
      product: try fields.productID(), quantity: try fields.quantity("quantity") ?? .one,
      price: try fields.toldAmount("price"))
  }
}

extension BasketChange {
  init(_ fields: Fields) throws(FieldError) {
    self.init(
      try fields.require("step", fields.choice("step", Step.self)), try BasketLine(fields),
      currency: try fields.currency("currency"))
  }
}

extension Checkout {
  init(_ step: Step, _ fields: Fields) throws(FieldError) {
    var lines: [BasketLine] = []
    let products = try fields.elements("products", max: ShopLimits.basketProducts) ?? []
    for (place, json) in products.enumerated() {
      lines.append(try BasketLine(try fields.inner(json, at: "products[\(place)]")))
    }
    guard step != .purchase || !lines.isEmpty else {
      throw fields.error("products", "are missing")
    }
    try self.init(
      step, lines: lines, total: try fields.toldAmount("total"),
      currency: try fields.currency("currency"),
      order: try fields.shopID("order_id", max: ShopLimits.orderBytes))
  }
}

extension BannerEvent {
  init(_ fields: Fields) throws(FieldError) {
    var banners: [Banner] = []
    let given = try fields.elements("banners", max: ShopLimits.banners) ?? []
    for (place, json) in given.enumerated() {
      banners.append(try Banner(try fields.inner(json, at: "banners[\(place)]")))
    }
    try self.init(
      try fields.require("kind", fields.choice("kind", Kind.self)),
      group: try fields.require("group", fields.shopWord("group")), banners: banners)
  }
}

extension Banner {
  init(_ fields: Fields) throws(FieldError) {
    try self.init(
      title: try fields.shopWord("title"), order: try fields.integer("order", in: 0...1_000_000),
      image: try fields.string("image", max: Limits.urlBytes),
      urls: try fields.strings("urls", max: 10, each: Limits.urlBytes) ?? [],
      product: try fields.shopID("product_id", max: ShopLimits.productBytes),
      category: try fields.string("category", max: ShopLimits.categoryBytes),
      brand: try fields.shopWord("brand"), label: try fields.shopWord("label"))
  }
}

extension Fields {
  fileprivate func productID() throws(FieldError) -> String {
    try require("product_id", shopID("product_id", max: ShopLimits.productBytes))
  }

  func shopWord(_ name: String) throws(FieldError) -> String? {
    try shopID(name, max: ShopLimits.wordBytes)
  }
}
