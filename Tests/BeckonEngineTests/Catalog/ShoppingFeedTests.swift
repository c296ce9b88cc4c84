import BeckonEngine
import BeckonModel
import Testing

/// Rows of a feed for Google Merchant, in our words.
struct ShoppingFeedTests {
  private static let now = Instant("2026-11-21T09:30:00Z") ?? Instant(milliseconds: 0)

  private static func read(_ cells: JSON) throws -> JSON {
    try ShoppingFeed.read(cells.members ?? [], at: now).product
  }

  @Test func aRowOfGooglesIsRead() throws {
    let product = try Self.read([
      "id": "7", "title": "Shoe", "link": "https://shop.example/7",
      "image_link": "https://shop.example/7.jpg",
      "additional_image_link": "https://shop.example/8.jpg,https://shop.example/9.jpg",
      "availability": "out_of_stock", "price": "29.90 EUR", "sale_price": "19.90 EUR",
      "product_type": "Men > Shoes", "google_product_category": "187", "gender": "male",
      "color": "black/red", "size": "42", "item_group_id": "g",
    ])
    #expect(product["product"] == "7" && product["url"] == "https://shop.example/7")
    #expect(product["price"] == "19.90" && product["old_price"] == "29.90")
    #expect(product["currency"] == "EUR" && product["in_stock"] == false)
    #expect(product["categories"] == "Men > Shoes" && product["gender"] == "M")
    #expect(product["colors"] == ["black", "red"] && product["sizes"] == ["42"])
    #expect(product["additional_images"]?.elements?.count == 2 && product["group"] == "g")
    let fields = try Fields(product, isStrict: true)
    #expect(try ProductWords(fields, id: "7").said.count == 13)
  }

  @Test(
    "A sale counts while it holds",
    arguments: [
      ("2026-11-20T00:00-0800/2026-11-22T00:00-0800", "19.90"),
      ("2026-11-21/2026-11-21", "19.90"),
      ("2026-11-21T09:30:00Z/2026-11-21T09:31:00+00:00", "19.90"),
      ("2026-10-01T13:00+0100/2026-11-20T13:00+0100", "29.90"),
      ("2026-11-22/2026-11-23", "29.90"),
    ])
  func sale(_ dates: String, _ price: String) throws {
    let product = try Self.read([
      "id": "7", "price": "29.90", "sale_price": "19.90",
      "sale_price_effective_date": .string(dates),
    ])
    #expect(product["price"] == .string(price))
    #expect(product["old_price"] == (price == "19.90" ? "29.90" : .null))
  }

  @Test func aSaleOfNothingIsNone() throws {
    let cells: JSON = ["id": "7", "price": "29.90 EUR", "sale_price": "0.00 EUR"]
    let reading = try ShoppingFeed.read(cells.members ?? [], at: Self.now)
    #expect(reading.product["price"] == "29.90" && reading.product["old_price"] == nil)
    #expect(reading.remark?.contains("sale_price") == true)
  }

  @Test func ourOwnColumnsStayAsTheyAre() throws {
    let product = try Self.read([
      "product": "7", "price": "19.90", "currency": "TRY", "labels": "new, sale",
      "in_stock": "1", "stock": "4", "categories": "Men > Shoes|Sale", "brand": "Acme, Inc.",
    ])
    #expect(product["price"] == "19.90" && product["currency"] == "TRY")
    #expect(product["labels"] == ["new", "sale"] && product["stock"] == 4)
    #expect(product["categories"] == ["Men > Shoes", "Sale"] && product["in_stock"] == true)
    #expect(product["brand"] == "Acme, Inc.")
  }

  @Test(
    arguments: [
      (["id": "7", "product": "8"], "id"),
      (["id": "7", "price": "19.90 EURO"], "price"),
      (["id": "7", "price": "29.90 EUR", "sale_price": "19.90 USD"], "price"),
      (["id": "7", "availability": "maybe"], "availability"),
      (["id": "7", "price": "19,90"], "price"),
      (
        ["id": "7", "sale_price": "1", "sale_price_effective_date": "soon"],
        "sale_price_effective_date"
      ),
    ] as [(JSON, String)])
  func whatIsWrongIsToldByItsColumn(_ cells: JSON, _ path: String) throws {
    let error = #expect(throws: FieldError.self) { try Self.read(cells) }
    #expect(error?.path == path)
  }
}
