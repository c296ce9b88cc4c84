import BeckonModel

extension ShopEvent {
  /// What the fact says that it is: as our own clients would have told it. Of a product it names
  /// the id and the price; the rest is the catalogue's.
  public var properties: JSON {
    switch self {
    case .pageViewed(let page):
      .object([
        "category": .string(page.category), "subcategory": page.subcategory.map(JSON.string),
      ])
    case .productViewed(let product):
      .object([
        "product_id": .string(product.id), "price": product.details["price"],
        "currency": product.details["currency"],
      ])
    case .basketChanged(let change):
      .object(
        [JSON.Member("step", .string(change.step.rawValue))] + change.line.members
          + change.currency.members)
    case .checkout(let checkout): checkout.json
    case .user(let user):
      .object([
        "user_id": user.userID.map(JSON.string), "email": user.email.map(JSON.string),
        "phone": user.phone.map(JSON.string),
        "details": user.details == .object([]) ? nil : user.details,
      ])
    case .visitorChanged: .object([])
    case .searched(let search): .object(["text": search.text.map(JSON.string)])
    case .interaction(let told): told.json
    case .notification(let told): told.json
    case .banner(let told):
      [
        "kind": .string(told.kind.rawValue), "group": .string(told.group),
        "banners": .array(told.banners.map(\.json)),
      ]
    case .pushed(let push): push.json
    case .custom(let custom): custom.properties
    }
  }
}

extension BasketLine {
  fileprivate var members: [JSON.Member] {
    let own: [JSON.Member] = [
      JSON.Member("product_id", .string(product)),
      JSON.Member("quantity", .number(quantity.decimal)),
    ]
    return own + (price.map { [JSON.Member("price", .string($0.text))] } ?? [])
  }

  /// As a basket's list has it.
  public var json: JSON { .object(members) }
}

extension Currency? {
  fileprivate var members: [JSON.Member] {
    map { [JSON.Member("currency", .string($0.code))] } ?? []
  }
}

extension Checkout {
  fileprivate var json: JSON {
    let head: JSON = .object([
      "step": step == .purchase ? nil : .string(step.rawValue),
      "products": lines.isEmpty ? nil : .array(lines.map(\.json)),
      "total": total.map { .string($0.text) }, "order_id": order.map(JSON.string),
    ])
    return .object((head.members ?? []) + currency.members)
  }
}

extension Banner {
  fileprivate var json: JSON {
    .object([
      "title": title.map(JSON.string), "order": order.map { JSON.integer($0) },
      "image": image.map(JSON.string),
      "urls": urls.isEmpty ? nil : .array(urls.map(JSON.string)),
      "product_id": product.map(JSON.string), "category": category.map(JSON.string),
      "brand": brand.map(JSON.string), "label": label.map(JSON.string),
    ])
  }
}
