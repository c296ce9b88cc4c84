import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What somebody is to be reminded of, as it is now.
struct ReminderMatter {
  /// What speaks against it.
  var objection: ReminderReason?
  /// The products that can be named, the first of which is.
  var products: [ReminderProduct] = []

  /// Looks at the matter of a decision.
  /// - Throws: `DatabaseError`.
  init(
    _ decision: StoredReminderDecision, _ reminder: Reminder, of person: Person, _ scope: Scope
  ) throws {
    let visitors = try ShopVisitors(scope).proven(of: person.id)
    let language = ReminderWords.language(of: person, scope.app.settings)
    switch reminder.settings.cause {
    case .abandonedBasket:
      try self.init(basketSince: decision.since, visitors, language, scope)
    case .priceDrop, .backInStock:
      try self.init(decision.products, decision.prices?.after, visitors, language, scope)
    }
    if objection == nil, reminder.settings.texts.contains(where: \.tellsPrice) {
      products = products.filter { $0.price != nil }
    }
    if objection == nil, products.isEmpty { objection = .productUnknown }
  }

  private init(
    basketSince since: Instant, _ visitors: [ShopVisitor], _ language: String?, _ scope: Scope
  ) throws {
    let (actions, activeAt) = try Self.actions(of: visitors, scope)
    guard let basket = AbandonedBasket(actions, activeAt: activeAt) else {
      objection = AbandonedBasket.wasBought(actions, since: since) ? .bought : .basketEmpty
      return
    }
    guard basket.addedAt <= since else {
      objection = .basketChanged
      return
    }
    let ids = try ProductNumbers(scope).products(of: basket.products)
    let known = try Products(scope).load(ids.values)
    products = basket.products.compactMap { number in
      ids[number].flatMap { known[TextKey($0)] }.flatMap { ReminderProduct($0, in: language) }
    }
  }

  /// What moved the baskets of a person's visitors, and when they did anything last. What was put
  /// in, the follower has noted, as far as it is no stranger's word; what was taken out or bought
  /// counts at once, whoever says so.
  /// - Throws: `DatabaseError`.
  static func actions(
    of visitors: [ShopVisitor], _ scope: Scope
  ) throws -> (actions: [ShopAction], activeAt: Instant?) {
    let noted = try visitors.flatMap { try ProductInterests(scope).basketActions(of: $0.number) }
    let trail = try Trails(scope).trail(of: visitors).actions
    let gone = trail.filter { $0.kind == .basketRemove || $0.kind == .purchase }
    return (noted + gone, trail.last?.at)
  }

  /// - Parameter price: what the product has come to cost; `nil` of one that has come back.
  private init(
    _ ids: [String], _ price: Money?, _ visitors: [ShopVisitor], _ language: String?,
    _ scope: Scope
  ) throws {
    guard let id = ids.first, let product = try Products(scope).find(id),
      let number = try ProductNumbers(scope).find(id)
    else { return }
    let numbers = visitors.map(\.number)
    let isBought = try Trails(scope).trail(of: visitors).actions.contains {
      $0.kind == .purchase && $0.product == number
    }
    if try isBought || ProductInterests(scope).isBought(number, by: numbers) {
      objection = .bought
    } else if let price {
      let now = product.serverPrice(in: price.currency)
      if now.map({ $0.amount > price.amount }) ?? true { objection = .priceRose }
    } else if !product.isInStock {
      objection = .outOfStock
    }
    products = [ReminderProduct(product, in: language, price?.currency)].compactMap { $0 }
  }
}
