import BeckonEngine
import BeckonModel
import Testing

@testable import BeckonServer

/// One shop's search on a server, while its settings change.
@Suite struct ShopFindingTests {
  private static func form(_ languages: [String]) throws -> ShopFinding.Form {
    let body = JSON.object(["languages": .array(languages.map(JSON.string))])
    return ShopFinding.Form(try SearchSettings().changed(by: Fields(body)), currency: nil)
  }

  private static let lamp: Product = {
    let now = Instant(milliseconds: 1_790_000_000_000)
    var product = Product(id: "lamp", at: now)
    product.told[ProductKey(.title)] = Product.Told(.text("Lamps"), by: .server, at: now)
    return product
  }()

  @Test("Until all products are read in another language they are found in the old one")
  func forms() async throws {
    let shop = ShopFinding(try Self.form(["en"]), bytesMax: 1 << 20)
    func languages() -> [String] {
      let found = shop.find(SearchRequest("lamp"), in: nil, SearchSettings())
      return found.answer.hits.map { $0.id + " in " + found.language }
    }
    await shop.hear([Self.lamp])
    #expect(languages() == ["lamp in en"])
    #expect(shop.takes(try Self.form(["tr", "en"])) && shop.isReading)
    #expect(try !shop.takes(Self.form(["tr", "en"])), "the same form once more")
    #expect(languages() == ["lamp in en"])
    await shop.hear([Self.lamp])
    shop.endReading()
    #expect(languages() == ["lamp in tr"] && !shop.isReading)
  }

  private static func product(_ number: Int, _ title: String) -> Product {
    let now = Instant(milliseconds: 1_790_000_000_000)
    var product = Product(id: "p\(number)", at: now)
    product.told[ProductKey(.title)] = Product.Told(.text(title), by: .server, at: now)
    return product
  }

  /// A shop of which so many products begin with `l` that an answer is kept.
  private static func large() async throws -> ShopFinding {
    let shop = ShopFinding(try form(["en"]), bytesMax: 1 << 22)
    await shop.hear((0..<KeptAnswers.totalMin + 100).map { product($0 + 1_000, "Lamp \($0)") })
    return shop
  }

  @Test("An answer that is kept is the same once more, and another for another question")
  func kept() async throws {
    let shop = try await Self.large()
    func found(_ change: (inout SearchRequest) -> Void = { _ in }) -> [String] {
      var request = SearchRequest("l")
      change(&request)
      return shop.find(request, in: nil, SearchSettings()).answer.hits.map(\.id)
    }
    let first = found()
    #expect(first.count == 10 && found() == first)
    #expect(found { $0.limit = 3 } == Array(first.prefix(3)))
    #expect(found { $0.offset = 10 }.allSatisfy { !first.contains($0) })
    #expect(found { $0.isTyping = false } == [])
    #expect(found { $0.filter.priceMin = 1 } == [])
  }

  @Test("What has changed is in the next answer, also where the last one was kept")
  func changed() async throws {
    let shop = try await Self.large()
    func first(_ settings: SearchSettings = SearchSettings()) -> String? {
      shop.find(SearchRequest("l"), in: nil, settings).answer.hits.first?.id
    }
    #expect(first() == first())
    await shop.hear([Self.product(1, "L")])
    #expect(first() == "p1", "a new product that fits better")
    shop.rate([TextKey("p1500"): 1], changes: 1, Instant(milliseconds: 1_790_000_000_000))
    await shop.hear([Self.product(1, "Sofa")])
    #expect(first() == "p1500", "the popular one, and the other has another title now")
    let body: JSON = ["synonyms": [["l", "sofa"]]]
    #expect(first(try SearchSettings().changed(by: Fields(body))) == "p1", "by new settings")
  }
}
