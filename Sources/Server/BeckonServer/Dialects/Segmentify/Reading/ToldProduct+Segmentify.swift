import BeckonContractSegmentify
import BeckonEngine
import BeckonModel

extension Segmentify.ProductView {
  /// What the page says of the product.
  /// - Throws: `FieldError` when it says too much.
  func told(on visit: Segmentify.Visit) throws(FieldError) -> ToldProduct {
    let sizes = Self.sizeNames.compactMap { name, size in
      sizedImages[size].map { JSON.Member(name, .string($0)) }
    }
    let details = JSON.object([
      "title": title.map(JSON.string), "url": url.map(JSON.string),
      "mobile_url": mobileURL.map(JSON.string), "image": image.map(JSON.string),
      "images": sizes.isEmpty ? nil : .object(sizes), "categories": Self.list(paths),
      "brand": brand.map(JSON.string), "price": price.map(JSON.number),
      "old_price": oldPrice.map(JSON.number), "currency": visit.currency.map(JSON.string),
      "language": visit.language.map(JSON.string), "in_stock": isInStock.map(JSON.bool),
      "gender": gender.map(JSON.string), "colors": Self.list(colors),
      "sizes": Self.list(self.sizes), "labels": Self.list(labels), "params": visit.params,
    ])
    return try ToldProduct(id: id, details: details, isOnlyView: isKept)
  }

  /// The categories, each once, in the order in which they are named.
  private var paths: [String] {
    var seen: Set<TextKey> = []
    return (category + categories).filter { seen.insert(TextKey($0)).inserted }
  }

  private static let sizeNames: [(String, Segmentify.Product.Text)] = [
    ("xs", .imageXS), ("s", .imageS), ("m", .imageM), ("l", .imageL), ("xl", .imageXL),
  ]

  private static func list(_ texts: [String]) -> JSON? {
    texts.isEmpty ? nil : .array(texts.map(JSON.string))
  }
}
