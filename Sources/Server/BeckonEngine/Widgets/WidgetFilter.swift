import BeckonModel

/// Which products a widget may show. Of several values one is enough; of several filters all must
/// let a product through.
public struct WidgetFilter: Hashable, Sendable {
  /// Categories, each a path: what lies in one of them, or below.
  public var categories: [String] = []
  /// Brands.
  public var brands: [String] = []
  /// Labels of the shop.
  public var labels: [String] = []
  /// `M`, `F` or `U`.
  public var genders: [String] = []
  /// What a product may cost.
  public var price: PriceRange?
  /// Whether only what can be bought is shown.
  public var inStock = true
  /// Whether only what shares a category with the page's product, or lies in the page's category.
  public var sameCategory = false
  /// Whether only what is of the brand of the page's product.
  public var sameBrand = false
  /// Days for which what the visitor bought is not shown; 0 for none.
  public var boughtDays: Int64 = 30

  /// What a product may cost, in one currency. What has no price in it is not shown.
  public struct PriceRange: Hashable, Sendable {
    /// At least so much.
    public let from: Money?
    /// At most so much.
    public let to: Money?
    /// The currency of both.
    public let currency: Currency

    /// Makes a range.
    public init(from: Money?, to: Money?, currency: Currency) {
      self.from = from
      self.to = to
      self.currency = currency
    }

    func holds(_ price: Money?) -> Bool {
      guard let price, price.currency == currency else { return false }
      return from.map { $0.amount <= price.amount } ?? true
        && to.map { price.amount <= $0.amount } ?? true
    }
  }

  /// A filter that lets through all that can be bought and was not bought lately.
  public init() {}

  /// Whether it lets through only products of some kind, price or page.
  public var isOfKind: Bool {
    sameCategory || sameBrand || price != nil
      || ![categories, brands, labels, genders].allSatisfy(\.isEmpty)
  }

  /// Whether a product is let through on a page.
  func allows(_ product: Product, on visit: WidgetVisit) -> Bool {
    guard product.isShown, !inStock || product.isInStock, isPriced(product) else { return false }
    guard brands.isEmpty || product.text(.brand).map(brands.contains) ?? false,
      genders.isEmpty || product.text(.gender).map(genders.contains) ?? false,
      labels.isEmpty || product.allTexts(.labels).contains(where: labels.contains),
      categories.isEmpty || categories.contains(where: product.lineages.contains)
    else { return false }
    return isLikePage(product, visit)
  }

  private func isPriced(_ product: Product) -> Bool {
    price.map { $0.holds(product.money(in: $0.currency)) } ?? true
  }

  /// What the page shows decides; on a page that shows nothing of the kind, nothing is alike.
  private func isLikePage(_ product: Product, _ visit: WidgetVisit) -> Bool {
    if sameBrand {
      guard let brand = visit.product?.text(.brand), brand == product.text(.brand) else {
        return false
      }
    }
    guard sameCategory else { return true }
    if let shown = visit.product { return !shown.leaves.isDisjoint(with: product.lineages) }
    return visit.category.flatMap(CategoryPath.init)
      .map { product.lineages.contains($0.text) } ?? false
  }
}

extension Product {
  /// The categories that it lies in itself, in all languages, without those above them.
  fileprivate var leaves: Set<TextKey> {
    Set(texts: allTexts(.categories).compactMap { CategoryPath($0)?.text })
  }

  /// Texts of a field in all languages.
  fileprivate func allTexts(_ field: ProductField) -> [String] {
    told.flatMap { key, told -> [String] in
      guard key.field == field, case .texts(let texts) = told.value else { return [] }
      return texts
    }
  }
}
