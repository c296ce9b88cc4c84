import BeckonBasics
import BeckonContractSegmentify
import BeckonEngine
import BeckonModel
import BeckonStore

/// What visitors are shown after their events: a list for each of the app's widgets that stands on
/// the page. Which widgets a visitor meets is stored with the events; what stands in them is read
/// behind that, where it keeps no other write waiting.
struct SegmentifyShowing: Sendable {
  private let models: ShopModels
  private let searching: SegmentifySearching

  init(_ searching: ShopSearching) {
    models = searching.models
    self.searching = SegmentifySearching(searching)
  }

  /// Lists are given for the last events of a request, so many at most: those before them are of a
  /// queue, and their pages were left long ago.
  static let placesMax = 5

  /// The answer to a request, in which the lists are still to be read.
  /// - Throws: `DatabaseError`.
  func reply(
    _ answer: Segmentify.Answer, _ batch: TranslatedBatch, _ scope: Scope
  ) throws -> ReadingReply {
    let items = batch.items.enumerated().suffix(Self.placesMax)
    let places = try items.compactMap { try SegmentifyPlace($0, $1, scope) }
    let searches = items.compactMap { index, item in
      item.event.flatMap { event in event.search.map { (index, $0, event.visit) } }
    }
    guard !places.isEmpty || !searches.isEmpty else {
      return ReadingReply(unread: .segmentify(answer), read: nil)
    }
    return ReadingReply(unread: .segmentify(answer)) { scope in
      var answer = answer
      var room = WidgetLimits.answerProducts
      // The last page is the one on which the visitor is.
      for place in places.reversed() {
        answer.responses[place.index] = try lists(at: place, &room, scope)
      }
      for (index, search, visit) in searches {
        answer.search[index] = [try searching.element(search, on: visit, scope)]
      }
      return .segmentify(answer)
    }
  }

  // MARK: What stands in the widgets

  /// Candidates of a method that are looked at beyond twice what its widget shows: some are hidden,
  /// bought, or in an earlier widget.
  private static let spare = 20

  private func lists(
    at place: SegmentifyPlace, _ room: inout Int, _ scope: Scope
  ) throws -> [Segmentify.Recommendation] {
    guard room > 0 else { return [] }
    let trail = try place.visitor.map { try Trails(scope).trail(shownTo: $0) } ?? Trail()
    let seen = try ProductNumbers(scope).products(of: trail.actions.map(\.product))
    let numbered = candidates(
      at: place, try place.shopVisit(trail, scope), of: scope.app.number)
    let ids = try ProductNumbers(scope).products(
      of: numbered.values.flatMap { $0.map(\.product) })
    let chosen = place.widgets.flatMap(\.settings.staticItems)
    let products = try Products(scope).load(
      Array(ids.values) + chosen + [place.product].compactMap { $0 })
    var visit = place.widgetVisit(products, scope.now)
    visit.follow(trail, seen)
    let named = numbered.mapValues { list in
      list.compactMap { one in
        ids[one.product].map { WidgetCandidate($0, score: one.score, one.reason) }
      }
    }
    var rule = WidgetRule(candidates: named, products: products, room: room)
    defer { room = rule.room }
    return place.widgets.compactMap { widget in
      let decision = rule.decide(widget, arm: place.arm(of: widget), on: visit)
      return Segmentify.Recommendation(decision, showing: scope.ambient.identifier())
    }
  }

  /// What each method of the page's widgets proposes.
  private func candidates(
    at place: SegmentifyPlace, _ visit: ShopVisit, of app: Int64
  ) -> [WidgetSource: [ShopCandidate]] {
    guard let shop = models[app] else { return [:] }
    var found: [WidgetSource: [ShopCandidate]] = [:]
    let wanted = place.widgets.reduce(0) { $0 + $1.settings.itemCount }
    let limit = 2 * min(wanted, WidgetLimits.answerProducts) + Self.spare
    for source in place.sources {
      found[source] = shop.use {
        $0.list(by: source.method, days: source.window?.days, for: visit, limit: limit)
      }
    }
    return found
  }
}

extension Segmentify.Event {
  /// What somebody searches for.
  fileprivate var search: Segmentify.Search? {
    if case .search(let search) = action { search } else { nil }
  }
}
