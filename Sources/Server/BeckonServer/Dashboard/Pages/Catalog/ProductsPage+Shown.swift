import BeckonEngine
import BeckonModel

extension ProductsPage {
  var html: HTML {
    HTML {
      request.opening(.productsLead)
      request.filter(
        fields: [
          request.asked("product", .productID, bytesMax: ProductLimits.idBytes),
          request.asked("category", .category, bytesMax: ProductLimits.categoryBytes),
          request.asked("brand", .brand, bytesMax: ProductLimits.wordBytes),
          request.asked("in_stock", .canBeBought, any: .anyState, request.yesOrNo),
          request.asked("hidden", .hiddenProduct, any: .anyState, request.yesOrNo),
        ])
      Card.html { table.html(request.language) }
      if let unmatched { Self.unmatchedPart(unmatched, request) }
    }
  }

  private var table: DataTable {
    DataTable(
      .products,
      [
        .init(.product), .init(.category), .init(.brand, .short), .init(.price, .number),
        .init(.state, .short), .init(.stock, .number), .init(.changedAt, .short),
      ],
      products.rows.map { product in
        [
          .init(request.product(product)),
          .init(
            (product["categories"]?.elements ?? []).compactMap(\.string).joined(separator: ", ")),
          .init(product["brand"]?.string), .init(request.price(of: product)),
          .init(Self.state(of: product, request)),
          .init(product["stock"]?.integer.map(request.figures.whole)),
          .time(product["changed_at"]?.string),
        ]
      }
    ).or(
      EmptyState(.productsEmpty, command: "beckon import products FILE --app APP --database URL")
    ).paged(request, csv: "products", next: products.next)
  }

  /// Whether shops show it.
  static func state(of product: JSON, _ request: DashboardRequest) -> HTML {
    if product["hidden"]?.bool == true { return Badge(request.text(.isHidden), .plain).html }
    return product["in_stock"]?.bool == false
      ? Badge(request.text(.isSoldOut), .warn).html : Badge(request.text(.isInStock), .good).html
  }
}

extension DashboardRequest {
  /// Words of a filter that asks whether.
  var yesOrNo: [(word: String, text: String)] { [("true", text(.yes)), ("false", text(.no))] }

  /// A product's title, which leads to its page, with its id below.
  func product(_ product: JSON) -> HTML {
    let id = product["product"]?.string ?? ""
    return HTML {
      HTML(.a, .href(page("products", id))) { product["title"]?.string ?? id }
      if product["title"] != nil { HTML(.div) { HTML(.small) { id } } }
    }
  }

  /// What a product costs, with what it cost before.
  func price(of product: JSON) -> HTML {
    guard let price = product["price"]?.string else { return HTML("–") }
    let currency = product["currency"]?.string ?? ""
    return HTML {
      figures.money(price, currency)
      if let old = product["old_price"]?.string {
        HTML(.div) { HTML(.small) { text(.instead, ["price": figures.money(old, currency)]) } }
      }
    }
  }
}
