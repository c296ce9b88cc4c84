import BeckonEngine
import BeckonModel
import BeckonStore

/// Finds the products that stand in the widgets of an answer's pages: candidates come from memory,
/// what is shown from the rows as they are now.
struct WidgetFilling: Sendable {
  let models: ShopModels

  /// How many candidates of a method are looked at.
  private enum Depth {
    /// A few more than the widgets show: as a rule all may be shown.
    case first
    /// More than twice as many: some are hidden, bought, filtered out or in an earlier widget.
    case last

    func limit(_ wanted: Int) -> Int {
      switch self {
      case .first: wanted + 2
      case .last: 2 * wanted + 20
      }
    }
  }

  /// A page's widgets with what their methods propose.
  private struct Proposed: Sendable {
    let page: PreparedWidgets
    let limit: Int
    let candidates: [WidgetSource: [ShopCandidate]]

    /// Whether a method might propose more.
    var isCut: Bool { candidates.values.contains { $0.count >= limit } }
  }

  /// What each widget of some pages shows, in the order of the pages. They have room for
  /// `WidgetLimits.answerProducts` and `answerLists` together, the first page before the others.
  /// - Parameter glance: what the transaction of the visitor's event saw of the products; where all
  ///   are kept as it saw them, nothing is read.
  /// - Throws: `DatabaseError`.
  func decisions(
    on pages: [PreparedWidgets], _ reader: SnapshotReader, glance: KnownProducts.Glance? = nil
  ) async throws -> [[WidgetDecision]] {
    let pages = try await Self.priced(pages, reader)
    let shop = models[reader.call.app.number]
    let known = shop?.products ?? KnownProducts()
    let depth: Depth = pages.contains(where: \.place.isFiltered) ? .last : .first
    let first = propose(on: pages, shop, depth)
    let (decisions, isShort) = try await Self.decide(first, known, reader, glance)
    guard isShort, depth == .first else { return decisions }
    let last = propose(on: pages, shop, .last)
    return try await Self.decide(last, known, reader, glance).decisions
  }

  private static func priced(
    _ pages: [PreparedWidgets], _ reader: SnapshotReader
  ) async throws -> [PreparedWidgets] {
    guard pages.contains(where: \.asksForPrices) else { return pages }
    return try await reader.read { scope in
      try pages.map { page in
        var page = page
        try page.readPrices(scope)
        return page
      }
    }
  }

  private func propose(
    on pages: [PreparedWidgets], _ shop: ShopModels.Shop?, _ depth: Depth
  ) -> [Proposed] {
    var lists = WidgetLimits.answerLists
    return pages.map { page in
      let limit = depth.limit(min(page.place.wanted, WidgetLimits.answerProducts))
      let found = shop.map { page.look(into: $0, limit: limit, &lists) }
      return Proposed(page: page, limit: limit, candidates: found ?? [:])
    }
  }

  // MARK: What is shown

  /// Decisions, and whether a page has room left and a method might fill it.
  private typealias Decided = (decisions: [[WidgetDecision]], isShort: Bool)
  /// Products by their numbers, and by the shop's own ids behind those.
  private typealias Load = ([Int64], [String]) throws -> [KnownProducts.Entry?]

  private static func decide(
    _ pages: [Proposed], _ known: KnownProducts, _ reader: SnapshotReader,
    _ glance: KnownProducts.Glance?
  ) async throws -> Decided {
    let now = reader.call.now
    if let glance {
      do {
        return try decide(pages, at: now) { numbers, ids in
          guard let entries = known.kept(numbers, and: ids, at: glance) else { throw Unkept() }
          return entries
        }
      } catch is Unkept {}
    }
    return try await reader.read { scope in
      try decide(pages, at: now) { try known.load($0, and: $1, scope) }
    }
  }

  /// Something is not kept.
  private struct Unkept: Error {}

  private static func decide(
    _ pages: [Proposed], at now: Instant, _ load: Load
  ) throws -> Decided {
    var (room, isShort) = (WidgetLimits.answerProducts, false)
    let decisions = try pages.map { proposed in
      let place = proposed.page.place
      guard room > 0 else { return place.widgets.map { _ in WidgetDecision.empty } }
      var rule = try rule(proposed, room: room, load)
      let visit = try visit(of: proposed.page, rule.products, now, load)
      let decisions = place.widgets.map { rule.decide($0, arm: place.arm(of: $0), on: visit) }
      isShort = isShort || room - rule.room < min(room, place.wanted) && proposed.isCut
      room = rule.room
      return decisions
    }
    return (decisions, isShort)
  }

  /// What the visitor has bought, or has in the basket, is hidden by its id.
  private static func visit(
    of page: PreparedWidgets, _ products: [TextKey: Product], _ now: Instant, _ load: Load
  ) throws -> WidgetVisit {
    let kept = page.trail.actions.filter { $0.kind != .view && $0.kind != .found }
    var visit = page.place.widgetVisit(products, now)
    guard !kept.isEmpty else { return visit }
    let numbers = kept.map(\.product)
    let names = zip(numbers, try load(numbers, [])).compactMap { number, entry in
      entry.map { (number, $0.id) }
    }
    visit.follow(Trail(kept), Dictionary(names) { first, _ in first })
    return visit
  }

  private static func rule(
    _ proposed: Proposed, room: Int, _ load: Load
  ) throws -> WidgetRule {
    let place = proposed.page.place
    let chosen = place.widgets.flatMap(\.settings.staticItems)
    let lists = Array(proposed.candidates)
    let entries = try load(
      lists.flatMap { $0.value.map(\.product) }, chosen + [place.product].compactMap { $0 })
    var (candidates, first): ([WidgetSource: [WidgetCandidate]], Int) = ([:], 0)
    for (source, list) in lists {
      candidates[source] = zip(list, entries[first...]).compactMap { one, entry in
        entry.map { WidgetCandidate($0.id, score: one.score, one.reason) }
      }
      first += list.count
    }
    var products = [TextKey: Product](minimumCapacity: entries.count)
    for case let product? in entries.lazy.map({ $0?.product }) {
      products[TextKey(product.id)] = product
    }
    return WidgetRule(candidates: candidates, products: products, room: room)
  }
}
