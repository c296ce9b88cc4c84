import BeckonContractSegmentify
import BeckonEngine
import BeckonModel

/// An event of this vendor's clients in the words that all clients share.
package struct TranslatedEvent: Sendable {
  /// What happened; nothing where the event says nothing, and several where it says several things.
  package private(set) var events: [ShopEvent] = []
  /// What of it was not understood, and what was made of it.
  package private(set) var notes: [String] = []

  /// Translates an event.
  /// - Throws: `FieldError` when it says what no shop's event may.
  package init(_ event: Segmentify.Event) throws(FieldError) {
    switch event.action {
    case .pageView(let view): events = [.pageViewed(try page(view))]
    case .productView(let view): events = [.productViewed(try view.told(on: event.visit))]
    case .basket(let change):
      let step: BeckonEngine.BasketChange.Step = change.step == .add ? .add : .remove
      let currency = try currency(change.item.currency ?? event.visit.currency)
      events = [.basketChanged(BasketChange(step, try change.item.line(), currency: currency))]
    case .checkout(let checkout): events = [.checkout(try translate(checkout, event.visit))]
    case .user(let operation): events = try operation.events()
    case .userChange(let change):
      if let old = change.oldUserID {
        events = [.visitorChanged(from: old)]
      } else {
        notes.append("It has no 'oldUserId', so nothing changes.")
      }
    case .interaction(let interaction):
      events = [
        .interaction(
          try Interaction(
            interaction.neutral, instance: Segmentify.campaign(of: interaction.instanceID),
            interaction: interaction.interactionID))
      ]
    case .custom(let custom):
      events = [
        .custom(
          try CustomShopEvent(custom.type, properties: event.visit.params ?? .object([])))
      ]
    case .search(let search):
      events = [.searched(try ShopSearch(search.query.isEmpty ? nil : search.query))]
      notes += TranslatedSearch(search, on: event.visit).notes
    case .banner(let banner): events = [.banner(try banner.neutral(&notes))]
    case .bannerGroup(let group): events = [.banner(try group.neutral(&notes))]
    }
  }

  /// What stands for the category of a page that names none.
  package static let otherPage = "Other Page"

  private mutating func page(_ view: Segmentify.PageView) throws(FieldError) -> ViewedPage {
    if view.category == nil {
      notes.append("The page has no 'category'; it counts as '\(Self.otherPage)'.")
    }
    return try ViewedPage(
      category: view.category ?? Self.otherPage, subcategory: view.subCategory)
  }

  private mutating func currency(_ code: String?) throws(FieldError) -> Currency? {
    guard let code else { return nil }
    guard let currency = Currency(code) else {
      throw FieldError("currency", "must be three letters, such as EUR (ISO 4217)")
    }
    return currency
  }

  private mutating func translate(
    _ checkout: Segmentify.Checkout, _ visit: Segmentify.Visit
  ) throws(FieldError) -> BeckonEngine.Checkout {
    var lines: [BasketLine] = []
    for item in checkout.products {
      if item.isNone {
        notes.append("The product \(item.productID) was left out: its quantity is 0.")
      } else {
        lines.append(try item.line())
      }
    }
    // The order has one currency; products that name another would be added up wrongly.
    let named = visit.currency ?? checkout.products.lazy.compactMap(\.currency).first
    let others = checkout.products.contains { $0.currency.map { $0 != named } ?? false }
    if others {
      throw FieldError("productList", "has prices in several currencies; send one order for each")
    }
    return try BeckonEngine.Checkout(
      checkout.step.neutral, lines: lines,
      total: checkout.totalPrice.flatMap(ToldAmount.init), currency: try currency(named),
      order: checkout.orderNumber)
  }
}

extension Segmentify.BasketItem {
  /// Whether there is none of it.
  fileprivate var isNone: Bool { quantity.flatMap(DecimalNumber.init)?.scaled(by: 6)?.whole == 0 }

  /// The product as a line of a basket.
  /// - Throws: `FieldError`.
  fileprivate func line() throws(FieldError) -> BasketLine {
    var count = Quantity.one
    if let quantity {
      guard let given = Quantity(decimal: quantity) else {
        throw FieldError(
          "quantity",
          "must be a number above 0, of six decimals and \(ShopLimits.quantityMax) at most")
      }
      count = given
    }
    return try BasketLine(
      product: productID, quantity: count, price: price.flatMap(ToldAmount.init))
  }
}

extension Segmentify.Checkout.Step {
  fileprivate var neutral: BeckonEngine.Checkout.Step {
    switch self {
    case .viewBasket: .viewBasket
    case .customer: .customer
    case .paymentInformation: .payment
    case .purchase: .purchase
    }
  }
}

extension Segmentify.Interaction {
  /// A tap on what a search has found is told as such, though its clients call it a click.
  fileprivate var neutral: ListAct {
    let isOfSearch = [Self.beforeSearch, Self.found].contains(instanceID)
    return kind == .click && isOfSearch ? .search : kind.neutral
  }
}

extension Segmentify.Interaction.Kind {
  fileprivate var neutral: ListAct {
    switch self {
    case .impression: .impression
    case .widgetView: .widgetView
    case .click: .click
    case .search: .search
    }
  }
}
