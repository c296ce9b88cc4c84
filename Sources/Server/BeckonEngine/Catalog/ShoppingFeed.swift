import BeckonModel

/// The columns of a feed for Google Merchant, put into our own words. A column that says something
/// of no use here is left out.
public enum ShoppingFeed {
  /// Google's columns that are read, beside our own.
  public static let columns = [
    "id", "link", "mobile_link", "image_link", "additional_image_link", "availability",
    "sale_price", "product_type", "google_product_category", "color", "size", "item_group_id",
    "quantity",
  ]

  /// Cells of a row as members of a product. Lists that stand in one cell are split at commas, as
  /// Google has it for images; sizes and colours at `/` too.
  /// - Throws: `FieldError` with the column's own name.
  public static func product(_ cells: [JSON.Member]) throws(FieldError) -> JSON {
    var row = Row(cells)
    try row.readIdentity()
    row.readCategory()
    try row.readPrices()
    try row.readStock()
    row.readLists()
    return .object(row.members)
  }

  private struct Row {
    private(set) var members: [JSON.Member] = []
    private var cells: [TextKey: JSON] = [:]

    init(_ cells: [JSON.Member]) {
      for cell in cells { self.cells[cell.name] = cell.value }
    }

    private mutating func take(_ name: String) -> JSON? { cells.removeValue(forKey: TextKey(name)) }

    private mutating func say(_ name: String, _ value: JSON?) {
      if let value { members.append(JSON.Member(name, value)) }
    }

    mutating func readIdentity() throws(FieldError) {
      let names = [
        ("id", "product"), ("link", "url"), ("mobile_link", "mobile_url"), ("image_link", "image"),
        ("item_group_id", "group"),
      ]
      for (name, own) in names {
        guard let value = take(name) else { continue }
        guard cells[own] == nil else { throw FieldError(name, "and '\(own)' say the same") }
        // A number as an id is what it looks like.
        if case .number(let text) = value { say(own, .string(text)) } else { say(own, value) }
      }
      if case .number(let text)? = cells["product"] {
        cells["product"] = .string(text)
      }
    }

    /// The shop's own category, else Google's unless that is only its number.
    mutating func readCategory() {
      let (own, google) = (take("product_type"), take("google_product_category"))
      guard cells["categories"] == nil else { return }
      let isNumber =
        google?.integer != nil || (google?.string?.utf8.allSatisfy(\.isDigit) ?? true)
      say("categories", own ?? (isNumber ? nil : google))
    }

    /// With `sale_price`, that is what it costs, and `price` what it cost before.
    mutating func readPrices() throws(FieldError) {
      let (sale, usual) = (take("sale_price"), take("price"))
      var currency: String?
      if let sale {
        say("price", try amount(sale, "sale_price", &currency))
        if let usual { say("old_price", try amount(usual, "price", &currency)) }
      } else if let usual {
        say("price", try amount(usual, "price", &currency))
      }
      for name in ["old_price", "special_price"] where sale == nil || name != "old_price" {
        if let other = take(name) { say(name, try amount(other, name, &currency)) }
      }
      if let currency, cells["currency"] == nil { say("currency", .string(currency)) }
    }

    /// `19.90 EUR`, or the amount alone.
    private func amount(
      _ json: JSON, _ name: String, _ currency: inout String?
    ) throws(FieldError) -> JSON {
      guard let text = json.string else { return json }
      let parts = text.prefix(bytes: Limits.wordBytes).split(on: " ")
      guard parts.count == 2 else { return .string(text) }
      let isFirst = Currency(parts[0]) != nil
      let (code, decimal) = isFirst ? (parts[0], parts[1]) : (parts[1], parts[0])
      guard let known = Currency(code)?.code else {
        throw FieldError(name, "must be an amount and its currency, such as '19.90 EUR'")
      }
      guard currency.map({ $0 == known }) ?? true else {
        throw FieldError(name, "is in another currency than the other price")
      }
      currency = known
      return .string(decimal)
    }

    private static let inStock = ["in_stock", "in stock", "preorder", "backorder"]
    private static let outOfStock = ["out_of_stock", "out of stock"]

    mutating func readStock() throws(FieldError) {
      if let value = take("availability") {
        let word = value.string?.lowercased() ?? ""
        let isIn = Self.inStock.contains { $0 == word }
        guard isIn || Self.outOfStock.contains(where: { $0 == word }) else {
          throw FieldError(
            "availability", "must be one of in_stock, out_of_stock, preorder, backorder")
        }
        say("in_stock", .bool(isIn))
      }
      if let count = take("quantity") { say("stock", number(count)) }
      if let count = take("stock") { say("stock", number(count)) }
      for name in ["in_stock", "hidden"] {
        guard let value = take(name) else { continue }
        say(name, flag(value))
      }
      if let gender = take("gender") { say("gender", Self.gender(gender)) }
    }

    private func number(_ json: JSON) -> JSON {
      json.string.flatMap { Int64($0) }.map { JSON.integer($0) } ?? json
    }

    private func flag(_ json: JSON) -> JSON {
      switch json.string?.lowercased() {
      case "true", "1", "yes": true
      case "false", "0", "no": false
      default: json
      }
    }

    private static func gender(_ json: JSON) -> JSON {
      switch json.string?.lowercased() {
      case "male", "m": "M"
      case "female", "f": "F"
      case "unisex", "u": "U"
      default: json
      }
    }

    mutating func readLists() {
      let names: [(String, String, [Unicode.Scalar])] = [
        ("additional_image_link", "additional_images", [","]), ("color", "colors", [",", "/"]),
        ("size", "sizes", [",", "/"]), ("additional_images", "additional_images", [","]),
        ("colors", "colors", [","]), ("sizes", "sizes", [","]), ("labels", "labels", [","]),
        ("badges", "badges", [","]), ("combine", "combine", [","]),
        ("categories", "categories", ["|"]),
      ]
      for (name, own, separators) in names {
        guard let value = take(name) else { continue }
        say(own, list(value, separators))
      }
      // What is left is in our own words.
      members += cells.keys.sorted().map { JSON.Member($0.text, cells[$0] ?? .null) }
    }

    private func list(_ json: JSON, _ separators: [Unicode.Scalar]) -> JSON {
      guard let text = json.string else { return json }
      var parts = [text]
      for separator in separators { parts = parts.flatMap { $0.split(on: separator) } }
      let trimmed = parts.map(CategoryPath.trimmed).filter { !$0.isEmpty }
      return .array(trimmed.map(JSON.string))
    }
  }
}
