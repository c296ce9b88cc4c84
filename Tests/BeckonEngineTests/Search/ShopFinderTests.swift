import BeckonEngine
import BeckonModel
import BeckonText
import Testing

@Suite struct ShopFinderTests {
  private static let now = Instant(milliseconds: 1_000)

  private static func product(
    _ id: String, _ title: String, by trust: Trust = .server,
    _ more: [ProductKey: ProductValue] = [:]
  ) -> Product {
    var product = Product(id: id, at: now)
    for (key, value) in more.merging([ProductKey(.title): .text(title)], uniquingKeysWith: { $1 }) {
      product.told[key] = Product.Told(value, by: trust, at: now)
    }
    return product
  }

  private static func finder(_ languages: [String] = ["en"], bytes: Int = 1 << 20) -> ShopFinder {
    ShopFinder(languages: languages, bytesMax: bytes) { SearchLanguage(code: $0) }
  }

  private static func find(
    _ query: String, _ finder: ShopFinder, in language: String? = nil
  ) -> [String] {
    var search = ProductSearch()
    return search.find(SearchRequest(query), in: finder.indexes[finder.place(of: language)])
      .hits.map(\.id)
  }

  @Test("A hidden or deleted product is not held, and is found again when it is shown")
  func hidden() {
    var (finder, shoe) = (Self.finder(), Self.product("s", "Shoe"))
    finder.set(shoe, nil)
    #expect(Self.find("shoe", finder) == ["s"])
    shoe.deletedAt = Self.now
    finder.set(shoe, nil)
    #expect(Self.find("shoe", finder) == [] && finder.count == 0)
    shoe.deletedAt = nil
    finder.set(shoe, nil)
    #expect(Self.find("shoe", finder) == ["s"])
  }

  @Test("What clients alone have told of is not found once the server has told of any product")
  func madeUp() {
    var finder = Self.finder()
    finder.set(Self.product("x", "Call 555", by: .client), nil)
    #expect(Self.find("call", finder) == ["x"])
    finder.set(Self.product("s", "Shoe"), nil)
    finder.set(Self.product("y", "Call 556", by: .client), nil)
    #expect(Self.find("call", finder) == [])
    finder.set(Self.product("x", "Call 555"), nil)
    #expect(Self.find("call", finder) == ["x"])
  }

  @Test("Words that only clients have told change nothing of what is found, and take no room")
  func planted() {
    var finder = Self.finder()
    for (id, title) in [("a", "Wireless headphones"), ("b", "Wired headphones")] {
      finder.set(Self.product(id, title), nil)
    }
    let (before, bytes) = (Set(Self.find("haedpho", finder)), finder.bytes)
    finder.set(Self.product("junk", "haedpho headph headpho", by: .client), nil)
    #expect(before == ["a", "b"] && Set(Self.find("haedpho", finder)) == before)
    #expect(Self.find("headph wireless", finder).first == "a")
    #expect(finder.bytes == bytes && finder.count == 2)
  }

  @Test("What clients filled a shop with gives way to the first product of the server")
  func filled() {
    var finder = Self.finder(bytes: 1 << 16)
    for number in 0..<500 {
      let title = (0..<40).map { "word\(number)x\($0)" }.joined(separator: " ")
      finder.set(Self.product("p\(number)", title, by: .client), nil)
    }
    #expect(!finder.isWhole)
    finder.set(Self.product("s", "Shoe"), nil)
    #expect(Self.find("shoe", finder) == ["s"] && finder.count == 1 && finder.isWhole)
  }

  @Test("Each language is searched by itself; of one that is none the first is")
  func languages() {
    var finder = Self.finder(["en", "de"])
    finder.set(
      Self.product("s", "Shoe", [ProductKey(.title, "de"): .text("Laufschuhe")]), nil)
    #expect(Self.find("schuhe", finder, in: "de-at") == ["s"])
    #expect(Self.find("schuhe", finder, in: "fr") == [])
    #expect(Self.find("shoes", finder, in: "fr") == ["s"])
  }

  @Test("Popularity decides between equals, and is forgotten with the next")
  func popularity() {
    var finder = Self.finder()
    for id in ["a", "b"] { finder.set(Self.product(id, "Shoe"), nil) }
    finder.rate([TextKey("b"): 1])
    #expect(Self.find("shoe", finder) == ["b", "a"])
    finder.set(Self.product("b", "Shoe"), nil)
    #expect(Self.find("shoe", finder) == ["b", "a"])
    finder.rate([TextKey("a"): 0.5, TextKey("nobody"): 1])
    #expect(Self.find("shoe", finder) == ["a", "b"])
  }

  @Test("What has no room is left out, and said")
  func room() {
    var finder = Self.finder(bytes: 20_000)
    for number in 0..<1_000 { finder.set(Self.product("p\(number)", "Shoe \(number)"), nil) }
    #expect(!finder.isWhole && finder.count < 1_000 && finder.bytes <= 20_000)
  }

  @Test("Redirects, banners and synonyms are found whatever the capitals and accents")
  func dictionary() {
    var settings = SearchSettings()
    settings.redirects = [SearchRedirect(query: "Rück gabe", url: "https://shop.example/r")]
    settings.banners = [SearchBanner(name: "Sale", image: "https://shop.example/s.png")]
    settings.banners[0].queries = ["Sofa"]
    let words = SearchDictionary(settings, SearchLanguage(code: "de"))
    #expect(words.redirect(for: "RUCK  gabe!") == "https://shop.example/r")
    #expect(words.redirect(for: "gabe") == nil)
    #expect(words.banners(for: "sofa").count == 1 && words.banners(for: "chair").isEmpty)
  }
}
