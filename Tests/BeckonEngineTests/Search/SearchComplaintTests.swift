import BeckonEngine
import Testing

/// What users of other engines complain of, in both directions: what must be found, and what must
/// not.
@Suite struct SearchComplaintTests {
  /// A query on a shelf: what it finds, in order.
  struct Case: CustomTestStringConvertible, Sendable {
    let query: String
    let shelf: [String]
    let found: [String]
    var language = "en"

    init(_ query: String, on shelf: [String], finds found: [String], language: String = "en") {
      (self.query, self.shelf, self.found, self.language) = (query, shelf, found, language)
    }

    var testDescription: String { "'\(query)' on \(shelf)" }
  }

  static let cases = [
    // Numbers, sizes and model codes are only ever themselves.
    Case("25.4mm", on: ["Bolt 23.4mm", "Bolt 25.4mm"], finds: ["Bolt 25.4mm"]),
    Case("25.4mm", on: ["Bolt 23.4mm"], finds: []),
    Case("25.4 mm", on: ["Bolt 25.4mm", "Bolt 23.4mm"], finds: ["Bolt 25.4mm"]),
    Case("25.4mm", on: ["Bolt 25.4 mm", "Bolt 23.4 mm"], finds: ["Bolt 25.4 mm"]),
    Case("25,4mm", on: ["Bolt 25.4mm", "Bolt 25.5mm"], finds: ["Bolt 25.4mm"]),
    Case("wh1000xm4", on: ["Sony WH-1000XM4", "Sony WH-1000XM5"], finds: ["Sony WH-1000XM4"]),
    Case("wh-1000xm4", on: ["Sony WH1000XM4", "Sony WH1000XM5"], finds: ["Sony WH1000XM4"]),
    Case("iphone 13", on: ["iPhone 12", "iPhone 13"], finds: ["iPhone 13"]),
    Case("1000 ml", on: ["Milk 1,000 ml"], finds: ["Milk 1,000 ml"]),
    // No typo in a short word; one from five letters of the catalogue's word, two from nine.
    Case("cup", on: ["Cap", "Cup"], finds: ["Cup"]),
    Case("cup", on: ["Cap"], finds: []),
    Case("mug", on: ["Rice 80g", "Bug"], finds: []),
    Case("coffee cup", on: ["Cadbury", "Coffee Cup"], finds: ["Coffee Cup"]),
    Case("shrt", on: ["Shirt"], finds: ["Shirt"]),
    Case("shrit", on: ["Shirt"], finds: ["Shirt"]),
    Case("shrits", on: ["Shirt"], finds: []),
    Case("haedphoens", on: ["Headphones"], finds: ["Headphones"]),
    Case("hhaedphoens", on: ["Headphones"], finds: []),
    Case("coat", on: ["Goat Cheese"], finds: []),
    // What is exact stands before what only begins so, and that before typos.
    Case(
      "sharon", on: ["Sharons Academy", "Shaon", "Sharon"],
      finds: [
        "Sharon", "Sharons Academy", "Shaon",
      ]),
    // A correct word does not hide what was meant.
    Case("angle", on: ["Angel", "Angle"], finds: ["Angle", "Angel"]),
    // One word or two.
    Case("tshirt", on: ["T-Shirt Red", "Skirt"], finds: ["T-Shirt Red"]),
    Case("t shirt", on: ["Tshirt Red", "Skirt"], finds: ["Tshirt Red"]),
    Case("t-shirt", on: ["T Shirt Red"], finds: ["T Shirt Red"]),
    Case("tshirts", on: ["T-Shirt Red"], finds: ["T-Shirt Red"]),
    Case("tshir", on: ["T-Shirt Red"], finds: ["T-Shirt Red"]),
    Case("head set", on: ["Headset Pro", "Head Cream"], finds: ["Headset Pro", "Head Cream"]),
    Case("headset", on: ["Head Set Pro", "Set of Heads"], finds: ["Head Set Pro"]),
    // Two spaces or more are missing or too many, and one stands at another place.
    Case(
      "bluecottonshirt", on: ["Blue Cotton Shirts", "Blue Shirt"], finds: ["Blue Cotton Shirts"]),
    Case("bluetshirt", on: ["Blue T-Shirt", "Blue Shirt T"], finds: ["Blue T-Shirt"]),
    Case("10x20cm", on: ["Tile 10 x 20 cm", "Tile 10 x 25 cm"], finds: ["Tile 10 x 20 cm"]),
    Case("10 x 20 cm", on: ["Tile 10x20cm", "Tile 10x25cm"], finds: ["Tile 10x20cm"]),
    Case("wh 1000 xm4", on: ["Sony WH1000XM4", "Sony WH1000XM5"], finds: ["Sony WH1000XM4"]),
    Case("wh1000 xm4", on: ["Sony WH-1000XM4", "Sony WH-1000XM5"], finds: ["Sony WH-1000XM4"]),
    Case("blu eshirt", on: ["Shirt Blue", "Blue Shirt"], finds: ["Blue Shirt", "Shirt Blue"]),
    // No number becomes another by a space, but for the one between thousands.
    Case("2550", on: ["Bolt 25 50", "Bolt 2550"], finds: ["Bolt 2550"]),
    Case("bolt 25 50", on: ["Nut 2550", "Bolt 25 50"], finds: ["Bolt 25 50"]),
    Case("bolt12 3mm", on: ["Bolt 123 mm"], finds: []),
    Case("1000 ml", on: ["Milk 1 000 ml"], finds: ["Milk 1 000 ml"]),
    Case("setofheads", on: ["Heads of Set"], finds: []),
    Case("loreal", on: ["L'Oréal Shampoo"], finds: ["L'Oréal Shampoo"]),
    Case("hm", on: ["H&M Dress"], finds: ["H&M Dress"]),
    // Plurals and other forms.
    Case("shoe", on: ["Red Shoes", "Red Shoe"], finds: ["Red Shoe", "Red Shoes"]),
    Case("shoes", on: ["Red Shoe"], finds: ["Red Shoe"]),
    Case("boxes", on: ["Lunch Box", "Fox"], finds: ["Lunch Box"]),
    Case("mens", on: ["Men's Watch"], finds: ["Men's Watch"]),
    Case("men’s", on: ["Men Watch", "Mends"], finds: ["Men Watch", "Mends"]),
    Case("man shirt", on: ["Men Shirt", "Mane Shirt"], finds: ["Men Shirt", "Mane Shirt"]),
    Case("knife", on: ["Steak Knives", "Knit"], finds: ["Steak Knives"]),
    Case("children", on: ["Child Seat", "Chilli"], finds: ["Child Seat"]),
    // Stop words say nothing of what is wanted, and are met where they stand.
    Case(
      "shoes for men", on: ["Polish for Shoes", "Men Shoes", "Shoes for Men"],
      finds: ["Shoes for Men", "Men Shoes", "Polish for Shoes"]),
    Case("bag with zip", on: ["Bag Zip", "Coat with Hood"], finds: ["Bag Zip"]),
    Case("the who", on: ["The Who Poster", "Who Cares"], finds: ["The Who Poster", "Who Cares"]),
    Case(
      "schuhe mit absatz", on: ["Absatz Schuhe", "Mit"], finds: ["Absatz Schuhe"], language: "de"),
    // Letters of other languages.
    Case("istanbul", on: ["İstanbul Lamba"], finds: ["İstanbul Lamba"], language: "tr"),
    Case("ISPARTA", on: ["ısparta gülü"], finds: ["ısparta gülü"], language: "tr"),
    Case("kışlık", on: ["KIŞLIK bot"], finds: ["KIŞLIK bot"], language: "tr"),
    Case("ayakkabi", on: ["Ayakkabılar"], finds: ["Ayakkabılar"], language: "tr"),
    Case("groesse", on: ["Größe 40"], finds: ["Größe 40"], language: "de"),
    Case("Größe", on: ["Groesse 40"], finds: ["Groesse 40"], language: "de"),
    Case("grosse", on: ["Größe 40"], finds: ["Größe 40"], language: "de"),
    Case("strasse", on: ["Straße"], finds: ["Straße"], language: "de"),
    Case("cafe creme", on: ["Café Crème"], finds: ["Café Crème"], language: "fr"),
    Case("cre\u{300}me", on: ["Crème"], finds: ["Crème"], language: "fr"),
    Case("ёлка", on: ["Елка"], finds: ["Елка"], language: "ru"),
    // Compounds.
    Case("schuhe", on: ["Laufschuhe", "Hose"], finds: ["Laufschuhe"], language: "de"),
    Case("schuh", on: ["Laufschuhe"], finds: ["Laufschuhe"], language: "de"),
    Case("uhr", on: ["Armbanduhr", "Gebühr"], finds: ["Armbanduhr"], language: "de"),
    Case("laufschuhe", on: ["Schuhe Lauf"], finds: ["Schuhe Lauf"], language: "de"),
    Case("arbeitsschuhe", on: ["Schuhe für Arbeit"], finds: ["Schuhe für Arbeit"], language: "de"),
    Case("damen schuhe", on: ["Damenschuhe"], finds: ["Damenschuhe"], language: "de"),
    Case("jas", on: ["Winterjas", "Glas"], finds: ["Winterjas"], language: "nl"),
    Case("winterjas", on: ["Jas Winter"], finds: ["Jas Winter"], language: "nl"),
    Case("shoes", on: ["Horseshoes"], finds: []),
    // The order of the words, and what matches nothing.
    Case("shirt blue", on: ["Blue Shirt", "Blue Sky"], finds: ["Blue Shirt", "Blue Sky"]),
    Case("blue shirt", on: ["Shirt Blue", "Blue Shirt"], finds: ["Blue Shirt", "Shirt Blue"]),
    Case("xyzzy shirt", on: ["Blue Shirt"], finds: ["Blue Shirt"]),
    Case("shirt xyzzy", on: ["Blue Shirt"], finds: ["Blue Shirt"]),
    Case("xyzzy", on: ["Blue Shirt"], finds: []),
  ]

