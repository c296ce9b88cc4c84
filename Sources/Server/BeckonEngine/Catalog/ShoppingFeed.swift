import BeckonModel

/// The columns of a feed for Google Merchant, put into our own words. A column that says something
/// of no use here is left out.
public enum ShoppingFeed {
  /// Google's columns that are read, beside our own.
  public static let columns = [
    "id", "link", "mobile_link", "image_link", "additional_image_link", "availability",
    "sale_price", "sale_price_effective_date", "product_type", "google_product_category", "color",
    "size", "item_group_id",
    "quantity",
  ]

  /// Cells of a row as members of a product. Lists that stand in one cell are split at commas, as
  /// Google has it for images; Google's sizes and colours at `/` too. A list may also be JSON.
  /// - Parameter now: when the price is to hold, which a sale may not do yet, or no more.
  /// - Throws: `FieldError` with the column's own name.
  public static func read(_ cells: [JSON.Member], at now: Instant) throws(FieldError) -> Reading {
    var row = Row(cells)
    try row.readIdentity()
    row.readCategory()
    try row.readPrices(at: now)
    try row.readStock()
    row.readLists()
    return Reading(product: .object(row.members), remark: row.remark)
  }

  /// What a row says.
  public struct Reading: Sendable {
    /// The members of a product.
    public let product: JSON
    /// What was left out of it, in words for people.
    public let remark: String?
  }

  /// The columns with amounts of money.
  public static let amountColumns = ["price", "old_price", "special_price", "sale_price"]

  private struct Row {
    private(set) var members: [JSON.Member] = []
    private(set) var remark: String?
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
    mutating func readPrices(at now: Instant) throws(FieldError) {
      var currency: String?
      let (sale, usual) = (try sale(at: now, &currency), take("price"))
      say("price", sale)
      if let usual {
        say(sale == nil ? "price" : "old_price", try amount(usual, "price", &currency))
      }
      for name in ["old_price", "special_price"] where sale == nil || name != "old_price" {
        if let other = take(name) { say(name, try amount(other, name, &currency)) }
      }
      if let currency, cells["currency"] == nil { say("currency", .string(currency)) }
    }

    /// What it costs by a sale that holds now. After one, nothing is left of the price before.
    private mutating func sale(
      at now: Instant, _ currency: inout String?
    ) throws(FieldError) -> JSON? {
      let (sale, dates) = (take("sale_price"), take("sale_price_effective_date"))
      guard let sale else { return nil }
      let price = try amount(sale, "sale_price", &currency)
      guard !Self.isZero(price) else {
        remark = "'sale_price' of 0 is no sale, and was left out"
        return nil
      }
      guard let dates, dates != "" else { return price }
      guard let period = dates.string.flatMap(SalePeriod.init) else {
        throw FieldError(
          "sale_price_effective_date",
          "must be two times with / between them: 2026-11-24T09:00+0300/2026-11-29T23:59+0300")
      }
      if period.contains(now) { return price }
      if cells["old_price"] == nil { say("old_price", .null) }
      return nil
    }

    private static func isZero(_ amount: JSON) -> Bool {
      let text: String
      switch amount {
      case .string(let written), .number(let written): text = written
      default: return false
      }
      return text.has("0") && text.utf8.allSatisfy { "0.".utf8.contains($0) }
    }

    /// `19.90 EUR`, or the amount alone.
    private func amount(
      _ json: JSON, _ name: String, _ currency: inout String?
    ) throws(FieldError) -> JSON {
      guard let text = json.string else { return json }
      guard !text.has(",") else { throw FieldError(name, Self.comma) }
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

    private static let comma =
      "has a comma: write 1299.50 (a comma in front of the decimals is read where semicolons "
      + "separate the columns)"

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

    /// A list of texts that is written as JSON, as our own CSV has it.
    private static func written(_ text: String) -> JSON? {
      guard text.hasPrefix("["), let list = try? JSONReader.read(Array(text.utf8)),
        let elements = list.elements, elements.allSatisfy({ $0.string != nil })
      else { return nil }
      return list
    }

    private func list(_ json: JSON, _ separators: [Unicode.Scalar]) -> JSON {
      guard let text = json.string else { return json }
      if let written = Self.written(text) { return written }
      var parts = [text]
      for separator in separators { parts = parts.flatMap { $0.split(on: separator) } }
      let trimmed = parts.map(CategoryPath.trimmed).filter { !$0.isEmpty }
      return .array(trimmed.map(JSON.string))
    }
  }
}
