import BeckonEngine
import BeckonModel
import BeckonServer
import BeckonText

extension FuzzTarget {
  /// Rows of a catalogue, as a feed has them, up to what is found: what a row says is said once and
  /// for all, each product is found by its title, and what is deleted leaves nothing behind.
  static let catalogue = FuzzTarget(
    "catalogue",
    seeds: [
      "id,title,price,color\na,Blue T-Shirt,19.90 EUR,blue/navy\nb,Tshirt,5 USD,\n",
      "product,title,brand,categories,currency,price\n7,Größe 40,Acme,Schuhe > Sport|Neu,EUR,9\n",
      "id,title,sale_price,price,availability\na,\"L'Oréal, 1,000 ml\",1 EUR,2 EUR,in stock\n",
      "id,title,labels,hidden\na,one,\"[\"\"x\"\",\"\"y\"\"]\",no\na,two,,yes\n",
      "id,title,quantity,gender,size\na,25.4mm Bolt,3,male,S/M\nb,蓝色衬衫,0,f,\n",
      "title,product_type,item_group_id\nno id,A > B,g\n", "id,title\n\u{301},\u{301}\n",
    ]
  ) { bytes, complaints in
    let products = catalogue(bytes, &complaints)
    let languages = ["en", "de"]
    var finder = ShopFinder(languages: languages, bytesMax: 1 << 24) { SearchLanguage(code: $0) }
    let empty = finder.bytes
    for product in products { finder.set(product, nil) }
    complaints.expect(finder.isWhole, "there is no room for a few products")
    // Of a product that has nothing but an id the server has said nothing.
    let isTold = products.contains(where: \.isOfServer)
    let held = products.filter { $0.isShown && (!isTold || $0.isOfServer) }
    complaints.expect(finder.count == held.count, "products are lost")
    for product in held {
      for (place, language) in languages.enumerated() {
        expectFound(product, by: language, in: finder.indexes[place], &complaints)
      }
    }
    for product in products {
      let gone = ProductDecision.delete(product, now: Instant(milliseconds: 1)).product
      if let gone { finder.set(gone, nil) }
    }
    complaints.expect(finder.bytes == empty, "deleted products take room")
  }

  /// The products of a table whose first line names the columns.
  private static func catalogue(_ bytes: [UInt8], _ complaints: inout Complaints) -> [Product] {
    var (reader, rows) = (CSVReader(), [CSVReader.Row]())
    guard (try? reader.read(bytes) { rows.append($0) }) != nil,
      (try? reader.end { rows.append($0) }) != nil, let names = rows.first?.texts
    else { return [] }
    var products: [TextKey: Product] = [:]
    for cells in rows.dropFirst().prefix(30).compactMap(\.texts) where cells.count == names.count {
      let members = zip(names, cells).filter { !$1.isEmpty }.map { JSON.Member($0, .string($1)) }
      guard let product = product(members, among: products, &complaints) else { continue }
      products[TextKey(product.id)] = product
    }
    return products.values.sorted { TextKey($0.id) < TextKey($1.id) }
  }

  private static func product(
    _ members: [JSON.Member], among known: [TextKey: Product], _ complaints: inout Complaints
  ) -> Product? {
    let now = Instant(milliseconds: 0)
    guard let reading = try? ShoppingFeed.read(members, at: now),
      let fields = try? Fields(reading.product),
      let id = try? fields.string("product", max: ProductLimits.idBytes),
      let words = try? ProductWords(fields, id: id)
    else { return nil }
    func said(of product: Product?) -> ProductChange? {
      try? ProductDecision.server(
        words, of: product, .part, currency: Currency("EUR"), feed: Identifier(high: 1, low: 1),
        now: now)
    }
    guard let product = said(of: known[TextKey(id)])?.product else { return nil }
    complaints.expect(said(of: product)?.verdict == .unchanged, "a row says something else twice")
    complaints.expect(
      Product.told(stored: product.stored) == product.told, "a product is kept otherwise")
    _ = ItemTraits(product) { UInt32(truncatingIfNeeded: $0.utf8.count) }
    return product
  }

  private static func expectFound(
    _ product: Product, by language: String, in index: SearchIndex, _ complaints: inout Complaints
  ) {
    let title = product.text(.title, in: language) ?? ""
    guard index.language.hasWords(in: title) else { return }
    var (search, request) = (ProductSearch(), SearchRequest(title))
    (request.isTyping, request.limit, request.countsFacets) = (false, 100, true)
    let found = search.find(request, in: index)
    complaints.expect(found.hits.contains { $0.id == product.id }, "a title finds not its product")
    complaints.expect(found.dropped.isEmpty, "a word of a title is dropped")
  }
}
