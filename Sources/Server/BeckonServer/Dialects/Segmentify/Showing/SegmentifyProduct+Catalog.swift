import BeckonContractSegmentify
import BeckonEngine
import BeckonModel

extension Segmentify.Product {
  /// A product of the catalogue in a language and a currency, where it has both; else in its own.
  package init(_ product: BeckonEngine.Product, language: String?, _ currency: Currency?) {
    self.init(id: product.id)
    let language = language.flatMap(ProductLanguage.normal)
    for (name, field) in Self.textFields { texts[name] = product.text(field, in: language) }
    for (name, field) in Self.listFields {
      let list = product.texts(field, in: language)
      if !list.isEmpty { lists[name] = list }
    }
    let categories = product.categories(in: language).map(\.text)
    if !categories.isEmpty {
      (lists[.category], lists[.categories]) = (categories, categories)
      texts[.mainCategory] = categories[0]
    }
    texts[.language] = (language ?? product.language)?.uppercased()
    tellPrices(of: product, in: currency)
    isInStock = product.isInStock
    numbers[.stockCount] = product.number(.stock).map { "\($0)" }
    numbers[.lastUpdateTime] = "\(product.changedAt.milliseconds)"
    numbers[.publishTime] = product.number(.publishedAt).map { "\($0)" }
    params = product.parameters
  }

  private static let textFields: [(Text, ProductField)] = [
    (.name, .title), (.url, .url), (.mUrl, .mobileURL), (.image, .image), (.imageXS, .imageXS),
    (.imageS, .imageS), (.imageM, .imageM), (.imageL, .imageL), (.imageXL, .imageXL),
    (.brand, .brand), (.gender, .gender), (.groupId, .group),
  ]

  private static let listFields: [(List, ProductField)] = [
    (.additionalImages, .additionalImages), (.colors, .colors), (.sizes, .sizes),
    (.labels, .labels), (.badges, .badges), (.combineIds, .combine),
  ]

  /// All prices in one currency: that of the price itself.
  private mutating func tellPrices(of product: BeckonEngine.Product, in wanted: Currency?) {
    let price = product.money(.price, in: wanted)
    let currency = price?.currency ?? wanted ?? product.currency
    texts[.currency] = currency?.code
    let fields: [(Number, Text, ProductField)] = [
      (.price, .priceText, .price), (.oldPrice, .oldPriceText, .oldPrice),
      (.specialPrice, .specialPriceText, .specialPrice),
    ]
    for (number, text, field) in fields {
      guard let money = product.money(field, in: currency), money.currency == currency else {
        continue
      }
      numbers[number] = money.decimal
      texts[text] = "\(money.decimal) \(money.currency.code)"
    }
  }
}

extension BeckonEngine.Product {
  /// Further fields of the shop's, as an object of texts.
  fileprivate var parameters: JSON? {
    guard case .map(let members)? = told[ProductKey(.params)]?.value else { return nil }
    return .object(members)
  }
}
