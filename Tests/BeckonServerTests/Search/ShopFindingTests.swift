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
  func forms() throws {
    let shop = ShopFinding(try Self.form(["en"]), bytesMax: 1 << 20)
    func languages() -> [String] {
      let found = shop.find(SearchRequest("lamp"), in: nil, SearchSettings())
      return found.answer.hits.map { $0.id + " in " + found.language }
    }
    shop.hear([Self.lamp])
    #expect(languages() == ["lamp in en"])
    #expect(shop.takes(try Self.form(["tr", "en"])) && shop.isReading)
    #expect(try !shop.takes(Self.form(["tr", "en"])), "the same form once more")
    #expect(languages() == ["lamp in en"])
    shop.hear([Self.lamp])
    shop.endReading()
    #expect(languages() == ["lamp in tr"] && !shop.isReading)
  }
}
