import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// What a call asks to be recommended.
struct RecommendationWish: Sendable {
  /// To whom.
  enum Visitor: Sendable {
    case nobody
    case person(PersonID)
    /// By the app's own id.
    case install(String)
    /// By the id of a vendor's client.
    case vendorID(String)
  }

  let visitor: Visitor
  /// The shop's own id of the page's product.
  let product: String?
  let category: CategoryPath?
  let language: String?
  let currency: Currency?
  let method: RecommendationMethod
  let showsOutOfStock: Bool
  let count: Int
  /// The widget that decides all of this; `nil` where the call does.
  let widget: Widget?
  /// Whether the caller only tries things out.
  let isTest: Bool

  init(_ call: Call) throws {
    _ = try call.atMostOne(of: ["person", "install_id", "visitor"])
    visitor = try Self.visitor(call)
    product = try call.word("product", max: ProductLimits.idBytes)
    category = try call.category()
    language = try call.query("language").map { text in
      guard let language = ProductLanguage.normal(text) else {
        throw FieldError("language", "must be a language such as en or pt-BR (BCP 47)")
      }
      return language
    }
    currency = try call.currency()
    method = try call.choice("method") ?? .recommended
    showsOutOfStock = try call.flag("out_of_stock") ?? false
    count = try Self.count(call)
    isTest = try call.flag("test_mode") ?? false
    widget = try Self.widget(call)
    guard widget != nil || !isTest else {
      throw FieldError("test_mode", "is about widgets: name one in 'widget'")
    }
  }

  private static func widget(_ call: Call) throws -> Widget? {
    guard let name = try call.word("widget", max: WidgetLimits.codeBytes) else { return nil }
    for own in ["method", "count", "out_of_stock"] where call.query(own) != nil {
      throw FieldError(own, "cannot be told with 'widget': the widget's own settings say it")
    }
    guard let widget = call.app.widgets.named(name) else { throw Problem.notFound("widget") }
    return widget
  }

  /// Whose history counts, as the parameters say.
  static func visitor(_ call: Call) throws -> Visitor {
    if let person = try call.id(inQuery: "person", PersonID.self) { return .person(person) }
    if let install = try call.word("install_id", max: Limits.clientIDBytes) {
      return .install(install)
    }
    return try call.word("visitor", max: ShopLimits.visitorBytes).map(Visitor.vendorID) ?? .nobody
  }

  private static func count(_ call: Call) throws -> Int {
    guard let text = call.query("count") else { return RecommendationLimits.usualCount }
    let range = RecommendationLimits.count
    guard let count = Int(text), range.contains(count) else {
      throw FieldError(
        "count", "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return count
  }

  /// The visit, in the numbers of the database.
  func visit(_ trail: Trail, _ scope: Scope) throws -> ShopVisit {
    var visit = ShopVisit(now: scope.now)
    visit.trail = trail
    visit.product = try product.flatMap { try ProductNumbers(scope).find($0) }
    visit.category = category.map { CatalogueTraits.digest(ItemTraits.category($0.text)) }
    visit.showsOutOfStock = showsOutOfStock
    visit.hidesBought = true
    if method == .priceDrops {
      visit.priceChanges = try RecommendedProducts(scope).latestPriceChanges(in: currency)
    }
    return visit
  }
}
