import BeckonEngine
import BeckonModel
import Testing

/// Order, filters, facets, pages and reasons of a search.
@Suite struct ProductSearchTests {
  private static let shop = [
    SearchProduct(
      id: "1", title: "Trail Shoe", brand: "Puma", categories: ["Shoes"], labels: ["red"],
      price: 80, popularity: 0.1, addedAt: 3),
    SearchProduct(
      id: "2", title: "Road Shoe", brand: "Nike", categories: ["Shoes"], labels: ["blue", "red"],
      price: 120, popularity: 0.9, addedAt: 1),
    SearchProduct(
      id: "3", title: "Wool Sock", brand: "Puma", categories: ["Socks"], labels: ["blue"],
      price: 9, isInStock: false, addedAt: 2),
    SearchProduct(id: "4", title: "Secret Shoe", brand: "Nike", isHidden: true),
    SearchProduct(id: "5", title: "Lace", categories: ["Shoe Care"], labels: ["puma"]),
  ]

  @Test("The weightier field stands first")
  func fields() {
    var shelf = Shelf(Self.shop)
    #expect(shelf.find("puma") == ["1", "3", "5"])
    #expect(shelf.find("shoe").last == "5")
  }

  @Test("Popularity and interest decide between equals, and never over what matches better")
  func taste() {
    var shelf = Shelf(Self.shop)
    #expect(shelf.find("shoe").prefix(2) == ["2", "1"])
    let puma: (inout SearchRequest) -> Void = {
      $0.interests = [SearchFacet.Value(.brand, "Puma"): 1]
    }
    #expect(shelf.find("shoe", puma).prefix(2) == ["1", "2"])
    #expect(shelf.find("road shoe", puma).first == "2")
  }

  @Test("What is hidden is never found, and what is out of stock only where that is wanted")
  func hidden() {
    var shelf = Shelf(Self.shop)
    #expect(shelf.find("secret").isEmpty)
    #expect(shelf.find("sock") == ["3"])
    #expect(shelf.find("sock") { $0.filter.isInStock = true }.isEmpty)
    #expect(Set(shelf.find("")) == ["1", "2", "3", "5"])
  }

  @Test("What was dropped is said of what is left by a filter")
  func droppedBehindFilter() {
    var shelf = Shelf(Self.shop)
    func dropped(_ brand: String) -> [String] {
      shelf.answer("road shoe") { $0.filter.values = [.init(.brand, brand)] }.dropped
    }
    #expect(dropped("Nike").isEmpty)
    #expect(dropped("Puma") == ["road"])
    #expect(dropped("Nobody").isEmpty)
  }

  @Test("A filter wants one value of each facet that it names")
  func filter() {
    var shelf = Shelf(Self.shop)
    func found(_ change: (inout SearchFilter) -> Void) -> Set<String> {
      Set(shelf.find("") { change(&$0.filter) })
    }
    #expect(found { $0.values = [.init(.label, "blue"), .init(.brand, "Puma")] } == ["3"])
    let brands = found { $0.values = [.init(.brand, "Nike"), .init(.brand, "Puma")] }
    #expect(brands == ["1", "2", "3"])
    #expect(found { $0.values = [.init(.brand, "Nobody")] }.isEmpty)
    #expect(found { $0.priceMax = 80 } == ["1", "3"])
    #expect(found { ($0.priceMin, $0.priceMax) = (10, 100) } == ["1"])
  }

  @Test("Facets count what each value would find; what is chosen takes no other away")
  func facets() throws {
    var shelf = Shelf(Self.shop)
    let answer = shelf.answer("shoe") {
      $0.countsFacets = true
      $0.filter.values = [.init(.brand, "Puma")]
    }
    let facets = try #require(answer.facets)
    #expect(answer.total == 1)
    #expect(facets.counts[.brand]?.map(\.value) == ["Nike", "Puma"])
    #expect(facets.counts[.label]?.map { "\($0.value) \($0.products)" } == ["red 1"])
    #expect(facets.prices == 80...80)
  }

  @Test(
    "Other orders, with what has no price at the end",
    arguments: [
      (SearchSort.priceAscending, ["3", "1", "2", "5"]),
      (.priceDescending, ["2", "1", "3", "5"]), (.newest, ["1", "3", "2", "5"]),
    ])
  func sort(_ sort: SearchSort, _ ids: [String]) {
    var shelf = Shelf(Self.shop)
    #expect(shelf.find("") { $0.sort = sort } == ids)
  }

  @Test("Pages put together are the whole list")
  func pages() {
    var shelf = Shelf((0..<57).map { "Shirt \($0)x" })
    let whole = shelf.find("shirt") { $0.limit = 1_000 }
    #expect(whole.count == 57)
    let pages = stride(from: 0, to: 60, by: 10).flatMap { offset in
      shelf.find("shirt") { $0.offset = offset }
    }
    #expect(pages == whole)
    #expect(shelf.find("shirt") { ($0.offset, $0.limit) = (-5, -1) }.isEmpty)
    #expect(shelf.find("shirt") { $0.offset = .max }.isEmpty)
  }

  @Test("Each product says how it meets each word")
  func reasons() {
    var shelf = Shelf([
      SearchProduct(id: "1", title: "Blue T-Shirts", brand: "Puma", labels: ["cotton"])
    ])
    let reasons = shelf.answer("buma blue tshirt cotto").hits[0].reasons
    #expect(
      reasons.map { "\($0.queryWord) \($0.word) \($0.kind) \($0.field)" } == [
        "blue blue exact title", "tshirt t shirts joined title", "cotto cotton prefix label",
      ])
    #expect(shelf.answer("cottno blue").hits[0].reasons[0].kind == .typo)
  }

  @Test(
    "Whatever is typed is answered",
    arguments: [
      "\u{0}\u{1}\t\n", String(repeating: "a", count: 10_000),
      String(repeating: "shirt ", count: 1_000), "(a+)+$", ".*", "[[[[", "👕👕👕", "قميص أزرق",
      "e" + String(repeating: "\u{301}", count: 5_000), "\u{202E}tirhs", "%_'\"\\", "蓝色衬衫",
    ])
  func anything(_ query: String) {
    var shelf = Shelf(["Blue Shirt", "قميص أزرق", "蓝色衬衫"])
    let answer = shelf.answer(query)
    #expect(answer.isCut == (query.utf8.count > 1_024))
    #expect(answer.total <= 3)
  }

  @Test("Signs that stand without spaces find each other in their order")
  func signs() {
    var shelf = Shelf(["衬衫蓝色", "蓝色衬衫"])
    #expect(shelf.find("蓝色") == ["蓝色衬衫", "衬衫蓝色"])
  }
}