  @Test("A complaint", arguments: cases)
  func complaint(_ wanted: Case) {
    var shelf = Shelf(wanted.shelf, language: wanted.language)
    #expect(shelf.find(wanted.query) == wanted.found)
  }

  @Test("What was dropped is said: words that nothing has, and then the rarest")
  func dropped() {
    var shelf = Shelf(["Red Lamp", "Brown Shoe", "Black Shoe", "White Shoe"])
    #expect(shelf.answer("xyzzy shoe").dropped == ["xyzzy"])
    #expect(shelf.answer("lamp shoe").dropped == ["lamp"])
    #expect(shelf.answer("black shoe").dropped.isEmpty)
    #expect(shelf.answer("xyzzy").dropped.isEmpty)
  }

  @Test("Who looks for a size is shown no other behind it")
  func sizes() {
    var shelf = Shelf(["Bolt 25.4mm steel", "Bolt 23.4mm steel", "Nut 25.4mm steel"])
    #expect(shelf.find("bolt 25.4mm") == ["Bolt 25.4mm steel", "Nut 25.4mm steel"])
  }

  @Test("Synonyms find each other, also as phrases")
  func synonyms() throws {
    var shelf = Shelf(["Sofa Grey", "Couch Red", "TV Stand", "Television Set Black"])
    let synonyms = try SearchSynonyms(
      [["sofa", "couch"], ["tv", "television set"]], shelf.index.language)
    let ask: (inout SearchRequest) -> Void = { $0.synonyms = synonyms }
    #expect(shelf.find("sofa", ask) == ["Sofa Grey", "Couch Red"])
    #expect(shelf.find("tv", ask) == ["TV Stand", "Television Set Black"])
    #expect(shelf.find("television set", ask) == ["Television Set Black", "TV Stand"])
    #expect(throws: SearchSynonyms.Problem.phrases(0)) {
      try SearchSynonyms([["sofa"]], .none)
    }
  }
}
