import BeckonEngine
import BeckonModel

extension Product {
  /// What a shop shows of it, in the language and currency that were asked for.
  func shown(in language: String?, _ currency: Currency?) -> JSON {
    let money = money(.price, in: currency)
    let old = self.money(.oldPrice, in: money?.currency)
    let categories = texts(.categories, in: language).map(JSON.string)
    return .object([
      "title": text(.title, in: language).map(JSON.string),
      "url": text(.url, in: language).map(JSON.string), "image": text(.image).map(JSON.string),
      "brand": text(.brand).map(JSON.string),
      "categories": categories.isEmpty ? nil : .array(categories),
      "price": money.map { .string($0.decimal) },
      "old_price": old?.currency == money?.currency ? old.map { .string($0.decimal) } : nil,
      "currency": money.map { .string($0.currency.code) }, "in_stock": .bool(isInStock),
    ])
  }
}

extension ShownProducts {
  /// What a shop shows of products, in the language and currency that were asked for, each in its
  /// place behind members of its own.
  func json(
    of products: [(members: JSON, product: Product?)], in language: String?, _ currency: Currency?
  ) -> [JSON] {
    let form = Form(Product.self, language: language, currency)
    var texts = texts(of: products.compactMap(\.product), in: form) {
      $0.shown(in: language, currency)
    }[...]
    return products.map { members, product in
      product == nil ? members : members.with(written: texts.removeFirst())
    }
  }
}

extension JSON {
  /// An object with the members of another behind its own.
  func with(_ other: JSON?) -> JSON { .object((members ?? []) + (other?.members ?? [])) }
}
