import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What follows from an event of a shop besides that it is a fact: its session, its actions, its
/// order.
struct ShopEffects {
  let scope: Scope
  let trust: Trust
  let catalog: ShopCatalog

  /// - Parameter reporter: who says so, as a keyed hash (`ShopCatalog.reporter`).
  init(_ scope: Scope, by trust: Trust, _ reporter: @escaping () -> Identifier?) {
    self.scope = scope
    self.trust = trust
    catalog = ShopCatalog(scope: scope, trust: trust, reporter: reporter)
  }

  /// An event, and whose it is.
  struct Happening {
    let event: ShopEvent
    let visitor: ShopVisitor
    let at: Instant
    let subject: Event.Subject
    /// Whether the sender has shown that they may speak for the visitor. The id of a vendor's
    /// client is chance, and shows it.
    var isProven = true
    /// Whether nothing was stored of the visitor before.
    var isFirst = false
  }

  /// Where an event belongs, before it is stored.
  struct Placed {
    let happening: Happening
    let session: Int64
    fileprivate let purchase: (told: ShopPurchases.Told, ruled: ShopPurchases.Ruled)?

    /// The id of the purchase that it is; of each purchase there is one fact.
    var purchaseID: FactID? { purchase?.ruled.fact }
    /// Whether it is a purchase that is known already, and this word changes nothing.
    var isRepeated: Bool { purchase?.ruled.ruling == .isRepeated }
  }

  /// Finds out where an event belongs.
  /// - Parameters:
  ///   - id: the id of the event.
  ///   - isFact: whether the fact of a purchase has that id too (`ShopPurchases.rule`).
  /// - Throws: `DatabaseError`.
  func place(_ happening: Happening, id: FactID, isFact: Bool) throws -> Placed {
    let session = try ShopSessions(scope).place(
      happening.visitor, at: happening.at, isFirst: happening.isFirst)
    guard case .checkout(let checkout) = happening.event, checkout.step == .purchase else {
      return Placed(happening: happening, session: session, purchase: nil)
    }
    let prices = try catalog.prices(of: checkout.unpriced)
    let told = ShopPurchases.Told(
      checkout: checkout, visitor: happening.visitor, session: session, at: happening.at,
      trust: trust, money: checkout.money(prices, appCurrency: scope.app.ownCurrency),
      subject: happening.subject)
    let ruled = try ShopPurchases(scope).rule(told, id: id, isFact: isFact)
    return Placed(happening: happening, session: session, purchase: (told, ruled))
  }

  /// What was stored.
  struct Stored {
    /// What the sender should know of it.
    var notes: [String]
    var visitor: KnownVisitor
  }

  /// Stores what follows.
  /// - Throws: `DatabaseError`.
  func store(_ placed: Placed) throws -> Stored {
    let note = try placed.purchase.flatMap { try ShopPurchases(scope).store($0.told, $0.ruled) }
    var stored = Stored(
      notes: [note].compactMap { $0 }, visitor: KnownVisitor(placed.happening.visitor))
    guard !placed.isRepeated else { return stored }
    stored.notes += try hear(placed.happening)
    stored.notes += try act(placed, &stored.visitor)
    if case .productViewed(let product) = placed.happening.event {
      stored.notes += try catalog.hear(product)
    }
    return stored
  }

  /// Stores what an event tells besides of widgets, devices and searches.
  private func hear(_ happening: Happening) throws -> [String] {
    var notes: [String] = []
    if let name = happening.event.unknownWidget(of: scope.app.widgets) {
      notes.append("counts for no widget: the app has none '\(NameSuggestion.shown(name))'")
    }
    notes += try touch(happening)
    if case .pushed(let push) = happening.event {
      guard happening.isProven else {
        return notes + ["the device is not kept: send the token of whose it is"]
      }
      try PushDevices(scope).hear(push, of: happening.visitor.number, at: happening.at)
    }
    if case .searched(let search) = happening.event {
      guard happening.isProven else {
        return notes + ["not shown among the last searches: send the token of whose it is"]
      }
      let visitor = happening.visitor.number
      try VisitorSearches(scope).hear(search, of: visitor, at: happening.at)
    }
    return notes
  }

  /// Counts what was done with widgets, and gives why it does not count.
  private func touch(_ happening: Happening) throws -> [String] {
    let told = happening.event.touches(of: scope.app.widgets)
    guard !told.isEmpty else { return [] }
    guard happening.isProven else {
      return ["counts for no widget: send the token of whose it is"]
    }
    guard WidgetOrderRule.isInTime(happening.at, by: trust, now: scope.now) else {
      return ["counts for no widget: it is told more than \(WidgetLimits.lateDays) days late"]
    }
    let max = trust == .client ? WidgetLimits.bannersOfEvent : Int.max
    try WidgetActs(scope).note(
      Array(told.prefix(max)), by: ShopVisitors(scope).viewer(happening.visitor),
      at: happening.at)
    return told.count <= max ? [] : ["of more than \(max) banners the rest counts for nothing"]
  }

  /// A change of a basket with the catalogue's price, where the client tells none.
  /// - Throws: `DatabaseError`.
  func priced(_ event: ShopEvent) throws -> ShopEvent {
    guard case .basketChanged(let change) = event, change.line.price == nil else { return event }
    return .basketChanged(change.priced(try catalog.prices(of: [change.line.product])))
  }

  /// Stores what the visitor did with products, and gives what of it was left out.
  private func act(_ placed: Placed, _ known: inout KnownVisitor) throws -> [String] {
    let told = placed.happening.event.actions
    guard !told.isEmpty, placed.purchase?.ruled.ruling != .confirms else { return [] }
    let late = scope.now.milliseconds(since: placed.happening.at)
    let isLate = trust == .client && late > ShopLimits.lateMinutes * Span.minuteMilliseconds
    // Whoever has the app's key can make up products.
    let newMax = trust == .client ? ShopLimits.newProductsOfEvent : Int.max
    let numbers = try ProductNumbers(scope).numbers(of: told.map(\.product), newMax: newMax)
    let actions = told.compactMap { kind, product in
      numbers[product].map {
        ShopAction(kind, product: $0, session: placed.session, at: placed.happening.at)
      }
    }
    known.trail = try ShopActions(scope).add(
      actions, of: placed.happening.visitor, isFirst: placed.happening.isFirst, by: trust,
      isForOthers: !isLate)
    known.products = numbers
    var notes: [String] = []
    if isLate {
      notes.append("in no other visitor's lists: told over \(ShopLimits.lateMinutes) minutes late")
    }
    if actions.count < told.count {
      notes.append(
        "of more than \(newMax) products that nobody has looked at, the rest counts for nothing")
    }
    return notes
  }
}
