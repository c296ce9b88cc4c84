import BeckonModel

// How the members of a widget's settings are written: as they are read.

extension WidgetPage {
  var json: JSON {
    .object(["kind": .string(kind.rawValue), "name": name.map(JSON.string)])
  }
}

extension WidgetMethod {
  var json: JSON {
    .object([
      "method": .string(method.rawValue), "window": window.map { .string($0.rawValue) },
      "count": count.map { JSON.integer($0) }, "settings": settings?.json,
    ])
  }
}

extension WidgetFilter {
  var json: JSON {
    .object([
      "categories": Self.list(categories), "brands": Self.list(brands),
      "labels": Self.list(labels), "genders": Self.list(genders), "price": price?.json,
      "in_stock": .bool(inStock), "same_category": .bool(sameCategory),
      "same_brand": .bool(sameBrand), "bought_days": .integer(boughtDays),
    ])
  }

  private static func list(_ texts: [String]) -> JSON? {
    texts.isEmpty ? nil : .array(texts.map(JSON.string))
  }
}

extension WidgetFilter.PriceRange {
  var json: JSON {
    .object([
      "from": from.map { .string($0.decimal) }, "to": to.map { .string($0.decimal) },
      "currency": .string(currency.code),
    ])
  }
}

extension WidgetExperiment {
  var json: JSON {
    .object([
      "name": .string(name), "hold_out_percent": .integer(holdOutPercent),
      "variants": .array(
        variants.map { variant in
          [
            "name": .string(variant.name), "percent": .integer(variant.percent),
            "methods": .array(variant.methods.map(\.json)),
          ]
        }),
    ])
  }
}
