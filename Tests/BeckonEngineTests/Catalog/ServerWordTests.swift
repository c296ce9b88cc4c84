import BeckonEngine
import BeckonModel
import Testing

/// What the app's server and feeds say of a product.
struct ServerWordTests {
  private static let now = Instant(milliseconds: 1_780_000_000_000)
  private static let euro = Currency("EUR")

  private static func words(_ json: JSON) throws -> ProductWords {
    try ProductWords(Fields(json, isStrict: true), id: "shoe")
  }

  private static func tell(
    _ json: JSON, of known: Product? = nil, _ manner: ProductDecision.Manner = .part
  ) throws -> ProductChange {
    try ProductDecision.server(words(json), of: known, manner, currency: euro, now: now)
  }

  @Test func whatIsSaidIsRead() throws {
    let change = try Self.tell([
      "title": "Shoe", "url": "https://shop.example/shoe", "price": 19.9, "old_price": "29.90",
      "categories": ["Men>Shoes ", "Sale"], "stock": 3, "language": "en_GB", "gender": "M",
      "languages": ["TR": ["title": "Ayakkabı"]], "currencies": ["usd": ["price": "21"]],
      "params": ["sole": "gum"], "published_at": "2026-06-01T09:00:00Z", "hidden": false,
    ])
    let product = try #require(change.product)
    #expect(change.verdict == .created)
    #expect(product.money()?.decimal == "19.90")
    #expect(product.money(in: Currency("USD"))?.decimal == "21.00")
    #expect(product.money(in: Currency("JPY"))?.currency == Self.euro)
    #expect(product.categories().map(\.text) == ["Men > Shoes", "Sale"])
    #expect(product.lineages.sortedTexts == ["Men", "Men > Shoes", "Sale"])
    #expect(product.language == "en-gb" && product.text(.title, in: "tr") == "Ayakkabı")
    #expect(Product.told(stored: product.stored) == product.told)
    #expect(change.prices.count == 2)
  }

  @Test(
    arguments: [
      (["title": 7], "title"), (["title": ""], "title"),
      (["title": .string(String(repeating: "x", count: 1_000_000))], "title"),
      (["price": "-1"], "price"), (["price": "1,90"], "price"), (["price": true], "price"),
      (["price": .number("1e30")], "price"), (["stock": -1], "stock"), (["stock": "3"], "stock"),
      (["url": "javascript:alert(1)"], "url"), (["url": "https://a@evil.example/"], "url"),
      (["image": "x"], "image"), (["in_stock": "yes"], "in_stock"), (["gender": "X"], "gender"),
      (["currency": "EURO"], "currency"), (["categories": [" > "]], "categories"),
      (["labels": "new"], "labels"), (["params": ["a": 1]], "params"),
      (["languages": ["tr": ["price": "1"]]], "languages.tr.price"),
      (["currencies": ["x": [:]]], "currencies.x"),
      (["language": "tr", "languages": ["tr": ["title": "a"]]], "languages.tr.title"),
      (["pirce": "1"], "pirce"),
    ] as [(JSON, String)])
  func whatIsWrongIsRefusedByItsPlace(_ json: JSON, _ path: String) throws {
    let error = #expect(throws: FieldError.self) { try Self.tell(json) }
    #expect(error?.path == path)
    #expect((error?.reason.utf8.count ?? 1_000) < 300)
  }

  @Test func aPriceWithoutAnyCurrencyIsRefused() throws {
    let words = try Self.words(["price": "1"])
    let error = #expect(throws: FieldError.self) {
      try ProductDecision.server(words, of: nil, .part, currency: nil, now: Self.now)
    }
    #expect(error?.path == "currency")
  }

  @Test func theWholeWordTakesBackWhatItDoesNotSay() throws {
    var known = try #require(try Self.tell(["title": "Shoe", "brand": "Acme"]).product)
    known.told[ProductKey(.labels)] = Product.Told(.texts(["new"]), by: .client, at: Self.now)
    let whole = try Self.tell(["title": "Shoe"], of: known, .whole)
    #expect(whole.product?.text(.brand) == nil)
    #expect(whole.product?.texts(.labels) == ["new"])
    let part = try Self.tell(["title": "Shoe"], of: known, .part)
    #expect(part.product?.text(.brand) == "Acme" && part.verdict == .unchanged)
    #expect(!part.isWritten)
    let taken = try Self.tell(["brand": .null], of: known, .part)
    #expect(taken.product?.text(.brand) == nil && taken.verdict == .changed)
  }

  @Test func theServerWinsOverWhatClientsSaid() throws {
    var known = Product(id: "shoe", at: Self.now)
    known.told[ProductKey(.title)] = Product.Told(.text("Cheap"), by: .client, at: Self.now)
    let change = try Self.tell(["title": "Shoe"], of: known)
    #expect(change.product?.told[ProductKey(.title)]?.by == .server)
    #expect(change.product?.text(.title) == "Shoe")
  }

  @Test func anotherPriceTellsBeforeAndAfter() throws {
    let known = try Self.tell(["price": "19.90"]).product
    let change = try Self.tell(["price": "9.90"], of: known)
    #expect(change.prices.map(\.before) == [1990] && change.prices.map(\.after) == [990])
    #expect(change.prices.map(\.by) == [.server])
  }

  @Test func anotherCurrencyNeedsAPriceInIt() throws {
    let known = try Self.tell(["price": "19.90", "old_price": "29.90"]).product
    #expect(throws: FieldError.self) { try Self.tell(["currency": "JPY"], of: known) }
    let yen = try Self.tell(["currency": "JPY", "price": "3000"], of: known)
    #expect(yen.product?.money()?.decimal == "3000")
    #expect(yen.product?.money(.oldPrice) == nil)
  }

  @Test func decimalsTooManyAreRoundedAndTold() throws {
    let change = try Self.tell(["price": "19.999"])
    #expect(change.product?.money()?.decimal == "20.00" && change.rounded == [ProductKey(.price)])
  }
}
