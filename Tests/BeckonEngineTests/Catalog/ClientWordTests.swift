import BeckonEngine
import BeckonModel
import Testing

/// What a client's word about a product counts, by what is known and what others have said.
struct ClientWordTests {
  private static let now = Instant(milliseconds: 1_780_000_000_000)
  private static let (ana, ben) = (Identifier(high: 1, low: 1), Identifier(high: 2, low: 2))
  private static let euro = Currency("EUR") ?? .none
  private static let settings = {
    var settings = AppSettings()
    settings.origins = ["https://shop.example"]
    settings.allowedTargets = ["https://cdn.example/shop/*"]
    return settings
  }()

  /// A field, what is known of it, who else has said the same, and what comes of Ana's word.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let field: ProductField
    let says: JSON
    var known: JSON?
    /// Of which field it is known; of the same one when `nil`.
    var knownOf: ProductField?
    var knownBy = Trust.server
    var others: [Identifier] = []
    var otherDaysAgo: Int64 = 0
    /// Whether the word counts.
    let counts: Bool
    /// Whether it waits for a second one.
    var waits = false
    var isRefused = false
  }

  private static let cases = [
    Case(
      testDescription: "a gap is filled", field: .brand, says: "Acme", counts: true),
    Case(
      testDescription: "the server's word stays", field: .brand, says: "Thief", known: "Acme",
      counts: false),
    Case(
      testDescription: "one client does not change another's word", field: .brand, says: "B",
      known: "A", knownBy: .client, counts: false, waits: true),
    Case(
      testDescription: "two clients do", field: .brand, says: "B", known: "A", knownBy: .client,
      others: [ben], counts: true),
    Case(
      testDescription: "a price waits also the first time", field: .price, says: "9.90",
      counts: false, waits: true),
    Case(
      testDescription: "a price counts when two agree", field: .price, says: "9.90", others: [ben],
      counts: true),
    Case(
      testDescription: "nobody agrees with themselves", field: .price, says: "9.90",
      others: [ana], counts: false, waits: true),
    Case(
      testDescription: "a word of last week is no more", field: .price, says: "9.90",
      others: [ben], otherDaysAgo: 8, counts: false, waits: true),
    Case(
      testDescription: "a feed's price stays, whoever agrees", field: .price, says: "0.01",
      known: "19.90", others: [ben], counts: false),
    Case(
      testDescription: "out of stock waits", field: .inStock, says: false, counts: false,
      waits: true),
    Case(
      testDescription: "out of stock counts when two agree", field: .inStock, says: false,
      known: true, knownBy: .client, others: [ben], counts: true),
    Case(
      testDescription: "the server's stock stays", field: .stock, says: 0, known: 7, others: [ben],
      counts: false),
    Case(
      testDescription: "what the server counts is not sold out", field: .inStock, says: false,
      known: 7, knownOf: .stock, others: [ben], counts: false),
    Case(
      testDescription: "what cost something is the server's to say who tells the price",
      field: .oldPrice, says: "999", known: "5", knownOf: .price, others: [ben], counts: false),
    Case(
      testDescription: "a page of the app's is taken", field: .url,
      says: "https://shop.example/shoe", counts: true),
    Case(
      testDescription: "another's page is not", field: .url, says: "https://evil.example/shoe",
      others: [ben], counts: false, isRefused: true),
    Case(
      testDescription: "nor a host that only begins so", field: .url,
      says: "https://shop.example.evil.example/", counts: false, isRefused: true),
    Case(
      testDescription: "an image where the app says that they are", field: .image,
      says: "//cdn.example/shop/1.jpg", counts: true),
    Case(
      testDescription: "an image of somebody else's there", field: .image,
      says: "https://cdn.example/other/1.jpg", counts: false, isRefused: true),
    Case(
      testDescription: "of several images all must be", field: .additionalImages,
      says: ["https://shop.example/1.jpg", "https://evil.example/2.jpg"], counts: false,
      isRefused: true),
    Case(
      testDescription: "nobody but the server hides", field: .hidden, says: true, others: [ben],
      counts: false, isRefused: true),
    Case(
      testDescription: "a negative price is none", field: .price, says: "-1", counts: false,
      isRefused: true),
  ]

  private static func value(_ json: JSON, _ field: ProductField) throws -> ProductValue {
    switch try field.word(json, at: field.rawValue) {
    case .value(let value): value
    case .amount(let text): .number(try #require(Money(decimal: text, euro)).amount)
    case .nothing: throw FieldError("", "nothing")
    }
  }

  private static func witness(_ who: Identifier, isHeard: Bool = true) -> ProductDecision.Witness {
    ProductDecision.Witness(
      who, isHeard: isHeard, hosts: CatalogHosts(settings), currency: Currency("EUR"))
  }

  @Test(arguments: cases)
  func whoWins(_ example: Case) throws {
    var known = Product(id: "shoe", at: Self.now)
    if let json = example.known {
      let field = example.knownOf ?? example.field
      known.told[ProductKey(field)] = Product.Told(
        try Self.value(json, field), by: example.knownBy, at: Self.now)
    }
    var words = try ProductWords(id: "shoe")
    words[example.field] = try example.field.word(example.says, at: "")
    let said = Self.now.adding(milliseconds: -example.otherDaysAgo * Span.dayMilliseconds)
    let claims = try example.others.map {
      ProductChange.Claim(
        ProductKey(example.field), try Self.value(example.says, example.field), by: $0, at: said)
    }
    let change = ProductDecision.client(
      ProductReport(words), of: known, claims: claims, Self.witness(Self.ana), now: Self.now)
    let (told, before) = (change.product?.told, known.told)
    let key = ProductKey(example.field)
    #expect((told?[key]?.by == .client && told?[key] != before[key]) == example.counts)
    #expect(change.claims.isEmpty == !example.waits)
    #expect(change.refusals.isEmpty == !example.isRefused)
    #expect(change.prices.allSatisfy { $0.by == .client })
  }

  @Test func whatTheServerCountsOutweighsAClientsYes() {
    var product = Product(id: "shoe", at: Self.now)
    product.told[ProductKey(.inStock)] = Product.Told(.flag(true), by: .client, at: Self.now)
    #expect(product.isInStock)
    product.told[ProductKey(.stock)] = Product.Told(.number(0), by: .server, at: Self.now)
    #expect(!product.isInStock)
    product.told[ProductKey(.inStock)] = Product.Told(.flag(true), by: .server, at: Self.now)
    #expect(product.isInStock)
  }

  @Test func inAnotherLanguageTheServersTitleNeedsTwo() throws {
    var known = Product(id: "shoe", at: Self.now)
    known.told[ProductKey(.title)] = Product.Told(.text("Shoe"), by: .server, at: Self.now)
    known.told[ProductKey(.language)] = Product.Told(.text("en"), by: .server, at: Self.now)
    var words = try ProductWords(id: "shoe")
    words[.title] = .value(.text("Ayakkabı"))
    let report = ProductReport(words, language: "TR")
    let first = ProductDecision.client(
      report, of: known, claims: [], Self.witness(Self.ana), now: Self.now)
    #expect(first.claims.map(\.key) == [ProductKey(.title, "tr")])
    let second = ProductDecision.client(
      report, of: known, claims: first.claims, Self.witness(Self.ben), now: Self.now)
    #expect(second.product?.text(.title, in: "tr-cy") == "Ayakkabı")
    #expect(second.product?.text(.title, in: "de") == "Shoe")
    #expect(second.product?.text(.title) == "Shoe")
  }

  @Test func inACurrencyOfWhichTheServerSaysNothingClientsHaveNoPrice() throws {
    var words = try ProductWords(id: "shoe")
    words[.price] = .amount("19.90")
    let known = try ProductDecision.server(
      words, of: nil, .part, currency: Currency("EUR"), now: Self.now
    ).product
    words[.price] = .amount("0.01")
    let change = ProductDecision.client(
      ProductReport(words, currency: Currency("USD")), of: known,
      claims: [
        ProductChange.Claim(ProductKey(.price, "USD"), .number(1), by: Self.ben, at: Self.now)
      ], Self.witness(Self.ana), now: Self.now)
    #expect(change.verdict == .unchanged && change.claims.isEmpty)
    #expect(change.product?.money(in: Currency("USD"))?.decimal == "19.90")
  }

  @Test func twoWhoAgreeOnANumberInTwoCurrenciesDoNotAgree() throws {
    var words = try ProductWords(id: "shoe")
    words[.title] = .value(.text("Shoe"))
    words[.price] = .amount("19.90")
    let first = ProductDecision.client(
      ProductReport(words, currency: Currency("TRY")), of: nil, claims: [],
      Self.witness(Self.ana), now: Self.now)
    let second = ProductDecision.client(
      ProductReport(words, currency: Currency("USD")), of: first.product, claims: first.claims,
      Self.witness(Self.ben), now: Self.now)
    #expect(second.product?.money() == nil)
    let third = ProductDecision.client(
      ProductReport(words, currency: Currency("USD")), of: second.product, claims: second.claims,
      Self.witness(Self.ana), now: Self.now)
    #expect(third.product?.money()?.currency.code == "USD")
    #expect(third.prices.map(\.after) == [1990])
  }

  @Test func whoIsHeardNoMoreMakesNothing() throws {
    var words = try ProductWords(id: "shoe")
    words[.title] = .value(.text("Shoe"))
    let change = ProductDecision.client(
      ProductReport(words), of: nil, claims: [], Self.witness(Self.ana, isHeard: false),
      now: Self.now)
    #expect(change.product == nil && change.verdict == .unchanged)
  }

  @Test func aDeletedProductStaysDeleted() throws {
    let gone = ProductDecision.delete(Product(id: "shoe", at: Self.now), now: Self.now).product
    var words = try ProductWords(id: "shoe")
    words[.title] = .value(.text("Shoe"))
    let change = ProductDecision.client(
      ProductReport(words), of: gone, claims: [], Self.witness(Self.ana), now: Self.now)
    #expect(change.product?.deletedAt != nil && !change.isWritten)
    let again = try ProductDecision.server(words, of: gone, .part, currency: nil, now: Self.now)
    #expect(again.verdict == .created && again.product?.isShown == true)
  }
}
