import BeckonModel

extension SearchProduct {
  /// A product of the catalogue, as it is searched in a language.
  /// - Parameters:
  ///   - language: of title, categories and labels, where the product has them in it.
  ///   - currency: of the price, where the product has one in it.
  ///   - popularity: from 0 to 1.
  public init(
    _ product: Product, language: String?, _ currency: Currency?, popularity: Float = 0
  ) {
    let lists: [ProductField] = [.labels, .colors, .sizes]
    self.init(
      id: product.id, title: product.text(.title, in: language) ?? "",
      brand: product.text(.brand) ?? "",
      categories: Self.lineages(product.categories(in: language)),
      labels: lists.flatMap { product.texts($0, in: language) },
      price: product.money(.price, in: currency).flatMap { Double($0.decimal) },
      isInStock: product.isInStock, isHidden: !product.isShown, popularity: popularity,
      addedAt: product.createdAt.milliseconds)
  }

  /// Categories with all that they lie in, each once, the product's own first: who chooses `Men`
  /// means `Men > Shoes` too.
  private static func lineages(_ paths: [CategoryPath]) -> [String] {
    var seen: Set<TextKey> = []
    return (paths.map(\.text) + paths.flatMap(\.lineage)).filter {
      seen.insert(TextKey($0)).inserted
    }
  }
}
