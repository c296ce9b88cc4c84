import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `POST /v1/products`: each product gets a receipt of its own, a bad one harms no other.
enum TellProducts {
  static func prepare(_ call: Call) throws -> Work {
    let fields = try call.fields()
    try fields.allow(only: ["products"])
    return try ProductBatch(fields, "products") { inner, id throws(FieldError) in
      try ProductWords(inner, id: id)
    }.work(makesNew: true)
  }
}

/// `POST /v1/products/stock`: of products that are there.
enum TellStock {
  static func prepare(_ call: Call) throws -> Work {
    let fields = try call.fields()
    try fields.allow(only: ["stock"])
    return try ProductBatch(fields, "stock") { inner, id throws(FieldError) in
      try inner.allow(only: ["product", "in_stock", "stock"])
      guard inner.has("in_stock") || inner.has("stock") else {
        throw inner.error("stock", "or 'in_stock' must be there")
      }
      return try ProductWords(inner, id: id)
    }.work(makesNew: false)
  }
}

/// Many products, of which some may be wrong.
private struct ProductBatch: Sendable {
  private enum Element: Sendable {
    case words(ProductWords)
    case rejected(ProductReceipt)
  }

  private let elements: [Element]

  init(
    _ fields: Fields, _ name: String,
    _ read: (Fields, _ id: String) throws(FieldError) -> ProductWords
  ) throws {
    let given = try fields.require(name, fields.elements(name, max: ProductLimits.batch))
    elements = given.enumerated().map { place, json in
      do throws(FieldError) {
        let inner = try fields.inner(json, at: "\(name)[\(place)]")
        let id = try inner.require(
          "product", inner.string("product", max: ProductLimits.idBytes))
        return .words(try read(inner, id))
      } catch {
        return .rejected(Self.rejection(json["product"]?.string ?? "", error))
      }
    }
  }

  /// Of an id that is too long, only the beginning is told back.
  private static func rejection(_ id: String, _ error: FieldError) -> ProductReceipt {
    ProductReceipt(
      product: id.prefix(bytes: ProductLimits.idBytes), status: .rejected,
      reason: "'\(error.path)' \(error.reason)")
  }

  func work(makesNew: Bool) -> Work {
    .write { scope in
      let words = elements.compactMap { if case .words(let words) = $0 { words } else { nil } }
      var rest = try Products(scope).tell(words, .part, makesNew: makesNew)[...]
      let receipts = elements.compactMap { element -> ProductReceipt? in
        switch element {
        case .rejected(let receipt): receipt
        case .words(let words): rest.popFirst().map { Self.receipt(words.id, $0) }
        }
      }
      return .json(["receipts": .array(receipts.map(\.json))])
    }
  }

  private static func receipt(_ id: String, _ outcome: Products.Outcome) -> ProductReceipt {
    switch outcome {
    case .failure(let error): return rejection(id, error)
    case .success(let change):
      let status: ProductReceipt.Status =
        switch change.verdict {
        case .created: .created
        case .changed: .changed
        case .unchanged: .unchanged
        }
      return ProductReceipt(product: id, status: status, reason: change.remark)
    }
  }
}
